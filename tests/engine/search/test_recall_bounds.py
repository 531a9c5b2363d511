"""A question is read up to its limit, however long it is."""

from typing import TYPE_CHECKING

from simonides.domain.ids import Mint
from simonides.domain.text.words import QUESTION_MAX
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment
from support.clock import FixedClock
from support.homes import Home

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors


class NotingEmbedder(HashingEmbedder):
    """Notes how long the questions are that it embeds."""

    def __init__(self) -> None:
        super().__init__()
        self.lengths: list[int] = []

    def embed_question(self, text: str) -> "Vectors":
        """As always."""
        self.lengths.append(len(text))
        return super().embed_question(text)


def test_a_question_of_twenty_thousand_characters_costs_no_more_than_the_longest_that_is_read(
    home: Home, clock: FixedClock, mint: Mint
) -> None:
    embedder = NotingEmbedder()
    engine = Engine(home.shelf(), Equipment(embedder, clock, mint, patience_s=5))
    palace = engine.create("test")
    for number in range(5):
        palace.memories.remember(Draft(f"The crane of berth {number} opens at six."))
    question = ("crane berth opens " * 2_000)[:20_000]

    found = [hit.memory.id for hit in palace.recall(question)]
    cut = [hit.memory.id for hit in palace.recall(question[:QUESTION_MAX])]
    engine.close()

    assert found == cut
    assert max(embedder.lengths) <= QUESTION_MAX
