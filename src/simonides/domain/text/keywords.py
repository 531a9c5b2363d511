"""Keywords of a memory: the words that say most about it, each the label of a closet it lies in."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log

from simonides.domain.text.words import phrase_words
from simonides.languages.lexicon import spaced
from simonides.languages.writing import MARKS, UNSPACED, sets_no_spaces

KEYWORDS_MAX = 12
"""The most closets that one memory lies in."""

COMMON_SHARE = 0.25
"""A word held by a larger share of the palace's memories is too common to be a keyword."""

FEW = 8
"""In a palace with fewer memories than this no word counts as common: shares mean nothing yet."""

LABEL_MAX = 120
"""Longer words are never labels: nobody searches for them, and no index should have to hold them."""

_LONE = 0.5
"""Weight of a word that only one memory holds: it may be a typo, so a shared word of similar rarity comes before it."""


def keywords(words: Sequence[str], frequencies: Mapping[str, int], total: int) -> list[str]:
    """The most telling words of a memory, best first: frequent here, rare elsewhere, but not found in this memory alone.

    `frequencies` says how many of the palace's `total` memories hold each word; a word it lacks is held by this memory alone.
    """
    weights = {
        word: _weight(count, frequencies.get(word, 1), total)
        for word, count in Counter(words).items()
        if _may_label(word) and not _is_common(frequencies.get(word, 1), total)
    }
    return sorted(weights, key=lambda word: (-weights[word], word))[:KEYWORDS_MAX]


def _may_label(word: str) -> bool:
    # Single characters of unspaced scripts and two-digit numbers occur in nearly every text.
    return 2 < len(word) <= LABEL_MAX or (len(word) == 2 and not word.isascii())


def _is_common(frequency: int, total: int) -> bool:
    return total >= FEW and frequency > COMMON_SHARE * total


def _weight(count: int, frequency: int, total: int) -> float:
    rarity = log(1 + max(total, 1) / max(frequency, 1))
    return (1 + log(count)) * rarity * (_LONE if frequency <= 1 else 1.0)


_SURFACE = re.compile(rf"[{UNSPACED}]{{2,}}|[^\W\d_][\w'{MARKS}-]{{2,}}")
TERMS = 3


def telling_terms(texts: Iterable[str], frequency: Callable[[str], int], total: int) -> str | None:
    """The most telling words of some texts, as they are spelled there; `frequency` says how many of all texts hold a stem."""
    # A word counts once per text, so that one repetitive text cannot decide the label.
    in_texts = Counter(word for text in texts for word in {word.lower() for word in _SURFACE.findall(spaced(text))})
    spelled: dict[str, Counter[str]] = {}
    for word, count in in_texts.items():
        stems = phrase_words(word)
        # A word in an unspaced script counts as common as its first two characters.
        if len(stems) == 1 or (stems and sets_no_spaces(word)):
            spelled.setdefault(stems[0], Counter())[word] += count
    counts = {stem: spellings.total() for stem, spellings in spelled.items()}
    # Looking up a frequency takes longer than counting, so only the most common words are weighed.
    likely = sorted(counts, key=lambda stem: (-counts[stem], stem))[:40]
    weight = {stem: counts[stem] * log(1 + max(total, 1) / (1 + frequency(stem))) for stem in likely}
    best = sorted(weight, key=lambda stem: (-weight[stem], stem))[:TERMS]
    return ", ".join(spelled[stem].most_common(1)[0][0] for stem in best) or None
