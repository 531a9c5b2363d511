"""Spans of days: months, those named from today, and ranges."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from simonides.domain.memory import Scope
from simonides.frozen import frozen

EPOCH = date(1970, 1, 1)
MONTH_MIN = 28
UNIT_DAYS = {"hour": 1 / 24, "day": 1, "week": 7, "month": 30.44, "year": 365.25}
_WEEK = timedelta(days=7)
_DAY = timedelta(days=1)


@frozen
class Span:
    """Days from the first to the last, both included."""

    first: date
    last: date

    def holds(self, day: int) -> bool:
        """Whether a day, counted from 1970, is one of them."""
        return (self.first - EPOCH).days <= day <= (self.last - EPOCH).days

    @property
    def is_open(self) -> bool:
        """Whether it has no beginning: `before March`."""
        return self.first == EPOCH

    @property
    def is_long(self) -> bool:
        """Whether it is a month or more, and has a beginning."""
        return not self.is_open and (self.last - self.first).days + 1 >= MONTH_MIN

    @property
    def start(self) -> datetime:
        """Its first instant."""
        return datetime(self.first.year, self.first.month, self.first.day, tzinfo=UTC)

    @property
    def end(self) -> datetime:
        """The first instant after it."""
        return datetime(self.last.year, self.last.month, self.last.day, tzinfo=UTC) + _DAY


@frozen
class Moment:
    """A date named in a question: a day or a whole month, with or without a year."""

    month: int
    day: int | None = None
    year: int | None = None


def day_of(year: int, month: int, day: int) -> date | None:
    """That day, if the calendar has it."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def months(year: int, month: int, count: int) -> Span:
    """So many whole months; of the year before, counted on below 1."""
    first, after = year * 12 + month - 1, year * 12 + month - 1 + count
    return Span(date(first // 12, first % 12 + 1, 1), date(after // 12, after % 12 + 1, 1) - _DAY)


def last_numbered(day: int, today: date) -> Span | None:
    """The last day of that number in a month, until today."""
    for back in range(3):
        month = today.year * 12 + today.month - 1 - back
        found = day_of(month // 12, month % 12 + 1, day)
        if found is not None and found <= today:
            return Span(found, found)
    return None


def weekday(number: int, week: Span | None, today: date) -> Span:
    """That day of seven, or else its last time until today; counted from 0."""
    day = week.first + (number - week.first.weekday()) % 7 * _DAY if week else today - (today.weekday() - number) % 7 * _DAY
    return Span(day, day)


def weekend(today: date) -> Span:
    """The last weekend until today, or the one that is."""
    saturday = today - (today.weekday() - 5) % 7 * _DAY
    return Span(saturday, saturday + _DAY)


def relative(name: str, today: date) -> Span:
    """The days of a phrase of `RelativeDays.spans`."""
    week, first = today - today.weekday() * _DAY, today.replace(day=1)
    before = first - _DAY
    this_quarter = months(today.year, today.month - (today.month - 1) % 3, 3)
    year_ago = today - 52 * _WEEK
    return {
        "today": Span(today, today),
        "yesterday": Span(today - _DAY, today - _DAY),
        "day_before": Span(today - 2 * _DAY, today - 2 * _DAY),
        "last_week": Span(week - _WEEK, week - _DAY),
        "this_week": Span(week, week + _WEEK - _DAY),
        "last_month": months(before.year, before.month, 1),
        "this_month": months(first.year, first.month, 1),
        "last_year": months(today.year - 1, 1, 12),
        "this_year": months(today.year, 1, 12),
        "last_quarter": months(this_quarter.first.year, this_quarter.first.month - 3, 3),
        "this_quarter": this_quarter,
        "last_weekend": Span(week - 2 * _DAY, week - _DAY),
        "week_before_last": Span(week - 2 * _WEEK, week - _WEEK - _DAY),
        "weekend_before_last": Span(week - _WEEK - 2 * _DAY, week - _WEEK - _DAY),
        "month_before_last": months(before.year, before.month - 1, 1),
        "year_before_last": months(today.year - 2, 1, 12),
        # More than one, and less than a week.
        "days_ago": Span(today - 6 * _DAY, today - 2 * _DAY),
        "past_days": Span(today - 6 * _DAY, today),
        "time_last_year": Span(year_ago - _WEEK, year_ago + _WEEK),
    }[name]


def counted(kind: str, number: int, unit: str, today: date) -> Span:
    """So many units of time counted back from today: those days until today, or the days around the one so long ago.

    Who says two weeks is up to half a week off, and who says twenty may be two off.
    """
    days = round(number * UNIT_DAYS[unit])
    then = today - min(days, (today - EPOCH).days) * _DAY
    if kind == "past":
        return Span(then, today)
    off = max(round(UNIT_DAYS[unit]) // 2, days // 10) * _DAY
    return Span(max(then - off, EPOCH), min(then + off, today))


def ranged(kind: str, dates: list[Span], today: date) -> Span | None:
    """The days of a range over one or two dates: between them, since, after, until or before one; None where there are none."""
    first, last = {
        "between": (dates[0].first, dates[-1].last),
        "since": (dates[0].first, max(today, dates[0].last)),
        "after": (dates[0].last + _DAY, max(today, dates[0].last + _DAY)),
        "until": (EPOCH, dates[0].last),
        "before": (EPOCH, dates[0].first - _DAY),
    }[kind]
    return Span(first, last) if first <= last else None


def narrowed(scope: Scope, span: Span) -> Scope:
    """The scope narrowed to some days."""
    first = max(filter(None, (scope.happened_from, span.start)))
    return replace(scope, happened_from=first, happened_before=min(filter(None, (scope.happened_before, span.end))))
