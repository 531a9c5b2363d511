"""Parts of dates, and the days beside them: the first week of a month, its last weekday, the weekend after a feast."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import date, timedelta

from simonides.domain.question.named_date import SIGN, NamedDate, masked_dates, outermost, places_of
from simonides.domain.question.spans import MONTH_MIN, Span, day_of, months
from simonides.frozen import frozen
from simonides.languages.lexicon import Lexicon
from simonides.languages.part_words import DatePart, PartWords

_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)
_MONTH_MAX = 31
_SHORTLY = timedelta(days=14)
"""Right before or after a date."""
_AROUND = timedelta(days=7)
_FEW_DAYS = 5
"""The first days of a month."""


def with_parts(small: str, dates: Sequence[NamedDate], known: Sequence[Lexicon]) -> list[NamedDate]:
    """The dates; of those with a phrase for a part of them or days beside them, those, with the phrase in its place."""
    words = [each.date_parts for each in known if each.date_parts]
    others = [each for each in dates if not each.is_weekday]
    if others:
        # The last weekday of a month is none of this week.
        dates = outermost([*_narrowed(small, others, words, is_weekday=True), *(day for day in dates if day.is_weekday)])
    return outermost(_narrowed(small, dates, words, is_weekday=False))


def _narrowed(small: str, dates: Sequence[NamedDate], known: Sequence[PartWords], *, is_weekday: bool) -> list[NamedDate]:
    places, masked = places_of(dates), masked_dates(small, dates)
    signs, at_place = [sign.start() for sign in SIGN.finditer(masked)], {each.place: each for each in dates}
    found = dict[tuple[int, int], _Found]()
    for words in known:
        for kind, pattern in words.weekdays if is_weekday else words.parts:
            for phrase in pattern.finditer(masked):
                number = bisect_left(signs, phrase.start())
                sign, place = signs[number], places[number]
                part = DatePart.found(kind, phrase, words.numbers)
                each = _Found(part, place[0] - (sign - phrase.start()), place[1] + phrase.end() - sign - 1)
                # The weekend before a date ends in the words for the week before it in some languages.
                is_longer = place not in found or found[place].length < each.length
                if is_longer and each.applies(at_place[place]):
                    found[place] = each
    return [found[each.place].of(each) if each.place in found else each for each in dates]


@frozen
class _Found:
    part: DatePart
    first: int
    last: int

    @property
    def length(self) -> int:
        return self.last - self.first

    def applies(self, named: NamedDate) -> bool:
        """Whether a date has such a part."""
        return named.span is None or part_of(named.span, self.part, named.main) is not None

    def of(self, named: NamedDate) -> NamedDate:
        span = part_of(named.span, self.part, named.main) if named.span else None
        if span is None:
            return named
        is_whole = self.part.kind == "whole"
        part = named.part if is_whole else self.part
        return NamedDate(self.first, self.last, span, named.moment, part, named.yearly, named.main if is_whole else None)


def part_of(span: Span, part: DatePart, main: date | None = None) -> Span | None:
    """A part of a date, or days beside it; None where it has no such part. Of a feast the main day is what days are beside."""
    beside = _beside(span, part, main)
    return beside or (_within(span, part) if (span.last - span.first).days + 1 >= MONTH_MIN else None)


def _beside(span: Span, part: DatePart, main: date | None) -> Span | None:
    day_first, day_last = (main, main) if main else (span.first, span.last)
    saturday_before = span.first - ((span.first.weekday() + 1) % 7 + 1) * _DAY
    saturday_after = span.last + ((4 - span.last.weekday()) % 7 + 1) * _DAY
    day_before = span.first - ((span.first.weekday() - part.weekday - 1) % 7 + 1) * _DAY
    day_after = span.last + ((part.weekday - span.last.weekday() - 1) % 7 + 1) * _DAY
    return {
        "whole": span,
        "week_before": Span(span.first - _WEEK, span.first - _DAY),
        "week_after": Span(span.last + _DAY, span.last + _WEEK),
        "week_of": Span(day_first - day_first.weekday() * _DAY, day_last + (6 - day_last.weekday()) * _DAY),
        "weekend_before": Span(saturday_before, saturday_before + _DAY),
        "weekend_after": Span(saturday_after, saturday_after + _DAY),
        "day_before_it": Span(day_first - _DAY, day_first - _DAY),
        "day_after_it": Span(day_last + _DAY, day_last + _DAY),
        "weekday_before": Span(day_before, day_before),
        "weekday_after": Span(day_after, day_after),
        "shortly_before": Span(span.first - _SHORTLY, span.first - _DAY),
        "shortly_after": Span(span.last + _DAY, span.last + _SHORTLY),
        "around": Span(span.first - _AROUND, span.last + _AROUND),
    }.get(part.kind)


def _within(span: Span, part: DatePart) -> Span | None:
    """A part of a month or a longer time."""
    length = (span.last - span.first).days + 1
    middle = span.first + (length - 1) // 2 * _DAY
    if length > _MONTH_MAX:
        # Half a year ends with a month.
        after = months(span.first.year, span.first.month, round(length / 61)).last
        middle = after if span.first.day == 1 else middle
    third = length // 3
    # A number of days is more than none, and all of the time at most.
    some = (min(max(part.days or _FEW_DAYS, 1), length) - 1) * _DAY
    full_begin = span.first + (-span.first.weekday()) % 7 * _DAY
    last_begin = span.last - ((span.last.weekday() + 1) % 7 + 6) * _DAY
    return {
        "first_half": Span(span.first, middle),
        "second_half": Span(middle + _DAY, span.last),
        "early": Span(span.first, span.first + (third - 1) * _DAY),
        "middle": Span(span.first + third * _DAY, span.last - third * _DAY),
        "late": Span(span.last - (third - 1) * _DAY, span.last),
        "first_week": Span(span.first, span.first + _WEEK - _DAY),
        "final_week": Span(span.last - _WEEK + _DAY, span.last),
        "first_full_week": Span(full_begin, full_begin + _WEEK - _DAY),
        "last_full_week": Span(last_begin, last_begin + _WEEK - _DAY),
        "first_day": Span(span.first, span.first),
        "last_day": Span(span.last, span.last),
        "first_days": Span(span.first, _after_months(span, part.months) if part.months else span.first + some),
        "last_days": Span(_before_months(span, part.months) if part.months else span.last - some, span.last),
        "nth_week": _nth_week(span, part.nth),
        "numbered_day": _numbered_day(span, part.number, length),
        "nth_weekday": _nth_weekday(span, part.nth, part.weekday),
    }[part.kind]


def _after_months(span: Span, count: int) -> date:
    return min(months(span.first.year, span.first.month, count).last, span.last)


def _before_months(span: Span, count: int) -> date:
    return max(months(span.last.year, span.last.month + 1 - count, count).first, span.first)


def _nth_week(span: Span, nth: int) -> Span | None:
    first = span.first + (nth - 1) * _WEEK
    return Span(first, min(first + _WEEK - _DAY, span.last)) if span.first <= first <= span.last else None


def _numbered_day(span: Span, number: int, length: int) -> Span | None:
    day = day_of(span.first.year, span.first.month, number) if length <= _MONTH_MAX else None
    return Span(day, day) if day else None


def _nth_weekday(span: Span, nth: int, weekday: int) -> Span | None:
    """A weekday by its number among those of a time; the last one by -1."""
    first = span.first + (weekday - span.first.weekday()) % 7 * _DAY
    last = span.last - (span.last.weekday() - weekday) % 7 * _DAY
    day = last if nth < 0 else first + (nth - 1) * _WEEK
    return Span(day, day) if day <= span.last else None
