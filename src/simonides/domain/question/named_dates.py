"""Dates as a question names them, each with its place in the question: by name, in figures, or as seen from today."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise

from simonides.domain.question.named_date import NamedDate, outermost
from simonides.domain.question.namesakes import told_apart, without_numbers
from simonides.domain.question.spans import Moment, Span, counted, last_numbered, months, relative, weekday, weekend
from simonides.domain.question.yearly import FEASTS, Yearly, span_of
from simonides.languages import guess
from simonides.languages.date_words import RelativeDays
from simonides.languages.lexicon import Lexicon
from simonides.languages.namesakes import BESIDE_MAX

_DAY = timedelta(days=1)
YEARS_AHEAD = 5
"""A number further from this year is none."""
GAP_MAX = 4
"""How many characters may stand between a weekday and its week: `Friday last week`, `last week on Friday`."""

NUMBER_AWAY_MAX = 18
"""How many characters away a number may stand that is a day of the same month."""
_BARE_DAY = re.compile(
    r"(?<![\d.,:/#a-z_])(?:ngày )?(?P<day>\d{1,2})(?:(?P<sign>[日일号號]|(?:st|nd|rd|th)\b)|[.º]?(?![\w:/%#]|[.,]\d))"
)
_LAST_NUMBER = re.compile(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|[日일号號])?\Z")
_YEAR_AFTER = re.compile(r",? (?P<year>(?:19|20)\d{2})(?![\w/:#-])")
_NEXT_WORD = re.compile(r"[ \xa0]+(\w+)|[€$£°]")
_WHOLE_YEARS = frozenset({"this_year", "last_year", "year_before_last"})
_WHOLE_WEEKS = frozenset({"this_week", "last_week", "week_before_last"})
_HOURS = frozenset({"am", "pm"})
_FIGURE = re.compile(r"\d")
_ISO = re.compile(r"\b(?P<year>(?:19|20)\d{2})-(?P<month>\d{2})(?:-(?P<day>\d{2}))?\b")
# No part of a longer number, `2.5.2024.1`, nor of a path.
_SLASHED = re.compile(r"(?<!\d)(?<!\d[./])(?P<day>\d{1,2})[./](?P<month>\d{1,2})[./](?P<year>(?:19|20)\d{2})(?!\d|[./]\w)")
# The date signs of Chinese, Japanese, Korean and Vietnamese.
_SIGNED = (
    re.compile(
        r"(?:(?P<year>(?:19|20)\d{2})\s{0,4}[年년]\s{0,4})?(?P<month>\d{1,2})\s{0,4}[月월](?:\s{0,4}(?P<day>\d{1,2})\s{0,4}[日号號일])?"
    ),
    re.compile(
        r"(?:(?<![\d.,])(?:ngày )?(?P<day>\d{1,2}) )?tháng (?P<month>\d{1,2})(?!\d| ngày)"
        r"(?:[ ,]{1,3}năm (?P<year>(?:19|20)\d{2}))?"
    ),
)
# In a script without spaces a year stands right after other words, and its sign tells it from a number.
_YEAR = re.compile(
    r"(?:(?<![\w./:#$€£¥-])|(?<=\bmid-)|(?<=\bmi-)|(?<=[\u3040-\u30ff\u4e00-\u9fff])(?=\d{4}\s?年))(?P<year>(?:19|20)\d{2})(?![/:#]|[-.]\w|(?![年년])\w)(?:\s?[年년])?"
)
_YEAR_BEFORE_MAX = 8
_YEAR_BEFORE = re.compile(r"(?P<year>(?:19|20)\d{2})\s?[年년]の?\s?\Z")


def named_dates(small: str, known: Sequence[Lexicon], today: date | None, cased: str | None = None) -> list[NamedDate]:
    """The dates in a question in lower case, in the order of their places; of those in one place the longest.

    The same question as written, if it is of the same length, tells some names from times.
    """
    has_figures = _FIGURE.search(small) is not None
    found = list(_figured(small, today)) if has_figures else []
    for words in known:
        found += told_apart([*_by_month(small, words, today), *_from_today(small, words, today)], small, cased, words)
    if today is not None and has_figures:
        found += (*without_numbers(_years(small, today), small, known), *_days_alone(small, known, today))
    if not found:
        return []
    if today is not None:
        found += [each for words in known if words.relative for each in _over(small, found, words.relative, today)]
        found += _in_years(small, found, known)
    return _without_cut(outermost(dict.fromkeys(found)))


def _without_cut(dates: Sequence[NamedDate]) -> list[NamedDate]:
    """Of two dates that share words, the later one: `the week before last Christmas`."""
    return [each for each, after in zip(dates, [*dates[1:], None], strict=True) if after is None or not _cuts(after, each)]


def _cuts(after: NamedDate, named: NamedDate) -> bool:
    return named.first < after.first < named.last < after.last


def bare_days(small: str, dates: Sequence[NamedDate], known: Sequence[Lexicon], today: date) -> list[NamedDate]:
    """The numbers beside a date that are days of the same month if they make a range or a list with it: `20 to 25` of a month."""
    found = [
        *(day for each in dates for day in _days_before(small, each, today)),
        *(day for each in dates for day in _days_after(small, each, known, today)),
    ]
    # What `on the 3rd` alone means is told by the month beside it.
    others = [each for each in dates if not each.is_number]
    return [each for each in found if not any(each.overlaps(other) and not other.is_inside(each) for other in others)]


def listed_days(small: str, dates: Sequence[NamedDate], bare: Sequence[NamedDate], known: Sequence[Lexicon]) -> set[int]:
    """Where the bare days stand that are in a list with a date: `the 3rd, 4th and 10th of June`."""
    joints = [words.relative.day_list for words in known if words.relative]
    places = sorted([*((each.first, each.last, True) for each in dates), *((each.first, each.last, False) for each in bare)])
    listed = set[int]()
    for way in (places, [*reversed(places)]):
        for one, other in pairwise(way):
            before, after = sorted((one, other))
            is_linked = one[2] or one[0] in listed
            if is_linked and not other[2] and any(joint.fullmatch(small, before[1], after[0]) for joint in joints):
                listed.add(other[0])
    return listed


def _days_before(small: str, named: NamedDate, today: date) -> Iterator[NamedDate]:
    if named.moment is None or not named.moment.day or named.span is None:
        return
    for number in _BARE_DAY.finditer(small, max(named.first - NUMBER_AWAY_MAX, 0), named.first):
        moment = Moment(named.moment.month, int(number["day"]), named.span.first.year)
        if span := span_of(moment, today):
            yield NamedDate(*number.span(), span, moment)


def _days_after(small: str, named: NamedDate, known: Sequence[Lexicon], today: date) -> Iterator[NamedDate]:
    """Days after a date that ends with its own day: `June 20 to 25`, but `3 June to 12 guests`."""
    ending = _LAST_NUMBER.search(small[named.first : named.last])
    if named.moment is None or named.span is None or ending is None or int(ending[1]) != named.moment.day:
        return
    for number in _BARE_DAY.finditer(small, named.last):
        if number.start() > named.last + NUMBER_AWAY_MAX:
            return
        year = _YEAR_AFTER.match(small, number.end())
        moment = Moment(named.moment.month, int(number["day"]), int(year["year"]) if year else named.span.first.year)
        span = span_of(moment, today)
        if span and (year or _is_day(small, number, known)):
            yield NamedDate(number.start(), (year or number).end(), span, moment)


def _is_day(small: str, number: re.Match[str], known: Sequence[Lexicon]) -> bool:
    """Whether no word follows that the number may count: a unit, a noun, the half of a day."""
    following = _NEXT_WORD.match(small, number.end())
    if number["sign"] or following is None:
        return True
    word = following[1] or ""
    return word not in _HOURS and any(word in each.function_words for each in known)


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
                    yield _of_moment(*found.span(), moment, today)


def _by_month(small: str, known: Lexicon, today: date | None) -> Iterator[NamedDate]:
    """The dates with the name of a month."""
    for found in known.dates.finditer(small) if known.dates else ():
        month, day, year = found["month"], _number(found["day"] or found["later_day"]), _number(found["year"])
        is_plain = month in known.whole_months and not known.needs_lead
        if day or year or is_plain or found["lead"]:
            moment = Moment(known.months[month], day, year)
            # The word before the month may begin a range.
            first = found.start("day") if found["day"] else found.start("month")
            yield _of_moment(first, found.end(), moment, today)


def _of_moment(first: int, last: int, moment: Moment, today: date | None) -> NamedDate:
    yearly = None if moment.year else Yearly("month", moment.month, moment.day)
    return NamedDate(first, last, span_of(moment, today) if today else None, moment, yearly=yearly)


def _of_year(place: tuple[int, int], yearly: Yearly, year: int | None, today: date) -> NamedDate | None:
    """What comes every year, in a year or else its last time until today; None where it is not known."""
    span = yearly.in_year(year) if year else yearly.until(today)
    return NamedDate(*place, span, yearly=None if year else yearly, main=yearly.main_day(span)) if span else None


def _from_today(small: str, known: Lexicon, today: date | None) -> Iterator[NamedDate]:
    words = known.relative
    if today is None or words is None:
        return
    weeks = []
    for name, pattern in words.spans:
        for found in pattern.finditer(small):
            span = relative(name, today)
            named = NamedDate(*found.span(), span, year=span.first.year if name in _WHOLE_YEARS else None)
            weeks += [named] if name in _WHOLE_WEEKS else []
            yield named
    for kind, pattern in words.counts:
        for found in pattern.finditer(small):
            named = NamedDate(*found.span(), span := counted(kind, *_amount(found, words.numbers), today))
            # `Two weeks ago on Friday` is a day of those around then, where they hold no other Friday.
            weeks += [named] if kind == "ago" and span.last - span.first == timedelta(days=6) else []
            yield named
    feasts = dict[int, NamedDate]()
    for yearly, found, is_time in _every_year(small, words):
        if each := _of_year(_with_year(small, found), yearly, _year_in(small, found), today):
            feasts |= dict.fromkeys(range(*found.span()), each) if yearly.kind in FEASTS else {}
            if is_time:
                yield each
    yield from _by_weekday(small, known, words, outermost(weeks), feasts, today)


def _every_year(small: str, words: RelativeDays) -> Iterator[tuple[Yearly, re.Match[str], bool]]:
    """The quarters, seasons and feasts of a question, and whether they stand for their days."""
    for found in words.quarter.finditer(small):
        yield Yearly("quarter", int(found["sign"] or found["before"] or found["after"])), found, True
    for number, pattern in enumerate(words.worded_quarters, start=1):
        yield from ((Yearly("quarter", number), found, True) for found in pattern.finditer(small))
    for season, found, is_time in words.seasons.find(small):
        yield Yearly("season", int(season[-1])), found, is_time
    if words.feasts:
        yield from ((Yearly(feast), found, is_time) for feast, found, is_time in words.feasts.find(small))


def _by_weekday(
    small: str,
    known: Lexicon,
    words: RelativeDays,
    weeks: Sequence[NamedDate],
    feasts: Mapping[int, NamedDate],
    today: date,
) -> Iterator[NamedDate]:
    """The weekdays and weekends of a question for something past: `who is on call on Friday` asks for no date."""
    named = [(number, found.span()) for number, pattern in enumerate(words.weekdays) for found in pattern.finditer(small)]
    weekends = [found.span() for found in words.weekend.finditer(small)]
    is_past = bool(named or weekends) and _is_past(small, known, words)
    begins = [phrase.span() for phrase in words.since_days.finditer(small)] if named else []
    since = {place for first, last in begins for place in range(first, last)}
    week_ends = [week.last + GAP_MAX for week in weeks]
    days = sorted(first for _, (first, _) in named) if weeks else []
    for number, (first, last) in named:
        at = bisect_left(week_ends, first)
        week = weeks[at] if at < len(weeks) and weeks[at].first <= last + GAP_MAX else None
        is_meant = week or is_past or first in since
        if is_meant and first in feasts:
            # Good Friday is none of this week.
            yield feasts[first]
        elif is_meant:
            # Of two days of one week the nearer one stands with it: `\u4e0a\u5468\u4e00\u5230\u5468\u4e09`.
            is_beside = week is not None and bisect_left(days, week.first) >= bisect_left(days, first)
            place = (min(first, week.first), max(last, week.last)) if week and is_beside else (first, last)
            yield NamedDate(*place, weekday(number, week.span if week else None, today), is_weekday=True)
    for place in weekends if is_past else ():
        yield NamedDate(*place, weekend(today), is_weekday=True)
    # On a Friday, last Friday is a week ago.
    for pattern, until in ((words.bygone_days, _DAY), (words.before_last_days, 8 * _DAY)):
        for found in pattern.finditer(small):
            if found.start(found.lastgroup or 0) not in feasts:
                number = int((found.lastgroup or "0")[-1])
                yield NamedDate(*found.span(), weekday(number, None, today - until), is_weekday=True)


def _days_alone(small: str, known: Sequence[Lexicon], today: date) -> Iterator[NamedDate]:
    """Days by their number alone: the last such day of a month until today."""
    for words in known:
        pattern = words.relative.bare_day if words.relative else None
        for found in pattern.finditer(small) if pattern else ():
            span = last_numbered(int(found["day"]), today)
            if span and words.relative and _is_past(small, words, words.relative):
                yield NamedDate(*found.span(), span, is_number=True)


def _over(small: str, dates: Sequence[NamedDate], words: RelativeDays, today: date) -> Iterator[NamedDate]:
    """Times of the year with words that say that they are over: `last winter`, asked in winter, and the one before it."""
    for named in dates:
        last = named.yearly.over(today) if named.yearly is not None else None
        before_last = named.yearly.over(last.first) if named.yearly is not None and last else None
        for span, phrases in ((last, words.last_times), (before_last, words.before_last_times)):
            for before, after in phrases if span else ():
                lead = before.search(small, max(named.first - BESIDE_MAX, 0), named.first)
                if lead and span and (follower := after.match(small, named.last)):
                    yield _moved(named, span, (lead.start(), follower.end()))


def _in_years(small: str, dates: Sequence[NamedDate], known: Sequence[Lexicon]) -> Iterator[NamedDate]:
    """Dates without a year beside `last year`: `Q2 last year`."""
    joints = [words.relative.of_year for words in known if words.relative and words.relative.of_year]
    whole = outermost(each for each in dates if each.year is not None or each.yearly is not None)
    for first, second in pairwise(whole):
        year, named = (first, second) if first.year is not None else (second, first)
        if year.year is not None and named.yearly is not None and first.last <= second.first:
            span = named.yearly.in_year(year.year)
            if span and any(joint.fullmatch(small, first.last, second.first) for joint in joints):
                yield _moved(named, span, (first.first, second.last))


def _moved(named: NamedDate, span: Span, place: tuple[int, int]) -> NamedDate:
    """The same date in the year of these days."""
    moment = Moment(named.moment.month, named.moment.day, span.first.year) if named.moment else None
    return NamedDate(*place, span, moment, main=named.yearly.main_day(span) if named.yearly else None)


def _is_past(small: str, known: Lexicon, words: RelativeDays) -> bool:
    # Chinese and its neighbours show no tense.
    if words.general_signs is not None or known.bygone is None:
        return True
    return any(pattern and pattern.search(small) for pattern in (known.bygone, words.past_tense))


def _years(small: str, today: date) -> Iterator[NamedDate]:
    for found in _YEAR.finditer(small):
        year = int(found["year"])
        if year <= today.year + YEARS_AHEAD:
            yield NamedDate(*found.span(), months(year, 1, 12))


def _year_in(small: str, found: re.Match[str]) -> int | None:
    before = _year_before(small, found)
    return _number(found.groupdict().get("year")) or (int(before["year"]) if before else None)


def _with_year(small: str, found: re.Match[str]) -> tuple[int, int]:
    """The place of a date together with a year before it: `2026年秋`."""
    before = _year_before(small, found)
    return before.start() if before else found.start(), found.end()


def _year_before(small: str, found: re.Match[str]) -> re.Match[str] | None:
    return _YEAR_BEFORE.search(small, max(found.start() - _YEAR_BEFORE_MAX, 0), found.start())


def _amount(found: re.Match[str], numbers: Mapping[str, int]) -> tuple[int, str]:
    """How many of which unit of time a phrase counts."""
    groups = {name: text for name, text in found.groupdict().items() if text}
    number = groups.pop("number", "1")
    unit = next(iter(groups))
    if unit.startswith("two_"):
        return 2, unit.removeprefix("two_")
    return numbers[number] if number in numbers else int(number), unit


def _number(text: str | None) -> int | None:
    return int(text) if text else None
