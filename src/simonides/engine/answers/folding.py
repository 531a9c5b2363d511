"""Folding of hits: copies become one hit with a count, and the hits of one conversation stand together."""

from collections.abc import Sequence
from dataclasses import field, replace

from simonides.domain.memory import Hit, Memory
from simonides.domain.text.sameness import are_same
from simonides.domain.text.words import index_words
from simonides.domain.thresholds import COSINE_APART
from simonides.frozen import frozen

READ_MAX = 1_000
"""How many characters of a text are looked at before it is compared."""
SHARED_MIN = 0.5
"""The share of their words that two texts must have in common to be compared."""


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
    words = {hit.memory.id: frozenset(index_words(hit.memory.content[:READ_MAX])) for hit in hits}
    for hit in hits:
        near = (place for place, first in enumerate(folded) if _are_near(words[hit.memory.id], words[first.memory.id]))
        at = next((place for place in near if _repeats(hit, folded[place].hit)), None)
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


def _are_near(words: frozenset[str], others: frozenset[str]) -> bool:
    # Whether two texts say the same takes milliseconds to tell; those that share few words never do.
    return len(words & others) >= SHARED_MIN * max(len(words), len(others))


def _repeats(hit: Hit, earlier: Hit) -> bool:
    # Copies answer a question equally well, and comparing words takes longer than comparing cosines.
    if hit.similarity is not None and earlier.similarity is not None and abs(hit.similarity - earlier.similarity) > COSINE_APART:
        return False
    return are_same(hit.memory.content, earlier.memory.content)


def _position(folded: FoldedHit) -> tuple[int, float]:
    position = folded.memory.origin.position
    return -1 if position is None else position, folded.memory.happened_at.timestamp()
