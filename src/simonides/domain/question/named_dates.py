"""Dates as a question names them, each with its place in the question: by name, in figures, or as seen from today."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from simonides.domain.question.spans import Moment, Span, months, quarter, ranged, relative, season, span_of, weekday
from simonides.frozen import frozen
from simonides.languages import guess
from simonides.languages.date_words import DATE_SIGN, RelativeDays
from simonides.languages.lexicon import Lexicon

YEARS_AHEAD = 5
"""A number further from this year is none."""
GAP_MAX = 1
"""How many characters may stand between a weekday and its week: `Friday last week`."""

BESIDE_MAX = 18
"""How many characters away a number may stand that is a day of the same month."""
_BARE_DAY = re.compile(r"(?<![\d.,:/#a-z_])(?P<day>\d{1,2})(?:[日일号號]|(?:st|nd|rd|th|[.º])?(?![\w:/%#]|[.,]\d))")
_FIGURE = re.compile(r"\d")
_ISO = re.compile(r"\b(?P<year>(?:19|20)\d{2})-(?P<month>\d{2})(?:-(?P<day>\d{2}))?\b")
_SLASHED = re.compile(r"(?<!\d)(?P<day>\d{1,2})[./](?P<month>\d{1,2})[./](?P<year>(?:19|20)\d{2})(?!\d)")
# The date signs of Chinese, Japanese, Korean and Vietnamese.
_SIGNED = (
    re.compile(
        r"(?:(?P<year>(?:19|20)\d{2})\s{0,4}[年년]\s{0,4})?(?P<month>\d{1,2})\s{0,4}[月월](?:\s{0,4}(?P<day>\d{1,2})\s{0,4}[日号號일])?"
    ),
    re.compile(r"(?:ngày (?P<day>\d{1,2}) )?tháng (?P<month>\d{1,2})(?:[ ,]{1,3}năm (?P<year>(?:19|20)\d{2}))?"),
)
_YEAR = re.compile(r"(?<![\w./:#-])(?P<year>(?:19|20)\d{2})(?![/:#]|[-.]\w|(?![年년])\w)(?:\s?[年년])?")
_YEAR_BEFORE = re.compile(r"(?P<year>(?:19|20)\d{2})\s?[年년]の?\s?\Z")


@frozen
class NamedDate:
    """A date, where it stands, and the days it means; None without a `today` to count from."""

    first: int
    last: int
    span: Span | None
    moment: Moment | None = None

    def is_inside(self, other: "NamedDate") -> bool:
        """Whether another, longer one covers its place."""
        return other.first <= self.first and self.last <= other.last and other.last - other.first > self.last - self.first


def named_dates(small: str, known: Sequence[Lexicon], today: date | None) -> list[NamedDate]:
    """The dates in a question in lower case, in the order of their places; of those in one place the longest."""
    has_figures = _FIGURE.search(small) is not None
    found = [
        *(_figured(small, today) if has_figures else ()),
        *(each for words in known for each in _by_month(small, words, today)),
    ]
    if today is not None:
        found += [each for words in known if words.relative for each in _from_today(small, words, words.relative, today)]
        found += _years(small, today) if has_figures else ()
    if not found:
        return []
    found = list(dict.fromkeys(found))
    # `9. August 2026` is also read as August 2026, and the year alone.
    exact = [each for each in found if not any(each.is_inside(other) for other in found)]
    return sorted(exact, key=lambda each: (each.first, each.last))


def bare_days(small: str, dates: Sequence[NamedDate], today: date) -> list[NamedDate]:
    """The numbers beside a date that are days of the same month if they make a range with it: `20 to 25` of a month."""
    found = []
    for each in dates:
        if each.moment is None or not each.moment.day or each.span is None:
            continue
        before = small[max(each.first - BESIDE_MAX, 0) : each.first]
        for place, text in ((each.first - len(before), before), (each.last, small[each.last : each.last + BESIDE_MAX])):
            for number in _BARE_DAY.finditer(text):
                moment = Moment(each.moment.month, int(number["day"]), each.span.first.year)
                span = span_of(moment, today)
                if span is not None:
                    found.append(NamedDate(place + number.start(), place + number.end(), span, moment))
    return [each for each in found if not any(each.first < other.last and other.first < each.last for other in dates)]


@frozen
class Ranged:
    """A range of days, and which of the named dates it is made of."""

    span: Span
    places: frozenset[int]


def ranges_of(small: str, dates: Sequence[NamedDate], known: Sequence[Lexicon], today: date) -> tuple[str, list[Ranged]]:
    """The question with a sign for each date and without its phrases of ranges, and the ranges."""
    places = _places(dates)
    masked, ranges, used = masked_dates(small, dates), list[Ranged](), set[int]()
    for kind, pattern in (each for words in known if words.relative for each in words.relative.ranges):
        for found in pattern.finditer(masked):
            before = masked[: found.start()].count(DATE_SIGN)
            numbers = range(before, before + found[0].count(DATE_SIGN))
            named = [_at(dates, places[number]) for number in numbers]
            span = None if used.intersection(numbers) else _range(kind, named, today)
            if span is not None:
                used.update(numbers)
                first = {places[number][0] for number in numbers}
                ranges.append(Ranged(span, frozenset(first)))
    for _, pattern in (each for words in known if words.relative for each in words.relative.ranges):
        masked = pattern.sub(DATE_SIGN, masked)
    return masked, ranges


def _at(dates: Sequence[NamedDate], place: tuple[int, int]) -> NamedDate:
    return next(each for each in dates if (each.first, each.last) == place)


def _range(kind: str, named: Sequence[NamedDate], today: date) -> Span | None:
    spans = [each.span for each in named if each.span is not None]
    if len(spans) < len(named):
        return None
    moment = named[0].moment
    # The year of the second date is that of a first without one.
    if kind == "between" and moment is not None and not moment.year:
        spans[0] = span_of(moment, spans[1].last) or spans[0]
    return ranged(kind, spans, today)


def _places(dates: Sequence[NamedDate]) -> list[tuple[int, int]]:
    # Two readings of one date stand in one place.
    return sorted({(each.first, each.last) for each in dates})


def masked_dates(small: str, dates: Sequence[NamedDate]) -> str:
    """The question with a sign for each date."""
    parts, end = [], 0
    for first, last in _places(dates):
        if first >= end:
            parts += [small[end:first], DATE_SIGN]
        end = max(end, last)
    return "".join([*parts, small[end:]])


def _figured(small: str, today: date | None) -> Iterator[NamedDate]:
    """The dates written in figures and signs."""
    for pattern in (_ISO, _SLASHED, *_SIGNED):
        for found in pattern.finditer(small):
            month, day, year = int(found["month"]), _number(found["day"]), _number(found["year"])
            readings = [Moment(month, day, year)]
            # In English 8/9/2026 may be read with the day first or with the month first.
            if pattern is _SLASHED and "/" in found[0] and guess(small).likely == ("en",) and day and day != month:
                readings.append(Moment(day, month, year))
            for moment in readings:
                if 1 <= moment.month <= 12 and (moment.day or 1) <= 31:
                    yield NamedDate(*found.span(), span_of(moment, today) if today else None, moment)


def _by_month(small: str, known: Lexicon, today: date | None) -> Iterator[NamedDate]:
    """The dates with the name of a month."""
    for found in known.dates.finditer(small) if known.dates else ():
        month, day, year = found["month"], _number(found["day"] or found["later_day"]), _number(found["year"])
        is_plain = month in known.whole_months and not known.needs_lead
        if day or year or is_plain or found["lead"]:
            moment = Moment(known.months[month], day, year)
            # The word before the month may begin a range.
            first = found.start("day") if found["day"] else found.start("month")
            yield NamedDate(first, found.end(), span_of(moment, today) if today else None, moment)


def _from_today(small: str, known: Lexicon, words: RelativeDays, today: date) -> Iterator[NamedDate]:
    weeks = []
    for name, pattern in words.spans:
        for found in pattern.finditer(small):
            named = NamedDate(*found.span(), relative(name, today))
            weeks += [named] if name in {"last_week", "this_week"} else []
            yield named
    for found in words.quarter.finditer(small):
        number = int(found["sign"] or found["before"] or found["after"])
        yield NamedDate(*_with_year(small, found), quarter(number, _year_in(small, found), today))
    for number, pattern in enumerate(words.worded_quarters, start=1):
        for found in pattern.finditer(small):
            yield NamedDate(*_with_year(small, found), quarter(number, _year_in(small, found), today))
    for number, pattern in enumerate(words.seasons):
        for found in pattern.finditer(small):
            yield NamedDate(*_with_year(small, found), season(number, _year_in(small, found), today))
    yield from _by_weekday(small, known, words, weeks, today)


def _by_weekday(small: str, known: Lexicon, words: RelativeDays, weeks: Sequence[NamedDate], today: date) -> Iterator[NamedDate]:
    """The weekdays of a question for something past: `who is on call on Friday` asks for no date."""
    # Chinese and its neighbours show no tense.
    is_past = words.general_signs is not None or known.bygone is None or known.bygone.search(small) is not None
    for number, pattern in enumerate(words.weekdays):
        for found in pattern.finditer(small):
            first, last = found.span()
            week = next((each for each in weeks if each.first <= last + GAP_MAX and first <= each.last + GAP_MAX), None)
            if week or is_past:
                place = (min(first, week.first), max(last, week.last)) if week else (first, last)
                yield NamedDate(*place, weekday(number, week.span if week else None, today))


def _years(small: str, today: date) -> Iterator[NamedDate]:
    for found in _YEAR.finditer(small):
        year = int(found["year"])
        if year <= today.year + YEARS_AHEAD:
            yield NamedDate(*found.span(), months(year, 1, 12))


def _year_in(small: str, found: re.Match[str]) -> int | None:
    before = _YEAR_BEFORE.search(small[: found.start()])
    return _number(found.groupdict().get("year")) or (int(before["year"]) if before else None)


def _with_year(small: str, found: re.Match[str]) -> tuple[int, int]:
    """The place of a date together with a year before it: `2026年秋`."""
    before = _YEAR_BEFORE.search(small[: found.start()])
    return before.start() if before else found.start(), found.end()


def _number(text: str | None) -> int | None:
    return int(text) if text else None
