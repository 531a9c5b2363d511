"""What comes every year: days, months, quarters, seasons and feasts."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta

from simonides.domain.question.spans import Moment, Span, day_of, months
from simonides.frozen import frozen

_DAY = timedelta(days=1)
_LUNAR_YEAR_DAYS = 354
_HIJRA = 227014
"""The day before the first of the Islamic calendar, as ordinals of dates count."""
# A month and a day for each year from 2015 on.
_SPRING_FESTIVALS = """
219 208 128 216 205 125 212 201 122 210 129 217 206 126 213 203 123 211 131 219 208 128 215 204 124 212
"""
_DIWALIS = """
1111 1030 1019 1107 1027 1114 1104 1024 1112 1031 1020 1108 1029 1017 1105 1026 1114 1102 1022 1110 1030 1018 1107 1027 1017 1104
"""
_TABLES_BEGIN = 2015


@frozen
class Yearly:
    """A time of the year, whichever year it is."""

    kind: str
    """`month`, `quarter`, `season` or one of `FEASTS`."""
    number: int = 0
    """Which month or quarter, from 1; which season of the north, from spring at 0, with winter beginning in its year."""
    day: int | None = None
    """The day of the month, if one is meant."""

    def in_year(self, year: int) -> Span | None:
        """Its days in a year, if that has them and they are known."""
        if self.kind in FEASTS:
            return FEASTS[self.kind].in_year(year)
        if self.day:
            day = day_of(year, self.number, self.day)
            return Span(day, day) if day else None
        if self.kind == "month":
            return months(year, self.number, 1)
        return months(year, 3 * self.number + (3 if self.kind == "season" else -2), 3)

    def until(self, today: date) -> Span | None:
        """Its last time that has begun."""
        spans = (self.in_year(year) for year in range(today.year + 1, today.year - 4, -1))
        return next((span for span in spans if span and span.first <= today), None)

    def over(self, today: date) -> Span | None:
        """Its last time that is over."""
        last = self.until(today)
        return last if last is None or last.last < today else self.until(last.first - _DAY)

    def main_day(self, span: Span) -> date | None:
        """Which day of its span a feast is named for: Easter Sunday."""
        return span.first + FEASTS[self.kind].before * _DAY if self.kind in FEASTS else None


def span_of(moment: Moment, today: date) -> Span | None:
    """The days of a moment; without a year those of its last time until today."""
    yearly = Yearly("month", moment.month, moment.day)
    return yearly.in_year(moment.year) if moment.year else yearly.until(today)


@frozen
class _Feast:
    """A feast: its main day in each year, and how many days before and after that day belong to it."""

    main: Callable[[int], date | None]
    before: int = 0
    after: int = 0

    def in_year(self, year: int) -> Span | None:
        main = self.main(year)
        return Span(main - self.before * _DAY, main + self.after * _DAY) if main else None


def _on(month: int, day: int) -> Callable[[int], date]:
    return lambda year: date(year, month, day)


def _thanksgiving(year: int) -> date:
    first = date(year, 11, 1)
    return first + ((3 - first.weekday()) % 7 + 21) * _DAY


def _easter(year: int) -> date:
    """The Sunday after the first full moon of spring, as the Gregorian tables have it."""
    century, golden = year // 100, year % 19
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (year % 100 // 4) - epact - year % 4) % 7
    months_off = (golden + 11 * epact + 22 * weekday) // 451
    days = epact + weekday - 7 * months_off + 114
    return date(year, days // 31, days % 31 + 1)


def _orthodox_easter(year: int) -> date:
    """The same by the Julian tables, thirteen days behind in our two centuries."""
    moon = (19 * (year % 19) + 15) % 30
    weekday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
    days = moon + weekday + 114
    return date(year, days // 31, days % 31 + 1) + 13 * _DAY


def _from_easter(days: int, easter: Callable[[int], date] = _easter) -> Callable[[int], date]:
    return lambda year: easter(year) + days * _DAY


def _islamic(month: int, day: int) -> Callable[[int], date | None]:
    """The last such day in a year, by calculation; where the moon is watched for it may be a day off."""

    def main(year: int) -> date | None:
        for islamic in range((year - 620) * 33 // 32, (year - 624) * 33 // 32, -1):
            days = _LUNAR_YEAR_DAYS * (islamic - 1) + (3 + 11 * islamic) // 30 + (59 * (month - 1) + 1) // 2 + day
            found = date.fromordinal(_HIJRA + days)
            if found.year == year:
                return found
        return None

    return main


def _listed(table: str) -> Callable[[int], date | None]:
    days = table.split()

    def main(year: int) -> date | None:
        at = year - _TABLES_BEGIN
        return date(year, int(days[at][:-2]), int(days[at][-2:])) if 0 <= at < len(days) else None

    return main


FEASTS: Mapping[str, _Feast] = {
    "christmas": _Feast(_on(12, 25), 1, 1),
    "christmas_eve": _Feast(_on(12, 24)),
    "christmas_day": _Feast(_on(12, 25)),
    "second_christmas_day": _Feast(_on(12, 26)),
    "orthodox_christmas": _Feast(_on(1, 7), 1),
    "new_year": _Feast(_on(1, 1), 1),
    "new_years_eve": _Feast(_on(12, 31)),
    "new_years_day": _Feast(_on(1, 1)),
    "epiphany": _Feast(_on(1, 6)),
    "labour_day": _Feast(_on(5, 1)),
    "national_day_of_china": _Feast(_on(10, 1), 0, 6),
    "halloween": _Feast(_on(10, 31)),
    "thanksgiving": _Feast(_thanksgiving),
    "easter": _Feast(_easter, 2, 1),
    "good_friday": _Feast(_from_easter(-2)),
    "easter_sunday": _Feast(_easter),
    "easter_monday": _Feast(_from_easter(1)),
    "holy_week": _Feast(_easter, 7),
    "ascension": _Feast(_from_easter(39)),
    "whitsun": _Feast(_from_easter(49), 0, 1),
    "whit_monday": _Feast(_from_easter(50)),
    "orthodox_easter": _Feast(_orthodox_easter),
    "orthodox_whitsun": _Feast(_from_easter(49, _orthodox_easter)),
    "spring_festival": _Feast(_listed(_SPRING_FESTIVALS), 1, 6),
    "diwali": _Feast(_listed(_DIWALIS), 2, 2),
    # It begins in the evening before, and where the moon is seen later a day later.
    "eid": _Feast(_islamic(10, 1), 1, 3),
    "eid_of_sacrifice": _Feast(_islamic(12, 10), 1, 4),
}
"""The feasts that language files name."""
