"""Which entities does a text name? Whole words, the longest name first, in any case."""

import re
from collections.abc import Iterable

from simonides.domain.naming import fold_name

# A dot before a word and `++` or `#` after one belong to it, as in .NET, C++ and C#: C++ is not C.
_WORD = re.compile(
    r"""
    (?: (?<![\w.]) \. )?
    \w+ (?: (?: [-./:'\u2019+\#] | \+\+ ) \w+ )*
    (?: (?: \+\+ | \# ) (?![\w+\#]) )?
    """,
    re.VERBOSE,
)
LONGEST = 6
"""Names of more words than this are not looked for in running text."""


def candidate_names(text: str) -> set[str]:
    """Every run of one to six words, folded as entity names are."""
    return {folded for folded, _, _ in _runs(text)}


def mentioned(text: str, known: Iterable[str]) -> set[str]:
    """Those of the known folded names that the text names; a name inside a longer one that is named does not count."""
    names = set(known)
    taken: set[int] = set()
    found = set()
    for folded, first, last in sorted(_runs(text), key=lambda run: run[1] - run[2]):
        if folded in names and taken.isdisjoint(range(first, last + 1)):
            found.add(folded)
            taken.update(range(first, last + 1))
    return found


class Lexicon:
    """Many names to look for in many texts: finds what `mentioned` finds, looking only where a name begins."""

    def __init__(self, known: Iterable[str]) -> None:
        self._names = set(known)
        self._firsts = {name.split("_")[0] for name in self._names}
        self._folded: dict[str, str] = {}

    def mentioned(self, text: str) -> set[str]:
        """Those of the names that the text names, the longest first."""
        words = [self._fold(word) for word in _WORD.findall(text)]
        starts = [place for place, word in enumerate(words) if word.split("_")[0] in self._firsts]
        runs = [
            (name, first, last)
            for first in starts
            for last in range(first, min(first + LONGEST, len(words)))
            if (name := "_".join(words[first : last + 1])) in self._names
        ]
        taken: set[int] = set()
        found = set()
        for name, first, last in sorted(runs, key=lambda run: run[1] - run[2]):
            if taken.isdisjoint(range(first, last + 1)):
                found.add(name)
                taken.update(range(first, last + 1))
        return found

    def _fold(self, word: str) -> str:
        if word not in self._folded:
            self._folded[word] = fold_name(word)
        return self._folded[word]


def _runs(text: str) -> list[tuple[str, int, int]]:
    words = [fold_name(match.group()) for match in _WORD.finditer(text)]
    return [
        ("_".join(words[first : last + 1]), first, last)
        for first in range(len(words))
        for last in range(first, min(first + LONGEST, len(words)))
    ]
