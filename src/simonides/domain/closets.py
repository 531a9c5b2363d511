"""Which words tell most about a memory? Its keywords: the labels of the closets it lies in."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

KEYWORDS_MAX = 12
"""How many closets one memory lies in at most."""

COMMON_SHARE = 0.25
"""A word that a larger share of the palace holds tells nothing."""

FEW = 8
"""In a palace with fewer memories than this no word counts as common: shares mean nothing yet."""

LABEL_MAX = 120
"""A longer word is no label: nobody asks for it, and no index should have to hold it."""

_LONE = 0.5
"""A word of one memory alone may be a slip of the pen, so a shared one of nearly the same rarity comes before it."""


def keywords(words: Sequence[str], frequencies: Mapping[str, int], total: int) -> list[str]:
    """The most telling of a memory's words, best first: often here, rare elsewhere, yet not of this memory alone.

    `frequencies` says how many of the palace's `total` memories hold each word; a word it does not know is of this memory alone.
    """
    weights = {
        word: _weight(count, frequencies.get(word, 1), total)
        for word, count in Counter(words).items()
        if _may_label(word) and not _is_common(frequencies.get(word, 1), total)
    }
    return sorted(weights, key=lambda word: (-weights[word], word))[:KEYWORDS_MAX]


def _may_label(word: str) -> bool:
    # Lone characters of unspaced scripts and bare numbers of two digits stand in everything.
    return 2 < len(word) <= LABEL_MAX or (len(word) == 2 and not word.isascii())


def _is_common(frequency: int, total: int) -> bool:
    return total >= FEW and frequency > COMMON_SHARE * total


def _weight(count: int, frequency: int, total: int) -> float:
    rarity = log(1 + max(total, 1) / max(frequency, 1))
    return (1 + log(count)) * rarity * (_LONE if frequency <= 1 else 1.0)
