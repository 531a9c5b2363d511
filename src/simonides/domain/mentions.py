"""Which entities does a text name? Whole words, the longest name first, in any case."""

import re
from collections.abc import Iterable

from simonides.domain.naming import fold_name

_WORD = re.compile(r"\w+(?:[-./:'\u2019+#]\w+)*")
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


def _runs(text: str) -> list[tuple[str, int, int]]:
    words = [fold_name(match.group()) for match in _WORD.finditer(text)]
    return [
        ("_".join(words[first : last + 1]), first, last)
        for first in range(len(words))
        for last in range(first, min(first + LONGEST, len(words)))
    ]
