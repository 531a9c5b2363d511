"""Where a question describes somebody or something, the answer goes above the note that leads to it."""

from dataclasses import replace

from simonides.domain.memory import EVERYTHING, Place
from simonides.domain.ranking.recipe import HYBRID
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace

LEADING = "Kestrel owns the gateway"
ANSWER = "Moritz leads the Kestrel team"
OTHERS = ("Agnieszka leads the Plover team", "The canteen opens at eleven", "Tickets cost four euros")
QUESTION = "who leads the team that owns the gateway"


def remember(palace: Palace, *texts: str) -> None:
    for text in texts:
        palace.memories.remember(Draft(text, Place("work", "notes")))


def test_the_answer_goes_above_the_note_that_leads_to_it(palace: Palace) -> None:
    remember(palace, LEADING, ANSWER, *OTHERS)

    hits = palace.recall(QUESTION)
    without = palace.recall(QUESTION, EVERYTHING, 10, replace(HYBRID, follows_descriptions=False))

    assert [hit.memory.content for hit in hits[:2]] == [ANSWER, LEADING]
    assert hits[0].reasons["hop"] > 0
    assert without[0].memory.content == LEADING


def test_a_note_that_shares_no_name_with_the_best_stays_where_it_is(palace: Palace) -> None:
    remember(palace, LEADING, *OTHERS)

    assert palace.recall(QUESTION)[0].memory.content == LEADING


def test_a_second_hop_is_judged_by_the_note_that_leads_to_it(palace: Palace) -> None:
    remember(palace, LEADING, ANSWER, *OTHERS)
    followed = palace.answer(QUESTION)

    alone = palace.answer(QUESTION, recipe=replace(HYBRID, follows_descriptions=False))

    assert followed.hits[0].memory.content == ANSWER
    assert followed.likelihood == alone.likelihood
