"""Reading a question: the names, dates, times and numbers it asks for, beside its words."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from simonides.domain.question.dates import AskedDates, read_dates
from simonides.domain.question.descriptions import Description, read_description
from simonides.domain.question.wanted_value import Wish, read_wish
from simonides.domain.text.sentences import is_question
from simonides.domain.text.words import QUESTION_MAX, asked_words, identifiers, phrase_words
from simonides.frozen import frozen
from simonides.languages import guess
from simonides.languages.folding import even_out
from simonides.languages.lexicon import Lexicon, lexicon, lexicons_for
from simonides.languages.writing import CAPITALS, UNSPACED

LINE_MAX = 160
"""A question for what holds now is no longer than this."""

_CAPITALISED = re.compile(rf"\b[{CAPITALS}][\w'\u2019-]+")
_UNSPACED = re.compile(f"[{UNSPACED}]{{2,}}")
_UNSPACED_NAME_MAX = 5
_WORD = re.compile(r"\w+")
# A code or a number by which people know something; shorter ones count things.
_NUMBER = re.compile(r"(?<![\w.,:/-])\d{4,12}(?![\w:/-]|[.,]\d)")


@frozen
class Asked:
    """What a question asks for."""

    language: str
    """The language it is most likely in; `en` unless there is evidence for another."""
    identifiers: frozenset[str]
    names: frozenset[str]
    """Capitalised words, in lower case; in scripts without capitals, every run of characters that may be a name."""
    dates: AskedDates
    wants_time: bool
    wants_number: bool
    wish: Wish | None
    """The one value it asks for, if it asks for one."""
    is_of_today: bool
    """Whether it may ask for what holds now: it is one short line, and speaks of nothing past."""
    is_list: bool
    """Whether it asks for every one of something."""
    quantities: frozenset[str]
    """Its words that say nothing but this, as they are indexed: `all`, `everi`."""
    is_former: bool
    """Whether it asks for what held earlier: `originally`, `before`, or at a time that is over."""

    says_now: bool = False
    """Whether it says that it asks for what holds now: `currently`, `still`."""
    is_for_words: bool = False
    """Whether it asks for what somebody said or wrote: `what did Ada report`."""
    description: Description | None = None
    """What it describes instead of naming it, if anything."""
    is_heading: bool = False
    """Whether it neither asks nor says that it wants all: `tickets from Halden`, whose first word may name what is listed."""

    @property
    def unsaid(self) -> frozenset[str]:
        """Its words that tell nothing of what a memory holds."""
        return self.quantities | self.dates.joining

    @property
    def is_timed(self) -> bool:
        """Whether it says that it asks for what holds now, or for what held earlier."""
        return self.says_now or self.is_former

    @property
    def compares_notes(self) -> bool:
        """Whether it asks for what held at some time, so that of two notes on one matter only one is right."""
        return self.is_of_today or self.is_former


def understand(question: str, today: date | None = None) -> Asked:
    """Read a question; of a long one, its beginning. With `today` it may speak of yesterday."""
    question = question[:QUESTION_MAX]
    even = even_out(question)
    small = even.lower()
    known = lexicons_for(even)
    is_line = _is_one_line(question)
    is_list = is_line and _asks_for_all(small, known)
    # A capital that is two small letters moves what follows it.
    dates = read_dates(small, known, today, even if len(even) == len(small) and _tells_by_case(even) else None)
    is_over = not dates.may_be_today(today)
    is_former = is_line and not is_list and not dates.is_all and (is_over or _asks_for_former(small, known))
    return Asked(
        language=guess(question).language,
        identifiers=frozenset(identifiers(question)) | (set(_NUMBER.findall(small)) - dates.words),
        names=frozenset(_names(even)),
        dates=dates,
        wants_time=any(each.when and each.when.search(small) for each in known),
        wants_number=any(each.how_many and each.how_many.search(small) for each in known),
        wish=read_wish(question),
        is_of_today=is_line and not is_list and not is_over and not is_former and not _speaks_of_past(even),
        is_list=is_list,
        quantities=frozenset(_quantities(small, known)) if is_list else frozenset(),
        is_former=is_former,
        says_now=is_line and _says_now(small, known),
        is_for_words=is_line and _asks_for_words(small, known),
        description=read_description(even, known) if is_line else None,
        is_heading=is_line and not is_list and not is_question(question),
    )


def _tells_by_case(even: str) -> bool:
    """Whether a text has a word without a capital that is not its first: in a title or a cry capitals tell nothing."""
    return any(word[0].islower() for word in even.split()[1:])


def is_list(question: str) -> bool:
    """Whether a question asks for every one of something: `all incidents in 2026`."""
    even = even_out(question[: LINE_MAX + 1])
    return _is_one_line(question) and _asks_for_all(even.lower(), lexicons_for(even))


def _speaks_of_past(even: str) -> bool:
    # Without English, where it is not likely: `Was` begins a German question for the present.
    small = even.lower()
    return any(each.bygone and each.bygone.search(small) for each in map(lexicon, guess(even).likely))


def _asks_for_former(small: str, known: Sequence[Lexicon]) -> bool:
    return any(each.asking and each.asking.former.search(small) for each in known)


def _says_now(small: str, known: Sequence[Lexicon]) -> bool:
    return any(each.asking and each.asking.present.search(small) for each in known)


def _asks_for_all(small: str, known: Sequence[Lexicon]) -> bool:
    return any(each.asking and each.asking.lists.search(small) for each in known)


def _asks_for_words(small: str, known: Sequence[Lexicon]) -> bool:
    return any(each.asking and each.asking.saying.search(small) for each in known)


def _quantities(small: str, known: Sequence[Lexicon]) -> Iterator[str]:
    # As written, since `every` is indexed by its stem, and as indexed, which parts words of a script without spaces.
    for word in {*_WORD.findall(small), *(each.word for each in asked_words(small))}:
        if any(each.asking and each.asking.lists.fullmatch(word) for each in known):
            yield from phrase_words(word)
    for phrase in (each.asking.records for each in known if each.asking and each.asking.records):
        for found in phrase.finditer(small):
            yield from phrase_words(found[0])


def _is_one_line(question: str) -> bool:
    # A piece of a conversation asks for what fits it, and not for what holds.
    return len(question) <= LINE_MAX and "\n" not in question.strip()


def _names(question: str) -> set[str]:
    """Capitalised words; in scripts without capitals or spaces, every run of characters that may be a name."""
    names = {name.casefold().removesuffix("'s").removesuffix("\u2019s") for name in _CAPITALISED.findall(question)}
    for run in _UNSPACED.findall(question):
        lengths = range(2, min(len(run), _UNSPACED_NAME_MAX) + 1)
        names |= {run[start : start + length] for length in lengths for start in range(len(run) - length + 1)}
    return names
