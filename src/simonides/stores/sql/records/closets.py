"""Closets: which memories lie under which keyword."""

from collections.abc import Callable, Mapping, Sequence

from simonides.frozen import frozen
from simonides.stores.sql.database import Database


@frozen
class ClosetSql:
    """The SQL statements about closets."""

    empty: str
    lay: str
    of: str
    holding: str
    """The few memories come first, so that a common keyword is not read in full."""


class ClosetRows:
    """The closets of one palace; `frequencies_of` counts the memories that hold a word."""

    def __init__(self, database: Database, sql: ClosetSql, frequencies_of: Callable[[Sequence[str]], dict[str, int]]) -> None:
        self._database = database
        self._sql = sql
        self._frequencies_of = frequencies_of

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        """How many memories hold each of the words, ended ones included."""
        return self._frequencies_of(list(dict.fromkeys(words)))

    def put(self, keywords: Mapping[int, Sequence[str]]) -> None:
        """Put memories into closets, in place of their former ones; rows that no longer exist are skipped."""
        laid = ({"word": word, "key": int(key)} for key, words in keywords.items() for word in dict.fromkeys(words))
        with self._database.writing():
            self._database.change(self._sql.empty, {"keys": self._database.listed(int(key) for key in keywords)})
            self._database.change_many(self._sql.lay, laid)

    def of(self, keys: Sequence[int]) -> dict[int, list[str]]:
        """The keywords, in order, of each memory that lies in any closet."""
        found: dict[int, list[str]] = {}
        for key, word in self._database.rows(self._sql.of, {"keys": self._database.listed(int(key) for key in keys)}):
            found.setdefault(key, []).append(word)
        return found

    def holding(self, keywords: Sequence[str], memory_ids: Sequence[str]) -> dict[str, int]:
        """For each memory that lies under any of the keywords, how many of them it lies under."""
        listed = self._database.listed
        values = {"ids": listed(memory_ids), "keywords": listed(keywords), "limit": len(memory_ids)}
        return dict(self._database.rows(self._sql.holding, values))
