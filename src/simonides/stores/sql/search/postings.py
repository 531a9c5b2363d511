"""Postings: the positions of words as arrays, and operations on them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

OFFSET_BITS = 24
"""A posting is one number: the row of the text, then the word's position in this many bits."""

Postings = NDArray[np.int64]


def choose(places: Sequence[int], budget: int) -> set[int]:
    """The indexes of the words to read: rare words first, within the budget; the rarest that any text holds is always read."""
    chosen: set[int] = set()
    spent = 0
    for index in sorted(range(len(places)), key=lambda index: (places[index], index)):
        # A word that no text holds costs nothing, and must not stand for the rarest.
        if spent and spent + places[index] > budget:
            break
        chosen.add(index)
        spent += places[index]
    return chosen


def distinct(ascending: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each of the ascending numbers once."""
    is_first = np.ones(len(ascending), np.bool_)
    np.not_equal(ascending[1:], ascending[:-1], out=is_first[1:])
    return ascending[is_first]


def followed(first: Postings, second: Postings) -> Postings:
    """The positions of the first list that a position of the second directly follows."""
    # The shorter list is looked up in the longer one.
    if len(first) > len(second):
        return second[_among(first, second - 1)] - 1
    return first[_among(second, first + 1)]


def _among(postings: Postings, wanted: Postings) -> NDArray[np.bool_]:
    if not len(postings):
        return np.zeros(len(wanted), np.bool_)
    where = np.searchsorted(postings, wanted)
    where[where == len(postings)] = 0
    is_there: NDArray[np.bool_] = postings[where] == wanted
    return is_there
