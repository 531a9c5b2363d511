"""A question is read up to its limit, however long it is."""

from simonides.domain.ids import Mint
from simonides.domain.text.words import QUESTION_MAX
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment
from support.clock import FixedClock
from support.embedders import MeasuringEmbedder
from support.homes import Home


def test_a_question_of_twenty_thousand_characters_costs_no_more_than_the_longest_that_is_read(
    home: Home, clock: FixedClock, mint: Mint
) -> None:
    embedder = MeasuringEmbedder()
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
