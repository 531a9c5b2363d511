"""Dates in a question, in any language: days, months, quarters, seasons, years and ranges of them."""

import re
from collections.abc import Mapping, Sequence
from datetime import date

from simonides.domain.question.named_date import NamedDate, masked_dates
from simonides.domain.question.named_dates import bare_days, listed_days, named_dates
from simonides.domain.question.parts import with_parts
from simonides.domain.question.ranges import ranges_of
from simonides.domain.question.spans import EPOCH, Moment, Span, day_of
from simonides.domain.text.words import phrase_words
from simonides.frozen import frozen
from simonides.languages.lexicon import Lexicon
from simonides.languages.part_words import DATE_SIGN
from simonides.languages.writing import MARKS

_WORD = re.compile(rf"[\w{MARKS}]+")
YEARS = range(10, 9_990)
"""The years from which a calendar reaches back to a last winter and on to a next year; who says 0001-01-01 says no date."""
REPORTED_DAYS = 10
"""For so many days after a month, a quarter or a year people report on it."""


@frozen
class AskedDates:
    """The dates that a question names."""

    moments: tuple[Moment, ...] = ()
    spans: tuple[Span, ...] = ()
    """The days they mean; of a date without a year, those of its last time."""
    is_all: bool = False
    """Whether the question asks for nothing but what happened then."""
    forms: Mapping[str, tuple[str, ...]] | None = None
    """For words of the question other ways to write the same date, as they are indexed."""
    words: frozenset[str] = frozenset()
    """The words that name dates and ranges of them, as they are indexed."""
    joining: frozenset[str] = frozenset()
    """Those among them that only make ranges and parts of dates: `between`, `first half of`."""

    def holds(self, day: int) -> bool:
        """Whether a day, counted from 1970, is meant."""
        return any(span.holds(day) for span in self.spans)

    def is_near(self, day: int) -> bool:
        """Whether a day, counted from 1970, is meant in particular: not only by a range without a beginning."""
        return any(span.holds(day) and (self.is_all or not span.is_open) for span in self.spans)

    def is_right_after(self, day: int) -> bool:
        """Whether a day, counted from 1970, follows a month or a longer time that is meant, when people report on it."""
        return any(0 < day - (span.last - EPOCH).days <= REPORTED_DAYS for span in self.spans if span.is_long)

    def may_be_today(self, today: date | None) -> bool:
        """Whether nothing is named that is over."""
        return today is None or all(span.last >= today for span in self.spans)


def read_dates(small: str, known: Sequence[Lexicon], today: date | None, cased: str | None = None) -> AskedDates:
    """The dates in a question in lower case; without `today` only those that name their year, or a month.

    The same question as written, if it is of the same length, tells some names from times.
    """
    today = today if today and today.year in YEARS else None
    small = small.replace(DATE_SIGN, " ")
    dates = named_dates(small, known, today, cased)
    if any(each.is_name for each in dates):
        dates = _without_names(small, dates, known, today)
    if not dates:
        return AskedDates(forms={})
    if today is None:
        moments = _most_exact(dates)
        return AskedDates(moments, forms=_written(moments, known))
    whole = _with_bare_days(small, dates, known, today)
    dates = with_parts(small, whole, known)
    masked, ranges = ranges_of(small, dates, known, today)
    # `Two weeks before 3 August` is near that day, though the range has no beginning.
    places = frozenset[int]().union(*(each.places for each in ranges if not each.span.is_open))
    alone = [each for each in dates if each.first not in places]
    taken = frozenset[int]().union(*(each.places for each in ranges))
    spans = [*(each.span for each in ranges), *(each.span for each in alone if each.span and each.first not in taken)]
    is_all = bool(spans) and _is_nothing_else(masked, known)
    forms = _written(_most_exact(dates), known)
    left = frozenset(phrase_words(masked.replace(DATE_SIGN, " ")))
    joining = frozenset(phrase_words(masked_dates(small, whole).replace(DATE_SIGN, " "))) - left
    words = frozenset(phrase_words(small)) - left - _told(small, whole, [each for each in dates if each.first not in taken])
    # The beginning of a month is not the month, but the week before a day is told around that day. `Until the end of March` is
    # near March as a range without a beginning is.
    moments = _most_exact([each for each in alone if not each.part or each.part.is_beside or each.first in taken])
    return AskedDates(moments, tuple(dict.fromkeys(spans)), is_all, forms, words, joining)


def _without_names(small: str, dates: list[NamedDate], known: Sequence[Lexicon], today: date | None) -> list[NamedDate]:
    """The dates without those that are written as names, unless a phrase for a part or a range of days speaks of one."""
    if today is None:
        return [each for each in dates if not each.is_name]
    parts = with_parts(small, dates, known)
    _, ranges = ranges_of(small, parts, known, today)
    taken = frozenset[int]().union(*(each.places for each in ranges))
    names = {each.place for each in parts if each.is_name and each.first not in taken}
    return [each for each in dates if each.place not in names]


def _told(small: str, whole: Sequence[NamedDate], alone: Sequence[NamedDate]) -> set[str]:
    """The words of dates that texts may hold, whatever their day: the name of a feast, and what may be no date."""
    # Texts of the week before a feast need not name it.
    kept = [each for each in alone if each.main is not None or not each.is_sure]
    named = [each for each in whole if any(each.overlaps(other) for other in kept)]
    return {
        word for each in named for word in phrase_words(small[each.first : each.last]) if not (each.is_sure and word.isdigit())
    }


def _with_bare_days(small: str, dates: list[NamedDate], known: Sequence[Lexicon], today: date) -> list[NamedDate]:
    """The dates, and the days that make a range or a list with one of them: `between 20 and 25` of a month."""
    bare = bare_days(small, dates, known, today)
    if not bare:
        return dates
    _, ranges = ranges_of(small, _joined(dates, bare), known, today)
    # Of two bare numbers neither is a day: `3 June from 2 to 4`.
    firsts = {each.first for each in dates}
    paired = frozenset[int]().union(*(each.places for each in ranges if len(each.places) > 1 and firsts & each.places))
    paired |= listed_days(small, [each for each in dates if each.moment], bare, known)
    return _joined(dates, [each for each in bare if each.first in paired])


def _joined(dates: Sequence[NamedDate], bare: Sequence[NamedDate]) -> list[NamedDate]:
    """Dates and bare days; the year after a bare day is part of it, and a day by its number alone is that day."""
    kept = [
        each for each in dates if not any(each.is_inside(other) or (each.is_number and each.overlaps(other)) for other in bare)
    ]
    return sorted([*kept, *bare], key=lambda each: (each.first, each.last))


def date_fit(moment: Moment, day: int) -> float:
    """How well a day, counted from 1970, fits a moment: 1 on the day, less for the days after, when people report it."""
    when = date.fromordinal(day + EPOCH.toordinal())
    if moment.year is not None and abs(when.year - moment.year) > 1:
        return 0.0
    if moment.day is None:
        return _month_closeness(moment, when)
    return max(_day_closeness(moment, when, year) for year in ([moment.year] if moment.year else [when.year - 1, when.year]))


def _day_closeness(moment: Moment, when: date, year: int) -> float:
    named = day_of(year, moment.month, moment.day or 1)
    if named is None:
        return 0.0
    later = (when - named).days
    if -1 <= later <= 1:
        return 1.0
    return 0.6 if 2 <= later <= 10 else 0.0


def _month_closeness(moment: Moment, when: date) -> float:
    months = when.year * 12 + when.month
    named = (moment.year or when.year) * 12 + moment.month
    if months == named:
        return 1.0
    is_next = months == named + 1 or (moment.year is None and (months - named) % 12 == 1)
    return 0.5 if is_next and when.day <= 10 else 0.0


def _most_exact(dates: Sequence[NamedDate]) -> tuple[Moment, ...]:
    """Each date once: where August 2026 is named twice, once with its day, the month says less."""
    moments = dict.fromkeys(each.moment for each in dates if each.moment is not None)
    return tuple(each for each in moments if not any(_says_more(other, each) for other in moments))


def _says_more(other: Moment, moment: Moment) -> bool:
    if moment.day is not None or other == moment or other.month != moment.month:
        return False
    return moment.year is None or moment.year == other.year


def _is_nothing_else(masked: str, known: Sequence[Lexicon]) -> bool:
    """Whether beside its dates a question holds only words that ask for nothing in particular."""
    for pattern in (part for each in known for part in _unspaced(each)):
        masked = pattern.sub(" ", masked)
    general = {word for each in known if each.relative for word in phrase_words(each.relative.general)}
    unsaid = {word for each in known for word in each.function_words}
    # Taken out of `¿qué`, `qu'est-ce` and `cos'è`.
    left = {word for word in _WORD.findall(masked.replace(DATE_SIGN, " ")) if word not in unsaid}
    return all(general.issuperset(phrase_words(word)) for word in left)


def _unspaced(known: Lexicon) -> list[re.Pattern[str]]:
    """In a script without spaces: its question phrases, general words and particles."""
    signs = known.relative.general_signs if known.relative else None
    return [each for each in (known.fillers, signs, known.particles) if each is not None] if signs else []


def _written(moments: Sequence[Moment], known: Sequence[Lexicon]) -> dict[str, tuple[str, ...]]:
    forms: dict[str, tuple[str, ...]] = {}
    for moment in moments:
        names = [
            word for each in known for form, month in each.months.items() if month == moment.month for word in phrase_words(form)
        ]
        figures = _figures(moment)
        alike = tuple(dict.fromkeys((*names, *figures)))
        # A question in figures holds the number of the month as a word of its own.
        for word in (*alike, f"{moment.month:02}"):
            forms[word] = tuple(other for other in alike if other != word)
        if moment.day and moment.day < 10:
            forms |= {f"{moment.day}": (f"{moment.day:02}",), f"{moment.day:02}": (f"{moment.day}",)}
    return forms


def _figures(moment: Moment) -> list[str]:
    """A whole date in figures, as an index holds it: the year first, the day first, the month first."""
    day, month, year = moment.day, moment.month, moment.year
    if day is None or year is None:
        return []
    return [
        f"{year}_{month:02}_{day:02}",
        f"{day:02}_{month:02}_{year}",
        f"{day}_{month}_{year}",
        f"{month:02}_{day:02}_{year}",
        f"{month}_{day}_{year}",
    ]
