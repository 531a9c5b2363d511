"""Which memories lie under which keyword?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.rows import key_list
from simonides.stores.sqlite.tuning import Tuning

if TYPE_CHECKING:
    from simonides.stores.sqlite.postings import Frequencies

_KEPT_FROM = 32
_TOTAL = "SELECT value FROM counters WHERE name = 'memories'"
_EMPTY = "DELETE FROM closets WHERE memory IN (SELECT value FROM json_each(?))"
_LAY = "INSERT INTO closets (keyword, memory) SELECT ?, key FROM memories WHERE key = ?"
# The memories are few and come first: a common keyword must not be read through.
_HOLDING = """
    SELECT m.id, count(*) FROM memories m CROSS JOIN closets c ON c.memory = m.key
    WHERE m.id IN (SELECT value FROM json_each(:ids)) AND c.keyword IN (SELECT value FROM json_each(:keywords))
    GROUP BY m.id ORDER BY m.id LIMIT :limit
"""


class SqliteClosets:
    """The closets of one palace."""

    def __init__(self, database: Database, tuning: Tuning) -> None:
        self._database = database
        # Every word of every text is asked for, not the few of a question: more of the answers are worth keeping.
        self._tuning = replace(tuning, frequency_kept_from=min(tuning.frequency_kept_from, _KEPT_FROM))
        self._frequencies: Frequencies | None = None

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        """How many memories hold each of the words, ended ones included."""
        # Postings come as arrays, and numpy takes longer to import than everything else up to the first reply.
        from simonides.stores.sqlite.postings import Frequencies

        if self._frequencies is None:
            self._frequencies = Frequencies(self._database, self._tuning, "memory")
        total = self._database.number(_TOTAL)
        return {word: self._frequencies.of(word, total).documents for word in dict.fromkeys(words)}

    def put(self, keywords: Mapping[int, Sequence[str]]) -> None:
        """Lay memories into closets, in place of those they lay in before; rows that are gone are passed over."""
        with self._database.writing():
            self._database.change(_EMPTY, (key_list(int(key) for key in keywords),))
            self._database.change_many(
                _LAY, ((word, int(key)) for key, words in keywords.items() for word in dict.fromkeys(words))
            )

    def holding(self, keywords: Sequence[str], memory_ids: Sequence[str]) -> dict[str, int]:
        """For each of the memories that lies under any of the keywords, under how many of them."""
        values = {"ids": key_list(memory_ids), "keywords": key_list(keywords), "limit": len(memory_ids)}
        return dict(self._database.rows(_HOLDING, values))
