"""Newer statements in search results: what holds now comes before what held once."""

from datetime import timedelta

import pytest

from simonides.domain.memory import Origin, Place
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
