from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.decay import blend, effective_importance

shares = st.floats(0, 1)
ages = st.timedeltas(timedelta(days=-10), timedelta(days=36_500))
uses = st.integers(0, 10_000)


@pytest.mark.requirement("trusty-decay")
@pytest.mark.parametrize(
    ("importance", "days", "accesses", "expected"),
    [
        (0.5, 0, 0, 0.5),
        (0.5, 90, 0, 0.25),
        (0.8, 180, 0, 0.2),
        (0.5, 90, 2, 0.35),
        (0.5, 0, 6, 0.8),
        (0.5, 0, 600, 0.8),
        (1.0, 0, 3, 1.0),
        (0.5, 3650, 0, 0.05),
        (0.0, 0, 0, 0.05),
    ],
)
def test_importance_halves_in_ninety_days_and_use_brings_some_back(
    importance: float, days: int, accesses: int, expected: float
) -> None:
    assert effective_importance(importance, timedelta(days=days), accesses) == pytest.approx(expected)


@pytest.mark.requirement("trusty-decay")
@given(shares, ages, uses)
def test_effective_importance_stays_within_its_limits(importance: float, age: timedelta, accesses: int) -> None:
    assert 0.05 <= effective_importance(importance, age, accesses) <= 1.0


@given(shares, ages, ages, uses, uses)
def test_age_never_helps_and_use_never_hurts(importance: float, one: timedelta, other: timedelta, few: int, many: int) -> None:
    young, old = sorted((one, other))
    few, many = sorted((few, many))

    assert effective_importance(importance, old, few) <= effective_importance(importance, young, many)


@given(shares, shares, shares, shares, st.floats(0, 0.5), st.floats(0, 0.5))
def test_a_blend_is_a_share_and_grows_with_each_of_its_parts(
    relevance: float, more_relevance: float, importance: float, more_importance: float, boost: float, more_boost: float
) -> None:
    low = blend(min(relevance, more_relevance), min(importance, more_importance), min(boost, more_boost))
    high = blend(max(relevance, more_relevance), max(importance, more_importance), max(boost, more_boost))

    assert 0 <= low <= high <= 1


def test_a_fresh_note_does_not_push_out_an_old_one_that_answers_clearly_better() -> None:
    old_answer = blend(0.8, effective_importance(0.5, timedelta(days=1000), 0))
    fresh_note = blend(0.6, effective_importance(0.5, timedelta(0), 0))

    assert old_answer > fresh_note
