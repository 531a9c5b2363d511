"""Word matches: counts of words and of word pairs from postings, for every text that holds any of the words."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simonides.domain.ranking.candidates import Matches
from simonides.frozen import frozen
from simonides.stores.sql.search.postings import OFFSET_BITS, Postings, distinct, followed


@frozen
class Lookup:
    """What the text index returned for the words of a question."""

    words: tuple[str, ...]
    frequencies: Mapping[str, int]
    read: Mapping[str, Postings]

    def documents(self) -> NDArray[np.int64]:
        """Every text that holds a word that was read, sorted."""
        if not self.read:
            return np.zeros(0, np.int64)
        return distinct(np.sort(np.concatenate(list(self.read.values())) >> OFFSET_BITS))


class TextIndex(Protocol):
    """The text index of one kind of texts: which of them hold a word."""

    def look_up(self, words: Sequence[str], total: int) -> Lookup:
        """The postings of these words; rare words are always read, the most common may be skipped."""
        ...

    def held(self, words: Sequence[str]) -> frozenset[str]:
        """Those of the words that any text holds."""
        ...

    def frequencies(self, words: Sequence[str], total: int) -> dict[str, int]:
        """How many texts hold each of the words; `total` is the number of texts."""
        ...

    def phrase(self, words: Sequence[str], limit: int) -> list[int]:
        """The rows that hold these words one after the other, newest first."""
        ...

    def phrases(self, phrases: Sequence[Sequence[str]], least: int, most: int, total: int) -> list[list[int]]:
        """The same for many phrases at once, up to one row more than `most`.

        A phrase that fewer than `least` can hold has no rows.
        """
        ...


def matches_of(
    lookup: Lookup,
    found: NDArray[np.int64],
    keys: NDArray[np.int64],
    lengths: NDArray[np.int32],
    total: int,
    mean_length: float,
) -> Matches:
    """The counts for the texts found that are in scope: `keys`, ascending, with their `lengths`."""
    # Mostly everything is in scope.
    inside = np.arange(len(found)) if len(keys) == len(found) else np.searchsorted(found, keys)
    words = lookup.words
    counts = _tallied([lookup.read.get(word) for word in words], found)
    pairs = _tallied([_pair(lookup, *pair) for pair in pairwise(words)], found)
    return Matches(
        keys=keys,
        lengths=lengths,
        counts=counts[:, inside],
        pairs=pairs[:, inside],
        frequencies=np.array([lookup.frequencies[word] for word in words], np.int64),
        pair_frequencies=np.count_nonzero(pairs, axis=1),
        skipped=tuple(index for index, word in enumerate(words) if word not in lookup.read),
        total=total,
        mean_length=mean_length,
    )


def _pair(lookup: Lookup, first: str, second: str) -> Postings | None:
    places, following = lookup.read.get(first), lookup.read.get(second)
    if places is None or following is None or not len(places) or not len(following):
        return None
    return followed(places, following)


def _tallied(lists: Sequence[Postings | None], found: NDArray[np.int64]) -> NDArray[np.float32]:
    """How often each text occurs in each list, one row per list."""
    rows = [row for row, postings in enumerate(lists) if postings is not None]
    if not rows or not len(found):
        return np.zeros((len(lists), len(found)), np.float32)
    postings = [each for each in lists if each is not None]
    columns = np.searchsorted(found, np.concatenate(postings) >> OFFSET_BITS)
    cells = np.repeat(np.array(rows) * len(found), [len(each) for each in postings]) + columns
    return np.bincount(cells, minlength=len(lists) * len(found)).astype(np.float32).reshape(len(lists), len(found))
