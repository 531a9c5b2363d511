"""Mentions: the known entity names in a text, as whole words, longest name first, in any case.

In a script without spaces a name of two or more characters may begin and end anywhere; katakana words stay whole.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from simonides.domain.validation import fold_name
from simonides.languages.writing import UNSPACED, sets_no_spaces

# A dot before a word and `++` or `#` after it are part of the word, as in .NET, C++ and C#: C++ is not C.
_WORD = re.compile(
    r"""
    (
        (?: (?<![\w.]) \. )?
        \w+ (?: (?: [-./:'\u2019+\#] | \+\+ ) \w+ )*
        (?: (?: \+\+ | \# ) (?![\w+\#]) )?
    )
    (\. (?![.\w]) )?
    """,
    re.VERBOSE,
)
LONGEST = 6
"""Names with more words than this are not searched for in running text."""
LONGEST_SIGNS = 12
"""Likewise names with more characters than this in a script without spaces."""


class _Word(NamedTuple):
    folded: str
    first: str
    """The part before its first `_`."""
    is_glued: bool = False
    """Whether it follows the word before without a space."""
    is_sign: bool = False
    has_dot: bool = False
    """Whether a dot follows it: the end of a sentence, or part of a name, as in `M. Lindqvist`."""


def candidate_names(text: str) -> set[str]:
    """Every run of one to six words, folded as entity names are; where dots follow words, with and without them."""
    return set(candidates(text))


def candidates(text: str) -> Iterator[str]:
    """The same one by one, and again where they come again: a long text has many more than words."""
    words = _words(text, _word)
    return (name for name, _, _ in _runs(words, range(len(words))))


def mentioned(text: str, known: Iterable[str]) -> set[str]:
    """The known folded names that occur in the text; a name inside a longer one that occurs does not count."""
    words = _words(text, _word)
    return _longest_first(_runs(words, range(len(words))), set(known))


class NameIndex:
    """Many names to find in many texts: the same result as `mentioned`, but only looking where a name begins."""

    def __init__(self, known: Iterable[str]) -> None:
        self._names = set(known)
        self._firsts = {words[0].first for name in self._names if (words := _words(name, _word))}
        # Folding may leave signs that end a word, as İ does: such a name is read as more words than the text has.
        self._firsts |= {_first(name) for name in self._names}
        self._known: dict[str, _Word] = {}

    def mentioned(self, text: str) -> set[str]:
        """The names that occur in the text; a name inside a longer one that occurs does not count."""
        words = _words(text, self._word)
        starts = [place for place, word in enumerate(words) if word.first in self._firsts]
        return _longest_first(_runs(words, starts), self._names)

    def _word(self, word: str) -> _Word:
        if word not in self._known:
            self._known[word] = _word(word)
        return self._known[word]


def _word(word: str) -> _Word:
    folded = fold_name(word)
    return _Word(folded, _first(folded))


def _first(folded: str) -> str:
    return folded.partition("_")[0].rstrip(".")


def _longest_first(runs: Iterable[tuple[str, int, int]], names: set[str]) -> set[str]:
    taken: set[int] = set()
    found = set()
    for name, first, last in sorted((run for run in runs if run[0] in names), key=lambda run: run[1] - run[2]):
        if taken.isdisjoint(range(first, last + 1)):
            found.add(name)
            taken.update(range(first, last + 1))
    return found


@cache
def _piece() -> re.Pattern[str]:
    # Compiled on first use: no text with spaces needs it.
    return re.compile(f"[\u30a1-\u30ff]+|[{UNSPACED}]|[^{UNSPACED}]+")


def _words(text: str, read: Callable[[str], _Word]) -> list[_Word]:
    if not sets_no_spaces(text):
        return [read(word)._replace(has_dot=True) if dot else read(word) for word, dot in _WORD.findall(text)]
    words = []
    for word, _ in _WORD.findall(text):
        for place, piece in enumerate(_piece().findall(read(word).folded)):
            is_sign = len(piece) == 1 and sets_no_spaces(piece)
            words.append(_Word(piece, piece.partition("_")[0], is_glued=place > 0, is_sign=is_sign))
    return words


def _runs(words: list[_Word], starts: Iterable[int]) -> Iterator[tuple[str, int, int]]:
    """The names that may begin at these places, each with its first and its last word."""
    for first in starts:
        name, dotted, spaces = "", "", 0
        for last in range(first, min(first + LONGEST_SIGNS, len(words))):
            word = words[last]
            if last > first and not word.is_glued:
                name += "_"
                dotted += "._" if words[last - 1].has_dot else "_"
                spaces += 1
            if spaces == LONGEST:
                break
            name += word.folded
            dotted += word.folded
            if last > first or not word.is_sign:
                yield name, first, last
            if len(dotted) > len(name):
                yield dotted, first, last
            if word.has_dot:
                yield f"{dotted}.", first, last
