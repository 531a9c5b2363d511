"""A date with its place in a question."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from simonides.domain.question.spans import Moment, Span
from simonides.domain.question.yearly import Yearly
from simonides.frozen import frozen
from simonides.languages.part_words import DATE_SIGN, DatePart

SIGN = re.compile(DATE_SIGN)


@frozen
class NamedDate:
    """A date, where it stands, and the days it means; None without a `today` to count from."""

    first: int
    last: int
    span: Span | None
    moment: Moment | None = None
    part: DatePart | None = None
    """Which part of the moment it is, if not all of it."""
    yearly: Yearly | None = None
    """What it is in every year, if it names none."""
    main: date | None = None
    """The main day of a feast."""
    is_weekday: bool = False
    """Whether it is a day of the week, or the weekend."""
    year: int | None = None
    """Which year it is, if it is `last year` or this one."""
    is_number: bool = False
    """Whether it is a day by its number alone."""
    is_sure: bool = True
    """Whether its words may mean nothing else."""
    is_name: bool = False
    """Whether it is written as a name, and a time only as part of a longer phrase."""

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands."""
        return self.first, self.last

    def overlaps(self, other: "NamedDate") -> bool:
        """Whether both stand, in part, in one place."""
        return self.first < other.last and other.first < self.last

    def is_inside(self, other: "NamedDate") -> bool:
        """Whether another, longer one covers its place."""
        return other.first <= self.first and self.last <= other.last and other.last - other.first > self.last - self.first


def outermost(dates: Iterable[NamedDate]) -> list[NamedDate]:
    """In the order of their places those inside of no longer one: `9 August 2026` is also August 2026, and the year alone."""
    return list(_not_covered(sorted(dates, key=lambda each: (each.first, -each.last))))


def _not_covered(dates: Sequence[NamedDate]) -> Iterator[NamedDate]:
    cover = (0, 0)
    for each in dates:
        if each.last > cover[1] or each.place == cover:
            cover = each.place
            yield each


def places_of(dates: Sequence[NamedDate]) -> list[tuple[int, int]]:
    """Where dates stand; two readings of one date stand in one place."""
    return sorted({each.place for each in dates})


def masked_dates(small: str, dates: Sequence[NamedDate]) -> str:
    """The question with a sign for each date."""
    parts, end = [], 0
    for first, last in places_of(dates):
        if first >= end:
            parts += [small[end:first], DATE_SIGN]
        end = max(end, last)
    return "".join([*parts, small[end:]])
