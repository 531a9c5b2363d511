"""Dates in a question, in any language: days, months, quarters and years, by name, in figures, or as seen from today."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from simonides.domain.text.words import phrase_words
from simonides.languages import guess
from simonides.languages.lexicon import Lexicon
from simonides.languages.relative_days import RelativeDays

_ISO = re.compile(r"\b(?P<year>(?:19|20)\d{2})-(?P<month>\d{2})(?:-(?P<day>\d{2}))?\b")
# Numeric dates with the day before the month, as outside English; and the date signs of Chinese, Japanese, Korean, Vietnamese.
_ELSEWHERE = (
    re.compile(r"(?<!\d)(?P<day>\d{1,2})[./](?P<month>\d{1,2})[./](?P<year>(?:19|20)\d{2})(?!\d)"),
    re.compile(
        r"(?:(?P<year>(?:19|20)\d{2})\s{0,4}[年년]\s{0,4})?(?P<month>\d{1,2})\s{0,4}[月월](?:\s{0,4}(?P<day>\d{1,2})\s{0,4}[日号號일])?"
    ),
    re.compile(r"(?:ngày (?P<day>\d{1,2}) )?tháng (?P<month>\d{1,2})(?:[ ,]{1,3}năm (?P<year>(?:19|20)\d{2}))?"),
)
_EPOCH = date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True)
class Moment:
    """A date named in a question: a day or a whole month, with or without a year."""

    month: int
    day: int | None = None
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """Days from the first to the last, both included."""

    first: date
    last: date

    def holds(self, day: int) -> bool:
        """Whether a day, counted from 1970, is one of them."""
        return self.first.toordinal() - _EPOCH <= day <= self.last.toordinal() - _EPOCH

    @property
    def start(self) -> datetime:
        """Its first instant."""
        return datetime(self.first.year, self.first.month, self.first.day, tzinfo=UTC)

    @property
    def end(self) -> datetime:
        """The first instant after it."""
        return datetime(self.last.year, self.last.month, self.last.day, tzinfo=UTC) + timedelta(days=1)


@dataclass(frozen=True, slots=True)
class AskedDates:
    """The dates that a question names."""

    moments: tuple[Moment, ...] = ()
    spans: tuple[Span, ...] = ()
    """The days they mean; of a date without a year, those of its last time."""
    is_all: bool = False
    """Whether the question asks for nothing but what happened then."""
    forms: Mapping[str, tuple[str, ...]] | None = None
    """For words of the question other ways to write the same date, as they are indexed."""

    def holds(self, day: int) -> bool:
        """Whether a day, counted from 1970, is meant."""
        return any(span.holds(day) for span in self.spans)


def read_dates(small: str, known: Sequence[Lexicon], today: date | None) -> AskedDates:
    """The dates in a question in lower case; without `today` only those that name their year, or a month."""
    dated = [*_figured(small), *(found for each in known for found in _worded(small, each))]
    moments = _most_exact([moment for moment, _ in dated])
    spans, places = [], [place for _, place in dated]
    if today is not None:
        spans = [span for moment in moments if (span := _span_of(moment, today))]
        for span, place in _from_today(small, (each.relative for each in known), today):
            spans.append(span)
            places.append(place)
    is_all = bool(spans) and _is_nothing_else(small, places, known)
    return AskedDates(moments, tuple(dict.fromkeys(spans)), is_all, _written(moments, known))


def date_fit(moment: Moment, day: int) -> float:
    """How well a day, counted from 1970, fits a moment: 1 on the day, less for the days after, when people report it."""
    when = date.fromordinal(day + _EPOCH)
    if moment.year is not None and abs(when.year - moment.year) > 1:
        return 0.0
    if moment.day is None:
        return _month_closeness(moment, when)
    return max(_day_closeness(moment, when, year) for year in ([moment.year] if moment.year else [when.year - 1, when.year]))


def _day_closeness(moment: Moment, when: date, year: int) -> float:
    named = _day(year, moment.month, moment.day or 1)
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


def _most_exact(moments: list[Moment]) -> tuple[Moment, ...]:
    """Each date once: `9. August 2026` is also read as August 2026, which says less."""
    return tuple(each for each in dict.fromkeys(moments) if not any(_says_more(other, each) for other in moments))


def _says_more(other: Moment, moment: Moment) -> bool:
    if moment.day is not None or other == moment or other.month != moment.month:
        return False
    return moment.year is None or moment.year == other.year


Place = tuple[int, int]


def _figured(small: str) -> Iterator[tuple[Moment, Place]]:
    """The dates written in figures and signs, and where they stand."""
    for pattern in (_ISO, *(() if guess(small).likely == ("en",) else _ELSEWHERE)):
        for found in pattern.finditer(small):
            moment = Moment(int(found["month"]), _number(found["day"]), _number(found["year"]))
            if 1 <= moment.month <= 12:
                yield moment, found.span()


def _worded(small: str, known: Lexicon) -> Iterator[tuple[Moment, Place]]:
    """The dates with the name of a month, and where they stand."""
    for found in known.dates.finditer(small) if known.dates else ():
        month, day, year = found["month"], _number(found["day"] or found["later_day"]), _number(found["year"])
        is_plain = month in known.whole_months and not known.needs_lead
        if day or year or is_plain or found["lead"]:
            yield Moment(known.months[month], day, year), found.span()


def _from_today(small: str, known: Iterable[RelativeDays | None], today: date) -> Iterator[tuple[Span, Place]]:
    """The spans that depend on today, and where they stand."""
    for words in filter(None, known):
        for name, pattern in words.spans:
            for found in pattern.finditer(small):
                yield _relative(name, today), found.span()
        for found in words.quarter.finditer(small):
            number = int(found["sign"] or found["before"] or found["after"])
            yield _quarter(number, _number(found["year"]), today), found.span()


def _relative(name: str, today: date) -> Span:
    week, first = today - timedelta(days=today.weekday()), today.replace(day=1)
    before = first - timedelta(days=1)
    return {
        "today": Span(today, today),
        "yesterday": Span(today - timedelta(days=1), today - timedelta(days=1)),
        "day_before": Span(today - timedelta(days=2), today - timedelta(days=2)),
        "last_week": Span(week - timedelta(days=7), week - timedelta(days=1)),
        "this_week": Span(week, week + timedelta(days=6)),
        "last_month": Span(before.replace(day=1), before),
        "this_month": _month(first.year, first.month),
        "last_year": Span(date(today.year - 1, 1, 1), date(today.year - 1, 12, 31)),
        "this_year": Span(date(today.year, 1, 1), date(today.year, 12, 31)),
    }[name]


def _quarter(number: int, year: int | None, today: date) -> Span:
    first = date(year or today.year, 3 * number - 2, 1)
    if year is None and first > today:
        first = first.replace(year=first.year - 1)
    return Span(first, _month(first.year, first.month + 2).last)


def _month(year: int, month: int) -> Span:
    first = date(year, month, 1)
    return Span(first, (first + timedelta(days=32)).replace(day=1) - timedelta(days=1))


def _span_of(moment: Moment, today: date) -> Span | None:
    """The days of a moment; without a year those of its last time until today, or else the next."""
    for year in (moment.year,) if moment.year else (today.year, today.year - 1, today.year - 2, today.year - 3):
        first = _day(year, moment.month, moment.day or 1)
        if first is not None and (moment.year or first <= today):
            return Span(first, first) if moment.day else _month(year, moment.month)
    return None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _is_nothing_else(small: str, places: Sequence[Place], known: Sequence[Lexicon]) -> bool:
    letters = list(small)
    for first, last in places:
        letters[first:last] = " " * (last - first)
    general = {word for each in known if each.relative for word in phrase_words(each.relative.general)}
    unsaid = {word for each in known for word in each.function_words}
    left = {word for word in "".join(letters).replace("?", " ").split() if word not in unsaid}
    return all(general.issuperset(phrase_words(word)) for word in left)


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


def _number(text: str | None) -> int | None:
    return int(text) if text else None
