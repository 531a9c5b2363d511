"""Reach: how far the changes of each origin are known, as the number of the last of them."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from simonides.domain.errors import Invalid
from simonides.domain.time import DAWN
from simonides.domain.validation import number_in

Reach = Mapping[str, int]
NUMBER_END = 2**62
"""Times and numbers of changes are below it."""
TIME_MAX = NUMBER_END - 1


class Dot(NamedTuple):
    """One change: when it was made, by which origin, and its number among that origin's. Later changes compare greater."""

    time: int
    """Microseconds since 1970; always after every change that the writer knew of in the same record."""
    origin: str
    number: int


def covers(reach: Reach, dot: Dot) -> bool:
    """Whether a change is known."""
    return dot.number <= reach.get(dot.origin, 0)


def joined(first: Reach, second: Reach) -> dict[str, int]:
    """As far as either reaches."""
    return {origin: max(first.get(origin, 0), second.get(origin, 0)) for origin in sorted({*first, *second})}


def is_within(inner: Reach, outer: Reach) -> bool:
    """Whether everything that one reaches is known to the other."""
    return all(number <= outer.get(origin, 0) for origin, number in inner.items())


def reach_text(reach: Reach) -> str:
    """A reach in one line, as `a1b2:17,c3d4:5`."""
    return ",".join(f"{origin}:{number}" for origin, number in sorted(reach.items()))


def read_reach(text: str, argument: str) -> dict[str, int]:
    """The reach in a line. Raises Invalid naming the argument."""
    reach = {}
    for part in filter(None, text.split(",")):
        origin, _, told = part.rpartition(":")
        number = number_in(told)
        if not origin or number is None:
            raise Invalid(argument, f"'{part[:60]}' is not an origin and a number, as in a1b2:17")
        reach[origin] = number
    return reach


def time_of(moment: datetime) -> int:
    """A moment as the time of a change."""
    return (moment - DAWN) // timedelta(microseconds=1)


def moment_of(time: int) -> datetime:
    """The moment of a change; the last one of the calendar for a clock that ran away."""
    try:
        return DAWN + timedelta(microseconds=time)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)
