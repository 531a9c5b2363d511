"""Reading a question: the names, dates, times and numbers it asks for, beside its words."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime

from simonides.domain.question.wanted_value import Wish, read_wish
from simonides.domain.text.words import QUESTION_MAX, identifiers
from simonides.languages import Guess, guess
from simonides.languages.folding import even_out
from simonides.languages.lexicon import Lexicon, lexicons_for
from simonides.languages.writing import CAPITALS, UNSPACED

LINE_MAX = 160
"""A question for what holds now is no longer than this."""

_ISO = re.compile(r"\b((?:19|20)\d{2})-(\d{2})(?:-(\d{2}))?\b")
_CAPITALISED = re.compile(rf"\b[{CAPITALS}][\w'\u2019-]+")
_UNSPACED = re.compile(f"[{UNSPACED}]{{2,}}")
_UNSPACED_NAME_MAX = 5
# Numeric dates with the day before the month, as outside English; and the date signs of Chinese, Japanese, Korean, Vietnamese.
_FIGURES = re.compile(r"(?<!\d)(\d{1,2})[./](\d{1,2})[./]((?:19|20)\d{2})(?!\d)")
_SIGNS = re.compile(r"(?:((?:19|20)\d{2})\s*[年년]\s*)?(\d{1,2})\s*[月월](?:\s*(\d{1,2})\s*[日号號일])?")
_VIETNAMESE = re.compile(r"(?:ngày (\d{1,2}) )?tháng (\d{1,2})(?:[ ,]+năm ((?:19|20)\d{2}))?")


@dataclass(frozen=True, slots=True)
class Moment:
    """A date named in a question: a day or a whole month, with or without a year."""

    month: int
    day: int | None = None
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for."""

    identifiers: frozenset[str]
    names: frozenset[str]
    """Capitalised words, in lower case; in scripts without capitals, every run of characters that may be a name."""
    moments: tuple[Moment, ...]
    wants_time: bool
    wants_number: bool
    wish: Wish | None
    """The one value it asks for, if it asks for one."""
    is_of_today: bool
    """Whether it may ask for what holds now: it is one short line, and speaks of nothing past."""


def understand(question: str) -> Asked:
    """Read a question; of a long one, its beginning."""
    question = question[:QUESTION_MAX]
    even = even_out(question)
    small = even.lower()
    known = lexicons_for(even)
    moments = [*_figured(small, guess(even)), *(moment for each in known for moment in _worded(small, each))]
    return Asked(
        identifiers=frozenset(identifiers(question)),
        names=frozenset(_names(even)),
        moments=_most_exact(moments),
        wants_time=any(each.when and each.when.search(small) for each in known),
        wants_number=any(each.how_many and each.how_many.search(small) for each in known),
        wish=read_wish(question),
        is_of_today=_is_one_line(question) and not any(each.bygone and each.bygone.search(small) for each in known),
    )


def date_fit(moment: Moment, day: int) -> float:
    """How well a day, counted from 1970, fits a moment: 1 on the day, less for the days after, when people report it."""
    when = datetime.fromtimestamp(day * 86_400, UTC).date()
    if moment.year is not None and abs(when.year - moment.year) > 1:
        return 0.0
    if moment.day is None:
        return _month_closeness(moment, when)
    return max(_day_closeness(moment, when, year) for year in ([moment.year] if moment.year else [when.year - 1, when.year]))


def _day_closeness(moment: Moment, when: date, year: int) -> float:
    try:
        named = date(year, moment.month, moment.day or 1)
    except ValueError:
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


def _is_one_line(question: str) -> bool:
    # A piece of a conversation asks for what fits it, and not for what holds.
    return len(question) <= LINE_MAX and "\n" not in question.strip()


def _most_exact(moments: list[Moment]) -> tuple[Moment, ...]:
    """Each date once: `9. August 2026` is also read as August 2026, which says less."""
    return tuple(each for each in dict.fromkeys(moments) if not any(_says_more(other, each) for other in moments))


def _says_more(other: Moment, moment: Moment) -> bool:
    if moment.day is not None or other == moment or other.month != moment.month:
        return False
    return moment.year is None or moment.year == other.year


def _figured(small: str, guessed: Guess) -> list[Moment]:
    """The dates written in figures and signs."""
    found = [Moment(int(month), _number(day), int(year)) for year, month, day in _ISO.findall(small)]
    if guessed.likely != ("en",):
        found += [Moment(int(month), int(day), int(year)) for day, month, year in _FIGURES.findall(small)]
        found += [Moment(int(month), _number(day), _number(year)) for year, month, day in _SIGNS.findall(small)]
        found += [Moment(int(month), _number(day), _number(year)) for day, month, year in _VIETNAMESE.findall(small)]
    return [moment for moment in found if 1 <= moment.month <= 12]


def _worded(small: str, known: Lexicon) -> list[Moment]:
    """The dates with the name of a month."""
    found = []
    for date_ in known.dates.finditer(small) if known.dates else ():
        month, day, year = date_["month"], _number(date_["day"] or date_["later_day"]), _number(date_["year"])
        is_plain = month in known.whole_months and not known.needs_lead
        if day or year or is_plain or date_["lead"]:
            found.append(Moment(known.months[month], day, year))
    return found


def _names(question: str) -> set[str]:
    """Capitalised words; in scripts without capitals or spaces, every run of characters that may be a name."""
    names = {name.casefold().removesuffix("'s").removesuffix("\u2019s") for name in _CAPITALISED.findall(question)}
    for run in _UNSPACED.findall(question):
        names |= {run[start:end] for start in range(len(run)) for end in range(start + 2, start + _UNSPACED_NAME_MAX + 1)}
    return names


def _number(text: str | None) -> int | None:
    return int(text) if text else None
