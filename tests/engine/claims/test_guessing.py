"""Guesses: found in the background by the rule of the ranking, proposed once, and without effect until somebody accepts them."""

from datetime import UTC, datetime

import pytest

from simonides.domain.ids import Mint
from simonides.domain.memory import Memory, Origin, Place
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.claims import guessing
from simonides.engine.claims.guessing import Guessing, seems_to_replace
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment, Palace
from simonides.engine.upkeep.dreaming import Dreaming, Pace
from support.clock import FixedClock

GERMAN = "Der Testserver von Atlas"
OLD, NEW = "The staging database of Atlas runs on port 5432", "The staging database of Atlas now runs on port 5433"


def on(day: int, text: str, **origin: str) -> Memory:
    when = datetime(2026, 1, day, tzinfo=UTC)
    return Memory(f"m{day}", text, Place("app", "db"), when, Origin(event_time=when, added_by="mcp", **origin))  # type: ignore[arg-type]


def file(palace: Palace, name: str, text: str, day: int, wing: str = "app", **origin: str) -> None:
    when = datetime(2026, 1, day, tzinfo=UTC)
    draft = Draft(text, Place(wing, "db"), Origin(event_time=when, added_by="mcp", **origin))  # type: ignore[arg-type]
    palace.memories.remember(draft, name)


def guessed(palace: Palace, clock: FixedClock) -> list[tuple[str, str]]:
    found = Guessing(palace.store, clock)
    for key in palace.store.memories.after(0, 100):
        found.propose_around(key)
    return sorted((each.older, each.newer) for each in palace.store.supersessions.after(0, 100))


@pytest.mark.requirement("claims-guess")
@pytest.mark.parametrize(
    ("newer", "older", "likeness", "is_guessed"),
    [
        (on(9, NEW), on(2, OLD), 0.9, True),
        (on(2, NEW), on(9, OLD), 0.9, False),
        (on(2, NEW), on(2, OLD), 0.9, False),
        (on(9, NEW), on(2, OLD), 0.3, False),
        (on(9, "Does the staging database of Atlas run on port 5433?"), on(2, OLD), 0.9, False),
        (on(9, "Anna: " + NEW, author="Anna"), on(2, "Ben: " + OLD, author="Ben"), 0.9, False),
        (on(9, NEW + " and more. " * 60), on(2, OLD), 0.9, False),
        (on(9, f"{GERMAN} läuft jetzt auf Port 5433"), on(2, f"{GERMAN} läuft auf Port 5432"), 0.9, True),
        (on(9, "The harbour closes at nine in winter"), on(2, OLD), 0.5, False),
    ],
)
def test_the_rule_of_the_ranking_decides_without_a_question(
    newer: Memory, older: Memory, likeness: float, *, is_guessed: bool
) -> None:
    assert seems_to_replace(newer, older, likeness) is is_guessed


@pytest.mark.requirement("claims-guess")
def test_a_dream_proposes_a_pair_and_leaves_both_memories_alone(palace: Palace, clock: FixedClock, mint: Mint) -> None:
    file(palace, "old", OLD, 2)
    file(palace, "new", NEW, 9)
    before = [palace.memories.get(name) for name in ("old", "new")]
    report = Dreaming(palace, Equipment(HashingEmbedder(), clock, mint, patience_s=5)).dream(Pace())

    assert report is not None
    [made] = [each.pair for each in palace.claims.review.page()]
    assert (made.older, made.newer, made.cause, made.said_by) == ("old", "new", "guess", "dreaming")
    assert [palace.memories.get(name) for name in ("old", "new")] == before
    assert palace.claims.chains.of("new").older == ()
    [act] = palace.past.acts.newest(1)
    assert act.first.actor == "dreaming"
    assert palace.past.differences.subjects([act])[0].words == "proposed: new takes the place of old"


@pytest.mark.requirement("claims-guess")
@pytest.mark.requirement("claims-review")
def test_what_was_rejected_said_or_guessed_is_not_proposed_again(palace: Palace, clock: FixedClock) -> None:
    file(palace, "old", OLD, 2)
    file(palace, "new", NEW, 9)
    assert guessed(palace, clock) == guessed(palace, clock) == [("old", "new")]

    [proposed] = palace.claims.review.page()
    palace.claims.review.decide([str(proposed.pair.key)], "reject")
    assert guessed(palace, clock) == [("old", "new")]
    assert palace.claims.review.count() == 0


def test_nothing_is_guessed_of_files_conversations_other_wings_and_repetitions(palace: Palace, clock: FixedClock) -> None:
    file(palace, "file", OLD, 2, source="/notes/a.md")
    file(palace, "talk", OLD, 3, conversation="c1")
    file(palace, "away", OLD, 4, wing="home")
    file(palace, "new", NEW, 9)
    file(palace, "same", NEW, 12)

    assert guessed(palace, clock) == []


def test_a_cycle_proposes_no_more_than_it_may(palace: Palace, clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "WAITING_MAX", 1)
    for number in range(3):
        file(palace, f"old{number}", f"{OLD} in region {number}{number}", 2 + number)
        file(palace, f"new{number}", f"{NEW} in region {number}{number}", 9 + number)

    assert len(guessed(palace, clock)) == 1
