"""Newer statements in search results: what holds now comes before what held once."""

from datetime import timedelta

import pytest

from simonides.domain.memory import EVERYTHING, Origin, Place, Scope
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from support.clock import FixedClock

STATED = [
    ("How many people are on the platform team?", "The platform team has six people.", "The platform team is now nine people."),
    (
        "What is the monthly budget for cloud hosting?",
        "Our monthly budget for cloud hosting is 4,000 euros.",
        "Finance raised the monthly cloud hosting budget to 5,500 euros.",
    ),
    ("When is the dentist appointment?", "My dentist appointment is on June 3.", "The dentist appointment was moved to June 10."),
    ("How much rent do I pay?", "I pay 1,150 of rent a month.", "The landlord increased the rent that I pay to 1,240."),
    (
        "What is the timeout of payments?",
        "Payments have a timeout of 30 seconds.",
        "We changed the timeout of payments to 10 seconds.",
    ),
    (
        "When does the weekly sync start?",
        "The weekly sync starts on Tuesday.",
        "The weekly sync has moved, it starts on Thursday now.",
    ),
    (
        "How many guests come to the wedding?",
        "We expect 80 guests at the wedding.",
        "With the cousins, 94 guests come to the wedding.",
    ),
]


@pytest.fixture
def filled(palace: Palace, clock: FixedClock) -> Palace:
    for text in [stale for _, stale, _ in STATED] + [current for _, _, current in STATED]:
        palace.memories.remember(Draft(text, Place()))
        clock.pass_time(hours=7)
    return palace


@pytest.mark.parametrize(("question", "stale", "current"), STATED)
@pytest.mark.requirement("recall-newer-first")
def test_in_a_palace_of_two_the_newer_comes_first(palace: Palace, question: str, stale: str, current: str) -> None:
    for text in (stale, current):
        palace.memories.remember(Draft(text, Place()))

    assert [hit.memory.content for hit in palace.recall(question)] == [current, stale]


@pytest.mark.parametrize("conversation", [None, "plans"])
@pytest.mark.requirement("recall-newer-first")
def test_a_statement_of_a_day_to_come_replaces_nothing_until_then(
    palace: Palace, clock: FixedClock, conversation: str | None
) -> None:
    held, coming = "The platform team has six people.", "The platform team is now nine people."
    for position, (text, days) in enumerate([(held, -10), (coming, 20)]):
        event = clock.now + timedelta(days=days)
        origin = Origin(event_time=event, conversation=conversation, position=position if conversation else None)
        palace.memories.remember(Draft(text, Place(), origin=origin))

    def is_lifted(question: str, scope: Scope = EVERYTHING) -> bool:
        return any(not {"newer", "update"}.isdisjoint(hit.reasons) for hit in palace.recall(question, scope))

    question = "How many people are on the platform team?"
    assert not is_lifted(question)
    assert is_lifted(question, Scope(valid_at=clock.now + timedelta(days=20)))
    assert is_lifted("How many people are on the platform team in April 2026?")
    clock.pass_time(days=20)
    assert is_lifted(question)
    assert palace.recall(question)[0].memory.content == coming


@pytest.mark.requirement("recall-newer-first")
def test_what_is_to_come_is_replaced_by_what_comes_later_still(palace: Palace, clock: FixedClock) -> None:
    for text, days in (("The summer party is on the roof.", 20), ("The summer party is now in the garden.", 30)):
        origin = Origin(event_time=clock.now + timedelta(days=days))
        palace.memories.remember(Draft(text, Place(), origin=origin))

    assert palace.recall("Where is the summer party?")[0].memory.content == "The summer party is now in the garden."


@pytest.mark.requirement("recall-newer-first")
def test_a_day_that_has_begun_somewhere_on_earth_is_not_to_come(palace: Palace, clock: FixedClock) -> None:
    for text, days in (("The platform team has six people.", -10), ("The platform team is now nine people.", 1)):
        origin = Origin(event_time=(clock.now + timedelta(days=days)).replace(hour=0))
        palace.memories.remember(Draft(text, Place(), origin=origin))

    assert "nine" in palace.recall("How many people are on the platform team?")[0].memory.content


@pytest.mark.parametrize(("question", "stale", "current"), STATED)
@pytest.mark.requirement("recall-newer-first")
def test_what_holds_now_comes_before_what_held_once(filled: Palace, question: str, stale: str, current: str) -> None:
    found = [hit.memory.content for hit in filled.recall(question, limit=5)]

    assert found.index(current) < found.index(stale)


@pytest.mark.requirement("recall-newer-first")
def test_scores_still_fall_from_hit_to_hit(filled: Palace) -> None:
    for question, _, _ in STATED:
        scores = [hit.score for hit in filled.recall(question)]
        assert scores == sorted(scores, reverse=True)


@pytest.mark.requirement("recall-newer-first")
def test_who_asks_for_what_held_before_gets_it_first(filled: Palace) -> None:
    [first, *_] = filled.recall("What was the monthly budget for cloud hosting before finance raised it?")

    assert "4,000" in first.memory.content


@pytest.mark.requirement("recall-newer-first")
def test_the_event_counts_and_not_the_day_of_filing(palace: Palace, clock: FixedClock) -> None:
    now = clock()
    for text, days in (("The team is now nine people.", 0), ("The team has six people.", -30)):
        palace.memories.remember(Draft(text, Place(), origin=Origin(event_time=now + timedelta(days=days))))

    assert "nine" in palace.recall("How many people are on the team?")[0].memory.content
