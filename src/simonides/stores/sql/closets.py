"""Which memories lie under which keyword?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from simonides.stores.sql.database import Database


@dataclass(frozen=True, slots=True)
class ClosetSql:
    """What a store says to its database about closets."""

    empty: str
    lay: str
    of: str
    holding: str
    """The memories are few and come first: a common keyword must not be read through."""


class Closets:
    """The closets of one palace; `frequencies_of` knows how many memories hold a word."""

    def __init__(self, database: Database, sql: ClosetSql, frequencies_of: Callable[[Sequence[str]], dict[str, int]]) -> None:
        self._database = database
        self._sql = sql
        self._frequencies_of = frequencies_of

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        """How many memories hold each of the words, ended ones included."""
        return self._frequencies_of(list(dict.fromkeys(words)))

    def put(self, keywords: Mapping[int, Sequence[str]]) -> None:
        """Lay memories into closets, in place of those they lay in before; rows that are gone are passed over."""
        laid = ({"word": word, "key": int(key)} for key, words in keywords.items() for word in dict.fromkeys(words))
        with self._database.writing():
            self._database.change(self._sql.empty, {"keys": self._database.listed(int(key) for key in keywords)})
            self._database.change_many(self._sql.lay, laid)

    def of(self, keys: Sequence[int]) -> dict[int, list[str]]:
        """For each of the memories that lies in any closet, its keywords in order."""
        found: dict[int, list[str]] = {}
        for key, word in self._database.rows(self._sql.of, {"keys": self._database.listed(int(key) for key in keys)}):
            found.setdefault(key, []).append(word)
        return found

    def holding(self, keywords: Sequence[str], memory_ids: Sequence[str]) -> dict[str, int]:
        """For each of the memories that lies under any of the keywords, under how many of them."""
        listed = self._database.listed
        values = {"ids": listed(memory_ids), "keywords": listed(keywords), "limit": len(memory_ids)}
        return dict(self._database.rows(self._sql.holding, values))
