"""Names, numbers and things that are written like a time: Mr May, room 2019, the second quarter of the game."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from simonides.domain.question.named_date import NamedDate
from simonides.languages.lexicon import Lexicon
from simonides.languages.namesakes import Namesakes

_FIGURE = re.compile(r"\d")
_WORD_BEFORE = re.compile(r"([^\W\d]+) \Z")
_WORD_MAX = 24
_CODE_BEFORE = re.compile(r"(?:[@#\\]|\w\.)\Z")
_CODE_AFTER = re.compile(r"(?:\.|(?<=\.))[a-z\d]")
_OPENING = frozenset('"\u201c\u201e\u00ab\u300a\u300c\u300e')
_CLOSING = frozenset('"\u201c\u201d\u00bb\u300b\u300d\u300f')
_BEFORE_SENTENCES = frozenset('.!?:;\u00bf\u00a1"\u00ab\u201e\u201c(')
_NEXT_WORD = re.compile(r"['\u2019]?\s([^\W\d]+)")


def told_apart(dates: Sequence[NamedDate], small: str, cased: str | None, known: Lexicon) -> Iterator[NamedDate]:
    """The dates of a language without its namesakes of dates; those that may be one are not sure."""
    if not dates or known.relative is None:
        yield from dates
        return
    words = known.relative.namesakes
    firsts = {each.first for each in dates}
    for named in dates:
        if _is_of_something(named, small, words, firsts):
            continue
        if _FIGURE.search(small, named.first, named.last):
            yield named
        elif not _is_named(named):
            if not (words.after_names and words.after_names.match(small, named.last)):
                yield named
        elif not (
            words.make_name(small, named.first, named.last) or _is_quoted(named, small) or _is_in_code(named, small, cased)
        ):
            # `Last Friday` is no name.
            is_sure = (
                not _may_be_name(named) or " " in small[named.first : named.last] or words.leave_no_doubt(small, named.first)
            )
            if is_sure:
                yield named
            elif not (is_name := _is_name_by_case(named, cased, known, words)) or words.capitals == "others":
                yield replace(named, is_sure=False, is_name=is_name)


def without_numbers(years: Iterable[NamedDate], small: str, known: Sequence[Lexicon]) -> Iterator[NamedDate]:
    """The years without four figures that number something: `room 2019`."""
    words = [each.relative.namesakes for each in known if each.relative]
    unsaid = [each.function_words for each in known]
    for year in years:
        if any(each.make_number(small, year.first, year.last) for each in words):
            continue
        before = _WORD_BEFORE.search(small, max(year.first - _WORD_MAX, 0), year.first)
        is_led = before is None or any(before[1] in each for each in unsaid)
        is_sure = is_led or any(each.sure_leads and each.leave_no_doubt(small, year.first) for each in words)
        yield year if is_sure else replace(year, is_sure=False)


def _is_named(named: NamedDate) -> bool:
    return named.is_weekday or named.yearly is not None


def _may_be_name(named: NamedDate) -> bool:
    """Whether it is a month, a season or a day of the week."""
    return named.is_weekday or (named.yearly is not None and named.yearly.kind in {"month", "season"})


def _is_quoted(named: NamedDate, small: str) -> bool:
    """Whether it stands alone between quotation marks, as a title does."""
    before, after = small[max(named.first - 2, 0) : named.first].rstrip(), small[named.last : named.last + 2].lstrip()
    return before[-1:] in _OPENING and after[:1] in _CLOSING


def _is_in_code(named: NamedDate, small: str, cased: str | None) -> bool:
    """Whether it is part of an address, the name of a file, or a tag: `april.py`, `@friday`."""
    is_led = _CODE_BEFORE.search(small, max(named.first - 2, 0), named.first) is not None
    # A sentence after a stop begins with a capital.
    return is_led or (cased is not None and _CODE_AFTER.match(cased, named.last) is not None)


def _is_of_something(named: NamedDate, small: str, words: Namesakes, firsts: set[int]) -> bool:
    if words.of_things is None or named.yearly is None or named.yearly.kind not in {"quarter", "season"}:
        return False
    following = words.of_things.match(small, named.last)
    return following is not None and following.end() not in firsts


def _is_name_by_case(named: NamedDate, cased: str | None, known: Lexicon, words: Namesakes) -> bool:
    # Many give days of the week a capital by habit.
    if cased is None or words.capitals is None or named.is_weekday or not cased[named.first].isupper():
        return False
    before = cased[max(named.first - 3, 0) : named.first].rstrip()
    if not before or before[-1] in _BEFORE_SENTENCES:
        return False
    if words.capitals == "others":
        return True
    following = _NEXT_WORD.match(cased, named.last)
    return following is not None and following[1][0].isupper() and following[1].lower() not in known.function_words
