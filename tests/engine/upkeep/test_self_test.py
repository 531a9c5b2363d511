"""Self-examination: what is measured is the search, and not what its first call loads."""

from typing import TYPE_CHECKING

from simonides.domain.ids import Mint
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment
from simonides.engine.upkeep.self_test import examine
from support.clock import FixedClock
from support.homes import Home

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors


class Noting(HashingEmbedder):
    """Notes what was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def embed_question(self, text: str) -> "Vectors":
        self.asked.append(text)
        return super().embed_question(text)


def test_each_recipe_searches_once_before_it_is_measured(home: Home, clock: FixedClock, mint: Mint) -> None:
    embedder = Noting()
    engine = Engine(home.shelf(), Equipment(embedder, clock, mint, patience_s=5))
    palace = engine.create("test")
    palace.memories.remember(Draft("The harbour pilot Rosa keeps a spare lantern under the northern stairs."))
    embedder.asked.clear()

    examination = examine(palace, 1, 0, 60, lambda _done, _of: None)

    [probe] = examination.probes
    before = embedder.asked[: embedder.asked.index(probe.question)]
    # By hybrid and by meaning alone; words alone ask no embedder.
    assert len([question for question in before if " " in question]) == 2
    assert examination.questions == 1
    engine.close()
