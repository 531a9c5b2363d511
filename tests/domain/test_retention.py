"""Retention: how old something is, is counted by a clock that may be years ahead for a day."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.past.retention import LEAP, WITNESSES, believed

NOW = datetime(2026, 3, 12, 10, 0, tzinfo=UTC)
AHEAD = NOW + timedelta(days=730)
DAY = timedelta(days=1)


def test_a_clock_that_goes_on_day_by_day_is_believed() -> None:
    assert believed(NOW, []) == NOW
    assert believed(NOW, [NOW - DAY * days for days in range(90, 0, -1)]) == NOW
    assert believed(NOW, [NOW - LEAP]) == NOW


def test_a_clock_that_leaps_is_believed_after_some_days() -> None:
    shown = [AHEAD + DAY * days for days in range(WITNESSES)]

    assert believed(AHEAD, [NOW]) == NOW
    assert believed(AHEAD, [NOW, *[AHEAD] * 90]) == NOW
    assert believed(shown[-1], [NOW, *shown]) == NOW
    assert believed(shown[-1] + DAY, [NOW, *shown]) == shown[-1] + DAY


def test_a_clock_that_leaps_again_or_is_put_right_is_seen_through() -> None:
    assert believed(AHEAD + DAY * 900, [NOW, AHEAD, AHEAD + DAY]) == NOW
    assert believed(NOW + DAY, [NOW, AHEAD, AHEAD + DAY]) == NOW + DAY
    assert believed(AHEAD, [NOW, AHEAD, NOW + DAY]) == NOW + DAY


@given(st.lists(st.integers(-2_000, 2_000), max_size=20), st.integers(-2_000, 2_000))
def test_nothing_is_ever_taken_for_older_than_the_clock_says(ran: list[int], now: int) -> None:
    moment = NOW + DAY * now

    assert believed(moment, [NOW + DAY * days for days in ran]) <= moment
