from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.errors import Invalid
from simonides.domain.graph import Fact
from simonides.domain.time import Stamp, rfc3339

MOMENTS = st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - given its zone by hypothesis


def fact(valid_from: str | None, valid_to: str | None) -> Fact:
    return Fact(
        id="t_1",
        subject="Max",
        predicate="does",
        object="swimming",
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        valid_from=Stamp.parse(valid_from) if valid_from else None,
        valid_to=Stamp.parse(valid_to) if valid_to else None,
    )


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("2026-03-12", timedelta(days=1)),
        ("2026-02", timedelta(days=28)),
        ("2026", timedelta(days=365)),
        ("2024-12", timedelta(days=31)),
        ("9999-12-31", timedelta(days=1) - timedelta(microseconds=1)),
    ],
)
def test_a_calendar_stamp_spans_what_it_names(text: str, length: timedelta) -> None:
    stamp = Stamp.parse(text)

    assert stamp.end - stamp.start == length
    assert stamp.text == text


def test_a_time_without_a_zone_is_utc() -> None:
    assert Stamp.parse("2026-03-12T10:00:00").start == datetime(2026, 3, 12, 10, tzinfo=UTC)
    assert Stamp.parse("2026-03-12T10:00:00+02:00").start == datetime(2026, 3, 12, 8, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["", "yesterday", "2026-13", "2026-02-30", "12/03/2026", "0000-01-01", "9999-12-31T23:59:59.999999Z"]
)
def test_what_is_no_time_is_refused_by_argument(text: str) -> None:
    with pytest.raises(Invalid) as caught:
        Stamp.parse(text, "as_of")

    assert caught.value.argument == "as_of"


@given(MOMENTS)
def test_a_moment_written_is_the_moment_read(moment: datetime) -> None:
    assert Stamp.parse(rfc3339(moment)).start == moment


@pytest.mark.parametrize(
    ("as_of", "holds"),
    [("2026-02-28", False), ("2026-03-01", True), ("2026-03-31", True), ("2026-04-01", False), ("2026-03", True), ("2026", True)],
)
@pytest.mark.requirement("palace-kg-as-of")
def test_a_plain_date_counts_whole_at_both_ends(as_of: str, holds: bool) -> None:
    assert fact("2026-03-01", "2026-03-31").holds_during(Stamp.parse(as_of)) is holds


def test_an_undated_fact_holds_always() -> None:
    assert fact(None, None).holds_during(Stamp.parse("1999-01-01"))


@given(MOMENTS, MOMENTS, MOMENTS)
def test_a_fact_holds_at_an_instant_exactly_between_its_ends(start: datetime, end: datetime, moment: datetime) -> None:
    timed = Fact("t", "a", "b", "c", start, Stamp.at(start), Stamp("", end, end))

    assert timed.holds_during(Stamp.at(moment)) == (start <= moment < end)
