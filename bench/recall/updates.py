"""`python -m bench.recall.updates [--half open|aside|both] [--round 1|2|3|4]`: does what holds now stand above what it replaced?

All notes of a half are filed into one palace, each with its day, and every question is asked verbatim. Where the later note
replaces the earlier one it must stand above it; where it does not, the earlier one must. Whoever still tunes does not look at
`aside`.

`--bystanders` asks small palaces instead, each filed by itself, whose notes are easily taken for updates of each other: is the
right note the first of all? Whoever changes the rule runs both.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from bench.options import described
from bench.recall.pools import Item, Pool
from bench.recall.systems import Simonides
from bench.sets import HALVES, ROUNDS, BystanderPalace, DatedNote, Update, read_bystanders, updates_of
from simonides.embedders.bundled import many_languages
from simonides.ports.embedder import Embedder

KINDS = {True: "updates above what they replace", False: "other later notes below"}


def run(updates: Sequence[Update]) -> dict[str, bool]:
    """For each pair whether the right note stands first."""
    items = []
    for each in updates:
        items += [_item(f"{each.id}/earlier", each.earlier), _item(f"{each.id}/later", each.later)]
    system = Simonides(Pool("updates", tuple(items), ()), many_languages())
    right = {each.id: _is_right(system.ask(each.question).ranking, each) for each in updates}
    system.close()
    return right


def report(updates: Sequence[Update], right: dict[str, bool]) -> None:
    """The share that is right, in all, by kind, by language, and by telling where the pairs name one."""
    for is_update, title in KINDS.items():
        chosen = [each for each in updates if each.update is is_update]
        print(f"{title}: {_share(right[each.id] for each in chosen)}")
        for name in ("kind", "language", "telling"):
            groups = defaultdict(list)
            for each in chosen:
                if group := getattr(each, name):
                    groups[group].append(right[each.id])
            if groups:
                print("  " + ", ".join(f"{group} {_share(values)}" for group, values in sorted(groups.items())))


def run_bystanders(told: BystanderPalace, embedder: Embedder) -> list[bool]:
    """For each question to a small palace whether the right note stands first."""
    system = Simonides(Pool(told.palace, tuple(_item(note.text, note) for note in told.notes), ()), embedder)
    right = [system.ask(each.question).ranking[:1] == [each.answer] for each in told.questions]
    system.close()
    return right


def report_bystanders(*, names_wrong: bool) -> None:
    """How many answers stand first, by kind and in all."""
    embedder, by_kind, wrong = many_languages(), defaultdict[str, list[bool]](list), []
    for told in read_bystanders():
        right = run_bystanders(told, embedder)
        by_kind[told.kind] += right
        wrong += [each.question for each, is_right in zip(told.questions, right, strict=True) if not is_right]
    for kind, values in by_kind.items():
        print(f"{kind}: {sum(values)} of {len(values)}")
    asked = [each for values in by_kind.values() for each in values]
    print(f"the right note first: {sum(asked)} of {len(asked)}")
    if names_wrong:
        print("wrong:\n  " + "\n  ".join(wrong))


def _item(identifier: str, note: DatedNote) -> Item:
    return Item(identifier, note.text, time=datetime.fromisoformat(note.date).replace(tzinfo=UTC))


def _is_right(ranking: Sequence[str], update: Update) -> bool:
    found = [each for each in ranking if each.startswith(f"{update.id}/")]
    return found[:1] == [f"{update.id}/{'later' if update.update else 'earlier'}"]


def _share(values: Iterable[bool]) -> str:
    listed = list(values)
    return f"{100 * sum(listed) / max(len(listed), 1):.0f} % of {len(listed)}"


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--half", choices=[*HALVES, "both"], default="open")
    parser.add_argument("--round", type=int, choices=ROUNDS, help="only the pairs of one writing")
    parser.add_argument("--wrong", action="store_true", help="name the pairs of the open half, or the questions, that are wrong")
    parser.add_argument("--bystanders", action="store_true", help="ask the small palaces instead of the pairs")
    options = parser.parse_args()
    if options.bystanders:
        report_bystanders(names_wrong=options.wrong)
        return
    for half, every in updates_of(options.half).items():
        updates = [each for each in every if options.round in {None, each.round}]
        right = run(updates)
        print(f"\n{half}: {len(updates)} pairs")
        report(updates, right)
        if options.wrong and half == "open":
            print("wrong: " + " ".join(each.id for each in updates if not right[each.id]))


if __name__ == "__main__":
    main()
