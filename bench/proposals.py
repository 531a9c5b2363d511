"""`python -m bench.proposals [--half open|aside|both] [--wrong]`: are the pairs that upkeep proposes for review right?

All notes of a half are filed into one wing of one palace, each with its day, and the background looks around every one of them,
as it does in a dream. A proposal is right when the later note of an update pair takes the place of the earlier one of the same
pair; all others are wrong, between two pairs as well. Precision is the share of proposals that are right, recall the share of
updates that are proposed. Whoever still tunes does not look at `aside`.
"""

import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.options import described
from bench.sets import HALVES, DatedNote, Update, updates_of
from simonides.domain.actor import Actor
from simonides.domain.ids import Mint
from simonides.domain.memory import Memory, Origin, Place
from simonides.domain.time import system_clock
from simonides.embedders.bundled import many_languages
from simonides.engine.claims.guessing import Guessing
from simonides.engine.engine import Engine
from simonides.engine.palace import Equipment, Palace
from simonides.ports.embedder import Embedder
from simonides.stores.sqlite.shelf import SqliteShelf

ENGLISH = "en"
LISTED = 1_000


def proposed(updates: Sequence[Update], embedder: Embedder) -> set[tuple[str, str]]:
    """The pairs that are proposed over these notes, the older one first."""
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine(SqliteShelf(Path(folder)), Equipment(embedder, system_clock, Mint(), patience_s=60))
        palace = engine.create("bench")
        palace.memories.restore([memory for each in updates for memory in _memories(each)], {})
        palace.vectors.catch_up()
        pairs = _dreamt(palace)
        engine.close()
    return pairs


def report(updates: Sequence[Update], pairs: set[tuple[str, str]]) -> list[str]:
    """Precision and recall, in all, in English and in other languages."""
    groups = {
        "all": list(updates),
        "English": [each for each in updates if each.language == ENGLISH],
        "others": [each for each in updates if each.language != ENGLISH],
    }
    return [_line(name, group, pairs) for name, group in groups.items()]


def right_of(updates: Sequence[Update]) -> set[tuple[str, str]]:
    """The pairs that should be proposed."""
    return {(f"{each.id}/earlier", f"{each.id}/later") for each in updates if each.update}


def _dreamt(palace: Palace) -> set[tuple[str, str]]:
    store = palace.store
    for key in sorted(store.memories.after(0, LISTED)):
        # One cycle proposes only so many; each of these is a cycle of its own.
        Guessing(store, system_clock).propose_around(key)
    return {(each.older, each.newer) for each in store.supersessions.after(0, LISTED)}


def _memories(update: Update) -> list[Memory]:
    return [_memory(f"{update.id}/earlier", update.earlier), _memory(f"{update.id}/later", update.later)]


def _memory(name: str, note: DatedNote) -> Memory:
    day = datetime.fromisoformat(note.date).replace(tzinfo=UTC)
    return Memory(name, note.text, Place(), day, Origin(event_time=day, added_by=Actor.PERSON))


def _line(name: str, updates: Sequence[Update], pairs: set[tuple[str, str]]) -> str:
    right, names = right_of(updates), {each.id for each in updates}
    # A pair between two groups counts where its newer note belongs.
    ours = {pair for pair in pairs if pair[1].partition("/")[0] in names}
    found = len(ours & right)
    within = sum(1 for older, newer in ours - right if older.partition("/")[0] == newer.partition("/")[0])
    wrong = f"{within} of {len(names) - len(right)} that replace nothing, {len(ours) - found - within} between two pairs"
    shares = f"precision {found / max(len(ours), 1):.2f}, recall {found / max(len(right), 1):.2f}"
    return f"  {name:<8} {shares}: {found} of {len(right)} updates; wrong: {wrong}"


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--half", choices=[*HALVES, "both"], default="open")
    parser.add_argument("--wrong", action="store_true", help="name what is wrong and what was missed in the open half")
    options = parser.parse_args()
    for half, updates in updates_of(options.half).items():
        pairs = proposed(updates, many_languages())
        print(f"{half}: {len(updates)} pairs of notes", *report(updates, pairs), sep="\n")
        if options.wrong and half == "open":
            print("wrong: ", *(f"{older} > {newer}" for older, newer in sorted(pairs - right_of(updates))))
            print("missed:", *(newer.partition("/")[0] for _, newer in sorted(right_of(updates) - pairs)))


if __name__ == "__main__":
    main()
