"""Where do words stand? What the text index of SQLite says of a word."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from dataclasses import dataclass

import numpy as np

from simonides.stores.sql.postings import OFFSET_BITS, Postings
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.tuning import Tuning

# One text per word instead of one row per posting: reading rows into Python takes longer than finding them.
_POSTINGS = f"""
    SELECT group_concat(place) FROM (
        SELECT doc << {OFFSET_BITS} | offset AS place FROM %s_postings WHERE term = ? LIMIT ?
    )
"""
_FREQUENCY = "SELECT doc, cnt FROM %s_terms WHERE term = ?"
# A kept frequency is counted anew once the palace has grown or shrunk by this share.
_DRIFT = 0.05


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


def read(database: Database, name: str, word: str, cap: int) -> Postings:
    """Every posting of a word, sorted, up to a cap; `name` says of which text index."""
    row = database.row(_POSTINGS % name, (word, cap))
    if row is None or row[0] is None:
        return np.zeros(0, np.int64)
    return np.sort(np.fromstring(row[0], np.int64, sep=","))
