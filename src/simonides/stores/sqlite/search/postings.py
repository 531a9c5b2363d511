"""Postings in SQLite: positions and frequencies of words, read from its text index."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Iterable, Sequence

import numpy as np

from simonides.frozen import frozen
from simonides.stores.sql.records.rows import dump
from simonides.stores.sql.search.postings import OFFSET_BITS, Postings, distinct
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.vectors.tuning import Tuning

# One text per word instead of one row per posting: reading rows into Python takes longer than finding them. SQLite puts numbers
# together as JSON in nine tenths of the time that `group_concat` takes.
_POSTINGS = f"""
    SELECT (
        SELECT json_group_array(place) FROM (
            SELECT doc << {OFFSET_BITS} | offset AS place FROM %s_postings WHERE term = asked.value LIMIT ?
        )
    ) FROM json_each(?) asked ORDER BY asked.key
"""
_FREQUENCIES = """
    SELECT asked.value, found.doc, found.cnt FROM json_each(?) asked LEFT JOIN %s_terms found ON found.term = asked.value
"""
# A kept frequency is counted again once the palace has grown or shrunk by this share.
_DRIFT = 0.05


@frozen
class Frequency:
    """How many texts hold a word, and at how many positions."""

    documents: int
    places: int


_NOWHERE = Frequency(0, 0)


@frozen
class _Kept:
    frequency: Frequency
    total: int


class Frequencies:
    """The frequencies of common words, kept because counting them takes long."""

    def __init__(self, database: Database, tuning: Tuning, name: str) -> None:
        self._database = database
        self._tuning = tuning
        self._statement = _FREQUENCIES % name
        self._kept: dict[str, _Kept] = {}

    def kept(self, word: str, total: int) -> Frequency | None:
        """The kept frequency of a word, if any."""
        kept = self._kept.get(word)
        return kept.frequency if kept is not None and abs(total - kept.total) <= _DRIFT * kept.total else None

    def of_all(self, words: Iterable[str], total: int) -> dict[str, Frequency]:
        """The frequency of each word; those that are not kept are counted in one query."""
        known = {word: self.kept(word, total) for word in words}
        counted = self._counted([word for word, frequency in known.items() if frequency is None])
        return {word: kept or self.keep(word, counted[word], total) for word, kept in known.items()}

    def of_each(self, words: Iterable[str], total: int) -> dict[str, int]:
        """How many texts hold each of the words."""
        return {word: frequency.documents for word, frequency in self.of_all(words, total).items()}

    def keep(self, word: str, frequency: Frequency, total: int) -> Frequency:
        """Returns the frequency, and keeps it if the word is common."""
        if frequency.documents >= self._tuning.frequency_kept_from:
            self._kept[word] = _Kept(frequency, total)
        return frequency

    def _counted(self, words: Sequence[str]) -> dict[str, Frequency]:
        rows = self._database.rows(self._statement, (dump(list(words)),)) if words else []
        return {word: Frequency(documents or 0, places or 0) for word, documents, places in rows}


def read(database: Database, name: str, words: Sequence[str], cap: int) -> dict[str, Postings]:
    """The sorted postings of each word, up to a cap, from the text index `name`."""
    if not words:
        return {}
    rows = database.rows(_POSTINGS % name, (cap, dump(list(words))))
    return {word: _parsed(text) for word, (text,) in zip(words, rows, strict=True)}


def count(postings: Postings) -> Frequency:
    """The frequency of a word, from all of its postings."""
    return Frequency(len(distinct(postings >> OFFSET_BITS)), len(postings)) if len(postings) else _NOWHERE


def _parsed(listed: str) -> Postings:
    places = np.sort(np.fromstring(listed[1:-1], np.int64, sep=","))
    # Several questions share them.
    places.flags.writeable = False
    return places
