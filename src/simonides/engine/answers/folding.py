"""Folding of hits: copies become one hit with a count, and the hits of one conversation stand together."""

import re
from collections.abc import Sequence
from dataclasses import field, replace
from itertools import pairwise

from simonides.domain.memory import Hit, Memory
from simonides.domain.text.sameness import are_same
from simonides.domain.text.words import plain_words
from simonides.domain.thresholds import COSINE_APART
from simonides.frozen import frozen
from simonides.languages.folding import even_out, fold
from simonides.languages.writing import UNSPACED

READ_MAX = 1_000
"""How many characters of a text are looked at before it is compared."""
SHARED_MIN = 0.5
"""The share of their words that two texts must have in common to be compared."""

_WORD = re.compile(r"\w+")
_UNSPACED = re.compile(f"[{UNSPACED}]+")


@frozen
class FoldedHit:
    """A hit, the memories that say the same, and further hits of its conversation in the order in which they were said."""

    hit: Hit
    copies: tuple[Memory, ...] = ()
    beside: tuple["FoldedHit", ...] = field(default=())

    @property
    def memory(self) -> Memory:
        """The memory that stands for all its copies."""
        return self.hit.memory


def without_copies(hits: Sequence[Hit]) -> list[FoldedHit]:
    """The hits in order, each with the later ones that say the same."""
    folded: list[FoldedHit] = []
    words = {hit.memory.id: _words_of(hit.memory.content[:READ_MAX]) for hit in hits}
    for hit in hits:
        alike = ((place, each.memory) for place, each in enumerate(folded) if _fit_alike(hit, each.hit))
        near = ((place, first) for place, first in alike if _are_near(words[hit.memory.id], words[first.id]))
        at = next((place for place, first in near if are_same(hit.memory.content, first.content)), None)
        if at is None:
            folded.append(FoldedHit(hit))
        else:
            folded[at] = replace(folded[at], copies=(*folded[at].copies, hit.memory))
    return folded


def by_conversation(folded: Sequence[FoldedHit]) -> list[FoldedHit]:
    """The hits in order, those of one conversation at the place of its best."""
    groups: dict[str, list[FoldedHit]] = {}
    for each in folded:
        groups.setdefault(each.memory.origin.conversation or f"\0{each.memory.id}", []).append(each)
    return [replace(best, beside=tuple(sorted(rest, key=_position))) for best, *rest in groups.values()]


def _words_of(text: str) -> frozenset[str]:
    # Words as they are written take a tenth of the time that their index forms take. Every text is read in this one way: a copy
    # may differ in a typographic sign alone.
    even = fold(even_out(text))
    words = frozenset(_WORD.findall(even if even.isascii() else _UNSPACED.sub(" ", even))) - plain_words()
    if even.isascii():
        return words
    runs = _UNSPACED.findall(even)
    return words.union("".join(runs), (first + second for run in runs for first, second in pairwise(run)))


def _are_near(words: frozenset[str], others: frozenset[str]) -> bool:
    # Whether two texts say the same takes milliseconds to tell; those that share few words never do.
    return len(words & others) >= SHARED_MIN * max(len(words), len(others))


def _fit_alike(hit: Hit, earlier: Hit) -> bool:
    # Copies answer a question equally well, and comparing words takes longer than comparing cosines.
    return hit.similarity is None or earlier.similarity is None or abs(hit.similarity - earlier.similarity) <= COSINE_APART


def _position(folded: FoldedHit) -> tuple[int, float]:
    position = folded.memory.origin.position
    return -1 if position is None else position, folded.memory.happened_at.timestamp()
