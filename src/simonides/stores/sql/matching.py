"""What do postings say together? Counts of words and of pairs of words, for every text that holds any of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simonides.domain.candidates import Matches
from simonides.stores.sql.postings import OFFSET_BITS, Postings, followed, tallied


@dataclass(frozen=True, slots=True)
class Lookup:
    """What was read from the text index for the words of a question."""

    words: tuple[str, ...]
    frequencies: Mapping[str, int]
    read: Mapping[str, Postings]

    def documents(self) -> NDArray[np.int64]:
        """Every text that holds a word that was read, sorted."""
        found = [postings >> OFFSET_BITS for postings in self.read.values()]
        return np.unique(np.concatenate(found)) if found else np.zeros(0, np.int64)


class TextIndex(Protocol):
    """Which texts of one kind hold a word?"""

    def look_up(self, words: Sequence[str], total: int) -> Lookup:
        """What the index says of these words; rare ones are always read, the most common may not be."""
        ...

    def frequencies(self, words: Sequence[str], total: int) -> dict[str, int]:
        """How many texts hold each of the words; `total` says how many texts there are."""
        ...

    def phrase(self, words: Sequence[str], limit: int) -> list[int]:
        """The rows that hold these words one after the other, newest first."""
        ...


def matches_of(lookup: Lookup, keys: NDArray[np.int64], lengths: NDArray[np.int32], total: int, mean_length: float) -> Matches:
    """The counts for these texts."""
    words = lookup.words
    tallies = {word: tallied(postings) for word, postings in lookup.read.items()}
    counts = np.zeros((len(words), len(keys)), np.float32)
    for index, word in enumerate(words):
        if word in tallies:
            _spread(tallies[word], keys, counts[index])
    pairs, pair_frequencies = _pairs(lookup, keys)
    return Matches(
        keys=keys,
        lengths=lengths,
        counts=counts,
        pairs=pairs,
        frequencies=np.array([lookup.frequencies[word] for word in words], np.int64),
        pair_frequencies=pair_frequencies,
        skipped=tuple(index for index, word in enumerate(words) if word not in lookup.read),
        total=total,
        mean_length=mean_length,
    )


def _pairs(lookup: Lookup, keys: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    words = lookup.words
    number = max(len(words) - 1, 0)
    pairs = np.zeros((number, len(keys)), np.float32)
    frequencies = np.zeros(number, np.int64)
    for index in range(number):
        first, second = lookup.read.get(words[index]), lookup.read.get(words[index + 1])
        if first is not None and second is not None:
            tally = tallied(followed(first, second))
            frequencies[index] = len(tally[0])
            _spread(tally, keys, pairs[index])
    return pairs, frequencies


def _spread(tally: tuple[NDArray[np.int64], NDArray[np.int64]], keys: NDArray[np.int64], target: NDArray[np.float32]) -> None:
    documents, counts = tally
    if not len(keys):
        return
    where = np.searchsorted(keys, documents)
    where[where == len(keys)] = 0
    known = keys[where] == documents
    target[where[known]] = counts[known]
