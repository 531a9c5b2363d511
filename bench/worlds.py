"""`python -m bench.worlds [--files "en-*"] [--one-palace]`: the worlds that no encoder learnt from, asked through the product.

A world is what one person or team kept (`training/README.md`). Each becomes a palace of its own, or with --one-palace all worlds
of a file share one; its notes are filed three days apart in the order they were written, turns of a conversation a minute apart.
Printed are the shares of questions whose first hit, and one of whose first five hits, is an answer, and nDCG@10, beside the
encoder's cosines alone over the same vectors. No rule of the ranking was chosen on single questions of these.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import mean

from training.worlds import FOLDER, World, read_worlds

from bench.options import described
from bench.recall.answers import System
from bench.recall.measures import measure
from bench.recall.pools import Item, Pool, Question, together
from bench.recall.systems import Scores, Simonides
from bench.recall.vectors import CachedEmbedder
from simonides.models import build_embedder
from simonides.settings import Settings

FIRST_DAY = datetime(2026, 1, 5, 9, tzinfo=UTC)
SHOWN = ("any@1", "any@5", "nDCG@10")


def pool_of(world: World, name: str) -> Pool:
    """A world as texts to be filed and questions to be asked."""
    step = timedelta(minutes=1) if world.is_talk else timedelta(days=3)
    session = name if world.is_talk else None
    items = (Item(f"{name}/{place}", note.text, session, FIRST_DAY + place * step) for place, note in enumerate(world.notes))
    questions = (
        Question(f"{name}/q{number}", each.asked.text, _ids(name, each.answers), "world", frozenset(), frozenset())
        for number, each in enumerate(world.questions)
        if each.answers
    )
    return Pool(name, tuple(items), tuple(questions))


def ask(system: System, questions: Sequence[Question]) -> list[dict[str, float]]:
    """What each question came to."""
    return [measure(system.ask(each.text).ranking, each.gold) for each in questions]


def line(name: str, measured: Sequence[dict[str, float]]) -> str:
    """The means in percent."""
    return f"  {name:<10}" + "".join(f"{100 * mean(each[figure] for each in measured):>8.1f}" for figure in SHOWN)


def _ids(name: str, places: Sequence[int]) -> frozenset[str]:
    return frozenset(f"{name}/{place}" for place in places)


def _pools(file: str) -> list[Pool]:
    worlds = read_worlds(f"{file}.jsonl").held_out
    return [pool_of(world, f"{file}/{number}") for number, world in enumerate(worlds)]


def main() -> None:
    """Run the bench."""
    parser = described(__doc__)
    parser.add_argument("--files", default="*-?", help="which files of worlds, as a pattern")
    parser.add_argument("--one-palace", action="store_true", help="all worlds of a file in one palace")
    parser.add_argument("--cache", type=Path, default=Path(".bench-cache/vectors.db"))
    options = parser.parse_args()
    embedder = CachedEmbedder(build_embedder(Settings(Path())), options.cache)
    for path in sorted(FOLDER.glob(f"{options.files}.jsonl")):
        pools = together(_pools(path.stem)) if options.one_palace else _pools(path.stem)
        found: dict[str, list[dict[str, float]]] = {"simonides": [], "cosines": []}
        for pool in pools:
            systems: dict[str, System] = {"simonides": Simonides(pool, embedder), "cosines": Scores(pool, embedder, "dense")}
            for name, system in systems.items():
                found[name] += ask(system, pool.questions)
                system.close()
        print(f"{path.stem}: {len(found['cosines'])} questions to {len(pools)} palaces; {', '.join(SHOWN)} in percent")
        for name, measured in found.items():
            print(line(name, measured), flush=True)


if __name__ == "__main__":
    main()
