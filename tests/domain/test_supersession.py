"""Pairs of statements, without a store."""

from datetime import UTC, datetime

import pytest

from simonides.domain.errors import Invalid
from simonides.domain.past.supersession import OPEN, pair, pair_id

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.requirement("claims-guess")
def test_a_guess_is_proposed_and_everything_else_accepted() -> None:
    states = {cause: pair("memory", "a", "b", cause, NOW).state for cause in ("said", "edit", "fact", "guess")}

    assert states == {"said": "accepted", "edit": "accepted", "fact": "accepted", "guess": "proposed"}
    assert "accepted" not in OPEN


def test_a_pair_has_the_same_id_in_every_copy() -> None:
    assert pair("memory", "a", "b", "guess", NOW).id == pair("memory", "a", "b", "said", NOW).id == pair_id("a", "b")
    assert pair_id("a", "b") != pair_id("b", "a")


@pytest.mark.requirement("claims-bad-input")
def test_nothing_takes_its_own_place() -> None:
    with pytest.raises(Invalid, match="a cannot take its own place; name another memory"):
        pair("memory", "a", "a", "said", NOW)


def test_a_decision_leaves_the_rest_of_a_pair_alone() -> None:
    guess = pair("memory", "a", "b", "guess", NOW, "dreaming", 0.8)
    decided = guess.decided("rejected", "Ada (cli)", NOW)

    assert (decided.state, decided.decided_by, decided.decided_at) == ("rejected", "Ada (cli)", NOW)
    assert (decided.cause, decided.said_by, decided.likeness, decided.id) == ("guess", "dreaming", 0.8, "a>b")
