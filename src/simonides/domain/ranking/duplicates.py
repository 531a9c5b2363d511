"""Likeness of texts: whether two similar texts say the same.

A different ticket number, date or `not` makes a different statement of the same words, and so does another language: a text and
its translation are two texts.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from simonides.domain.memory import Memory
from simonides.domain.ranking.candidates import Stack
from simonides.domain.text.words import identifiers
from simonides.domain.thresholds import COPY_MIN, COSINE_APART, DUPLICATE_MIN
from simonides.languages import guess
from simonides.languages.folding import even_out
from simonides.languages.lexicon import lexicon
from simonides.languages.writing import MARKS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]

WORDS_APART = 0.05
"""How far copies of one text may differ in their word score for a question, as a share of the best."""

_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_WORD = re.compile(rf"[^\W\d_](?:[^\W\d_]|[{MARKS}])*(?:['\u2019]t\b)?")
# For scripts without spaces, and languages where the negation is part of the verb.
_NEGATION_SIGNS = re.compile("[不没沒無无未非别別勿]|ない|ません|なかった|않|없|못|아니")
_NUMERAL_SIGNS = re.compile("[一二三四五六七八九十百千万萬億亿零两兩]")


@dataclass(frozen=True, slots=True)
class Likeness:
    """A memory that is like some text, and how much."""

    memory: Memory
    similarity: float


def sameness(ours: "Vectors", theirs: "Vectors") -> float:
    """The cosine of two texts; for long ones, with a vector per window, how well the windows of each match the other's.

    So a text is not the same as a longer one that merely contains it.
    """
    products = ours @ theirs.T
    lengths = ((ours**2).sum(axis=1) ** 0.5)[:, None] * ((theirs**2).sum(axis=1) ** 0.5)[None, :]
    cosines = products / lengths
    return float(min(cosines.max(axis=1).mean(), cosines.max(axis=0).mean()))


def says_otherwise(text: str, other: str) -> bool:
    """Whether two texts differ in a number, a date, an identifier or a negation, or are surely in different languages."""
    ours, theirs = guess(text), guess(other)
    # A translation is a text of its own: readers of its language need it.
    if ours.is_sure and theirs.is_sure and set(ours.likely).isdisjoint(theirs.likely):
        return True
    words = _words_of(frozenset({"en", *ours.likely, *theirs.likely}))
    return _particulars(text, words) != _particulars(other, words)


def answer_alike(words: "NDArray[np.float64]", cosines: "NDArray[np.float64]") -> "Pairs":
    """The pairs of rows, earlier row first, that fit a question about equally well, as copies of one text must."""
    # A missing cosine (NaN) equals nothing, not even itself.
    alike = abs(cosines[:, None] - cosines[None, :]) <= COSINE_APART
    alike &= abs(words[:, None] - words[None, :]) <= WORDS_APART * words.max(initial=0.0)
    first, second = alike.nonzero()
    is_ordered = first < second
    return first[is_ordered], second[is_ordered]


def copies(pairs: "Pairs", stack: Stack, text: Callable[[int], str]) -> dict[int, int]:
    """The texts in these pairs that repeat an earlier one, each with the text it repeats."""
    found: dict[int, int] = {}
    owners, vectors = stack.owners, stack.vectors
    beginnings = {owner: vectors[row] for row, owner in reversed(list(enumerate(owners.tolist())))}
    for one, other in zip(pairs[0].tolist(), pairs[1].tolist(), strict=True):
        if one in found or other in found or not {one, other} <= beginnings.keys():
            continue
        # Copies begin alike. Compared pair by pair, because one product of all with all would occupy every core.
        if beginnings[one] @ beginnings[other] < DUPLICATE_MIN:
            continue
        likeness = sameness(vectors[owners == one], vectors[owners == other])
        if likeness >= COPY_MIN and not says_otherwise(text(one), text(other)):
            found[other] = one
    return found


@dataclass(frozen=True, slots=True)
class _TellingWords:
    """The words of some languages that make two statements differ."""

    negations: frozenset[str]
    negation_endings: tuple[str, ...]
    numerals: frozenset[str]
    times: tuple[re.Pattern[str], ...]


@lru_cache(maxsize=64)
def _words_of(languages: frozenset[str]) -> _TellingWords:
    known = [lexicon(language) for language in sorted(languages)]
    return _TellingWords(
        negations=frozenset[str]().union(*(each.negations for each in known)),
        negation_endings=tuple(ending for each in known for ending in each.negation_endings),
        numerals=frozenset[str]().union(*(each.numerals for each in known)),
        times=tuple(each.telling_times for each in known if each.telling_times),
    )


def _particulars(text: str, words: _TellingWords) -> tuple[Counter[str], frozenset[str]]:
    folded = even_out(text).casefold()
    counted = Counter(_NUMBER.findall(folded))
    for word in _WORD.findall(folded):
        plain = word.replace("'", "").replace("\u2019", "")
        if plain in words.negations or word.endswith(words.negation_endings):
            counted["not"] += 1
        elif plain in words.numerals:
            counted[plain] += 1
    for times in words.times:
        counted.update(times.findall(folded))
    counted.update(_NUMERAL_SIGNS.findall(folded))
    counted["not"] += len(_NEGATION_SIGNS.findall(folded))
    return counted, frozenset(identifiers(text))
