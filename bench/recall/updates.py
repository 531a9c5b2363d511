"""`python -m bench.recall.updates [--half open|aside|both] [--round 1|2|3|4]`: does what holds now stand above what it replaced?

All notes of a half are filed into one palace, each with its day, and every question is asked verbatim. Where the later note
replaces the earlier one it must stand above it; where it does not, the earlier one must. Whoever still tunes does not look at
`aside`.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from bench.options import described
from bench.recall.pools import Item, Pool
from bench.recall.systems import Simonides
from bench.sets import HALVES, ROUNDS, DatedNote, Update, updates_of
from simonides.embedders.bundled import many_languages

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
    parser.add_argument("--wrong", action="store_true", help="name the pairs of the open half that are wrong")
    options = parser.parse_args()
    for half, every in updates_of(options.half).items():
        updates = [each for each in every if options.round in {None, each.round}]
        right = run(updates)
        print(f"\n{half}: {len(updates)} pairs")
        report(updates, right)
        if options.wrong and half == "open":
            print("wrong: " + " ".join(each.id for each in updates if not right[each.id]))


if __name__ == "__main__":
    main()
