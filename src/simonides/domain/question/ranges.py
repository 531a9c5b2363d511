"""Ranges of days that a question makes of its dates: between two, since one, until one."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from simonides.domain.question.named_date import SIGN, NamedDate, masked_dates, places_of
from simonides.domain.question.parts import part_of
from simonides.domain.question.spans import Span, ranged
from simonides.frozen import frozen
from simonides.languages.lexicon import Lexicon
from simonides.languages.part_words import DATE_SIGN

# Before the end of May is until 31 May, after its beginning since 1 May.
_OF_PARTS = {("before", "late"): "until", ("after", "early"): "since"}


@frozen
class Ranged:
    """A range of days, and which of the named dates it is made of."""

    span: Span
    places: frozenset[int]


def ranges_of(small: str, dates: Sequence[NamedDate], known: Sequence[Lexicon], today: date) -> tuple[str, list[Ranged]]:
    """The question with a sign for each date and without its phrases of ranges, and the ranges."""
    places = places_of(dates)
    masked, ranges, used = masked_dates(small, dates), list[Ranged](), set[int]()
    # Of two readings of one date the first.
    at_place = {each.place: each for each in reversed(dates)}
    signs = [sign.start() for sign in SIGN.finditer(masked)]
    relative_days = [words.relative for words in known if words.relative]
    for kind, pattern in (each for words in relative_days for each in words.ranges):
        for found in pattern.finditer(masked):
            before = bisect_left(signs, found.start())
            numbers = range(before, before + found[0].count(DATE_SIGN))
            named = [at_place[places[number]] for number in numbers]
            span = None if used.intersection(numbers) else _range(kind, named, today)
            if span is not None:
                used.update(numbers)
                first = {places[number][0] for number in numbers}
                ranges.append(Ranged(span, frozenset(first)))
    part_words = [words.date_parts for words in known if words.date_parts]
    phrases = (each for words in part_words for each in (*words.weekdays, *words.parts))
    for _, pattern in (*phrases, *(each for words in relative_days for each in words.ranges)):
        masked = pattern.sub(DATE_SIGN, masked)
    return masked, ranges


def _range(kind: str, named: Sequence[NamedDate], today: date) -> Span | None:
    spans = [each.span for each in named if each.span is not None]
    if len(spans) < len(named):
        return None
    if kind == "between":
        spans = _in_one_time(named, spans)
    part = named[0].part
    return ranged(_OF_PARTS.get((kind, part.kind), kind) if part else kind, spans, today)


def _in_one_time(named: Sequence[NamedDate], spans: Sequence[Span]) -> list[Span]:
    """The days of two dates of which one names no year: those of its last time before the other one, or its first after it."""
    (first, second), (begin, end) = named, spans
    if first.is_weekday and second.is_weekday and begin.first > end.last:
        # From one day to another of last week: the week is named once.
        back = timedelta(weeks=-((end.last - begin.first).days // 7))
        begin = replace(begin, first=begin.first - back, last=begin.last - back)
    elif first.yearly is not None:
        begin = _part_in(first, first.yearly.until(end.last)) or begin
    elif second.yearly is not None and first.moment is not None and first.moment.year is not None:
        times = (second.yearly.in_year(begin.first.year + later) for later in (0, 1))
        end = _part_in(second, next((each for each in times if each and each.last >= begin.first), None)) or end
    return [begin, end]


def _part_in(named: NamedDate, whole: Span | None) -> Span | None:
    if whole is None or named.part is None or named.yearly is None:
        return whole
    return part_of(whole, named.part, named.yearly.main_day(whole)) or whole
