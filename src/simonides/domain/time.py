"""Time: instants, calendar spans, and the clock they come from."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from simonides.domain.errors import Invalid, NotTime
from simonides.frozen import frozen

Clock = Callable[[], datetime]
"""The source of the current time; tests pass a fixed one."""

DAWN = datetime(1970, 1, 1, tzinfo=UTC)
"""The instant from which days and the times of changes are counted."""

_CALENDAR = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?\Z")
_TICK = timedelta(microseconds=1)


def system_clock() -> datetime:
    """The time now, aware and in UTC."""
    return datetime.now(UTC)


def rfc3339(moment: datetime) -> str:
    """A moment as `2026-05-10T14:32:00Z`, with a fraction only where there is one."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


@frozen
class Stamp:
    """A time as somebody wrote it: an instant, or a whole day, month or year.

    `start` is its first instant and `end` the first instant after it.
    """

    text: str
    start: datetime
    end: datetime

    @classmethod
    def at(cls, moment: datetime) -> "Stamp":
        """The stamp of one instant."""
        return cls(rfc3339(moment), moment, moment + _TICK)

    @property
    def last(self) -> datetime:
        """Its last instant."""
        return self.end - _TICK

    @classmethod
    def parse(cls, text: str, argument: str = "time") -> "Stamp":
        """Read `2026`, `2026-03`, `2026-03-12` or an ISO 8601 date and time (UTC when it names no zone)."""
        text = text.strip()
        try:
            if calendar := _CALENDAR.match(text):
                return cls(text, *_calendar_span(*calendar.groups()))
            moment = datetime.fromisoformat(text)
            moment = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
            return cls(text, moment, moment + _TICK)
        except (ValueError, OverflowError) as error:
            raise NotTime(argument, text) from error

    @classmethod
    def if_said(cls, text: str | None, argument: str) -> "Stamp | None":
        """A time that may be left out, as an argument or an option."""
        return cls.parse(text, argument) if text else None


def first_instant(text: str | None, argument: str) -> datetime | None:
    """The beginning of a time that may be left out."""
    return Stamp.parse(text, argument).start if text else None


def last_instant(text: str | None, argument: str) -> datetime | None:
    """The last instant of a time that may be left out: of a day, its end."""
    return Stamp.parse(text, argument).last if text else None


def span_between(
    since: str | None, until: str | None, names: tuple[str, str] = ("since", "until")
) -> tuple[datetime | None, datetime | None]:
    """From the beginning of one time up to the end of another, either of which may be left out. Raises Invalid."""
    first, last = Stamp.if_said(since, names[0]), Stamp.if_said(until, names[1])
    if first and last and last.end <= first.start:
        raise Invalid(names[1], f"{last.text} is over before {first.text} begins; name the earlier time as {names[0]}")
    return first.start if first else None, last.end if last else None


def _calendar_span(year: str, month: str | None, day: str | None) -> tuple[datetime, datetime]:
    start = datetime(int(year), int(month or 1), int(day or 1), tzinfo=UTC)
    try:
        if day:
            return start, start + timedelta(days=1)
        if month:
            return start, (start + timedelta(days=32)).replace(day=1)
        return start, start.replace(year=start.year + 1)
    except (OverflowError, ValueError):
        # The span ends at the last instant that datetime can represent.
        return start, datetime.max.replace(tzinfo=UTC)
