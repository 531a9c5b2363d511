"""Where do words stand? Postings of the text index as arrays, and what they say together."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.tuning import Tuning

OFFSET_BITS = 24
"""A posting is one number: the row of the text, then the word's position in these many bits."""

# One text per word instead of one row per posting: reading rows into Python takes longer than finding them.
_POSTINGS = f"""
    SELECT group_concat(place) FROM (
        SELECT doc << {OFFSET_BITS} | offset AS place FROM %s_postings WHERE term = ? LIMIT ?
    )
"""
_FREQUENCY = "SELECT doc, cnt FROM %s_terms WHERE term = ?"
# A kept frequency is counted anew once the palace has grown or shrunk by this share.
_DRIFT = 0.05

Postings = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Kept:
    documents: int
    places: int
    total: int


class Frequencies:
    """In how many texts each word stands; those of common words are kept, since counting them takes long."""

    def __init__(self, database: Database, tuning: Tuning, name: str) -> None:
        self._database = database
        self._tuning = tuning
        self._frequency = _FREQUENCY % name
        self._kept: dict[str, _Kept] = {}

    def of(self, word: str, total: int) -> tuple[int, int]:
        """How many texts hold the word, and in how many places."""
        kept = self._kept.get(word)
        if kept is not None and abs(total - kept.total) <= _DRIFT * kept.total:
            return kept.documents, kept.places
        row = self._database.row(self._frequency, (word,))
        documents, places = (0, 0) if row is None else (int(row[0]), int(row[1]))
        if documents >= self._tuning.frequency_kept_from:
            self._kept[word] = _Kept(documents, places, total)
        return documents, places


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


def read(database: Database, name: str, word: str, cap: int) -> Postings:
    """Every posting of a word, sorted, up to a cap; `name` says of which text index."""
    row = database.row(_POSTINGS % name, (word, cap))
    if row is None or row[0] is None:
        return np.zeros(0, np.int64)
    return np.sort(np.fromstring(row[0], np.int64, sep=","))


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
