"""Where do words stand? Places of words as arrays, and what they say together."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

OFFSET_BITS = 24
"""A posting is one number: the row of the text, then the word's position in these many bits."""

Postings = NDArray[np.int64]


def choose(places: Sequence[int], budget: int) -> set[int]:
    """The indexes of the words to read: rare ones first, while the budget lasts, and the rarest in any case."""
    chosen: set[int] = set()
    spent = 0
    for index in sorted(range(len(places)), key=lambda index: (places[index], index)):
        if chosen and spent + places[index] > budget:
            break
        chosen.add(index)
        spent += places[index]
    return chosen


def followed(first: Postings, second: Postings) -> Postings:
    """Those of the first that the second directly follows."""
    wanted = first + 1
    where = np.searchsorted(second, wanted)
    where[where == len(second)] = 0
    return first[second[where] == wanted] if len(second) else first[:0]


def tallied(postings: Postings) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The texts that hold a word, and how often each does."""
    documents = postings >> OFFSET_BITS
    return np.unique(documents, return_counts=True)
