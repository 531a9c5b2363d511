"""Questions about days: what happened then is found by its time, and by any way to write its date."""

from datetime import UTC, datetime

import pytest

from simonides.domain.memory import EVERYTHING, Origin, Place, Scope
from simonides.domain.ranking.recipe import HYBRID, LEXICAL
from simonides.domain.ranking.strength import Strength
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from support.clock import FixedClock


def file(palace: Palace, text: str, happened: str | None = None, conversation: str | None = None) -> str:
    event_time = datetime.fromisoformat(happened).replace(tzinfo=UTC) if happened else None
    origin = Origin(author="Ada" if conversation else None, conversation=conversation, event_time=event_time)
    return palace.memories.remember(Draft(text, Place(), origin)).id


@pytest.fixture
def turns(palace: Palace) -> list[str]:
    """Two turns of 2 June among others that share a word with the question."""
    for number in range(12):
        file(palace, f"We discussed plan number {number} and what to discuss next.", f"2025-09-{number + 1:02}", f"talk {number}")
    return [
        file(palace, "The lighthouse keeper wants a new lamp.", "2025-06-02T09:00", "june"),
        file(palace, "It should burn oil from rapeseed.", "2025-06-02T09:05", "june"),
    ]


def test_what_was_discussed_on_a_day_is_found_by_the_day(palace: Palace, turns: list[str]) -> None:
    hits = palace.recall("What did we discuss on 2 June?", limit=2)

    assert {hit.memory.id for hit in hits} == set(turns)


def test_what_happened_on_a_day_answers_a_question_for_that_day_alone(palace: Palace, turns: list[str]) -> None:
    assert palace.answer("What did we discuss on 2 June?").strength is Strength.STRONG
    assert palace.answer("What did we discuss on 3 June?").strength is Strength.WEAK
    file(palace, "Minutes of 3 June: the oil was discussed.", "2025-06-07")
    assert palace.answer("What did we discuss on 3 June?").strength is Strength.STRONG
    assert palace.answer("Who repaired the harp on 2 June?").strength is Strength.WEAK


@pytest.mark.parametrize("text", ["The budget of 2025 is what we discussed.", f"{'What we discussed. ' * 300}It was 4 June."])
def test_a_note_that_names_a_year_or_a_day_far_down_is_no_answer_to_a_question_for_a_day(palace: Palace, text: str) -> None:
    file(palace, text, "2025-06-07")

    assert palace.answer("What did we discuss on 4 June?").strength is Strength.WEAK


def test_a_day_counts_beside_the_matter(palace: Palace, turns: list[str]) -> None:
    assert palace.recall("Which lamp did the keeper want on 2 June 2025?", limit=1)[0].memory.id == turns[0]


def test_the_day_of_filing_counts_where_that_of_the_event_is_unknown(palace: Palace, clock: FixedClock) -> None:
    file(palace, "The bakery opens at six.")
    clock.pass_time(days=10)
    filed = file(palace, "The mill turns again.")
    clock.pass_time(days=1)

    assert palace.recall("What happened yesterday?", limit=1)[0].memory.id == filed


def test_a_memory_that_begins_with_a_day_is_of_that_day(palace: Palace, turns: list[str]) -> None:
    told = file(palace, "2025-06-09: The keeper went home.")
    given = file(palace, "2025-06-09: The lamp was ordered.", "2025-06-12")
    to_come = file(palace, "2199-01-01: The lamp is changed again.")

    days = [palace.memories.get(each).origin.event_time for each in (told, given, to_come)]

    assert days == [datetime(2025, 6, 9, tzinfo=UTC), datetime(2025, 6, 12, tzinfo=UTC), None]
    assert palace.recall("What happened on 9 June 2025?", limit=1)[0].memory.id == told


@pytest.mark.parametrize("written", ["on 2026-01-09", "am 09.01.2026", "on Jan 9, 2026", "on 1/9/2026", "on 9 January 2026"])
def test_a_date_is_found_however_it_is_written(palace: Palace, written: str) -> None:
    for number in range(1, 9):
        file(palace, f"Invoice {number} was paid late in the spring of 2025.")
    wanted = file(palace, f"The invoice of the harbour was paid {written}.")

    assert palace.recall("Which invoice was paid on 9 January 2026?", recipe=LEXICAL, limit=1)[0].memory.id == wanted


def test_a_scope_in_time_holds_events_or_else_filings(palace: Palace, turns: list[str]) -> None:
    filed = file(palace, "The lamp is here.")
    june = Scope(happened_from=datetime(2025, 6, 1, tzinfo=UTC), happened_before=datetime(2025, 7, 1, tzinfo=UTC))

    assert {hit.memory.id for hit in palace.recall("lamp", june)} == set(turns)
    assert filed in {hit.memory.id for hit in palace.recall("lamp", Scope(happened_from=datetime(2026, 3, 1, tzinfo=UTC)))}


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("When did I water the tomatoes?", ["09", "05", "02"]),
        ("When did I last water the tomatoes?", ["09", "05", "02"]),
        ("When did I first water the tomatoes?", ["02", "05", "09"]),
    ],
)
def test_of_equal_notes_the_latest_comes_first_or_the_first_where_it_is_asked_for(
    palace: Palace, question: str, days: list[str]
) -> None:
    for day in ("05", "02", "09"):
        file(palace, f"2026-03-{day}: Watered the tomatoes")

    explained = palace.explaining.explain(question, EVERYTHING, 3, HYBRID)

    assert [hit.memory.content[8:10] for hit in palace.recall(question)] == days
    assert [hit.memory.content[8:10] for hit in explained.hits] == days
    assert [hit.place for hit in explained.hits] == [1, 2, 3]
