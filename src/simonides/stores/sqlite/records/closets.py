"""Closets in SQLite: their statements, and word frequencies."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simonides.stores.sql.records.closets import ClosetSql
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.vectors.tuning import Tuning

if TYPE_CHECKING:
    from simonides.stores.sqlite.search.postings import Frequencies

_KEPT_FROM = 32
_TOTAL = "SELECT value FROM counters WHERE name = 'memories'"

CLOSETS = ClosetSql(
    empty="DELETE FROM closets WHERE memory IN (SELECT value FROM json_each(:keys))",
    lay="INSERT INTO closets (keyword, memory) SELECT :word, key FROM memories WHERE key = :key",
    of="SELECT memory, keyword FROM closets WHERE memory IN (SELECT value FROM json_each(:keys)) ORDER BY memory, keyword",
    holding="""
        SELECT m.id, count(*) FROM memories m CROSS JOIN closets c ON c.memory = m.key
        WHERE m.id IN (SELECT value FROM json_each(:ids)) AND c.keyword IN (SELECT value FROM json_each(:keywords))
        GROUP BY m.id ORDER BY m.id LIMIT :limit
    """,
)


class ClosetWords:
    """How many memories hold a word, for choosing keywords."""

    def __init__(self, database: Database, tuning: Tuning) -> None:
        self._database = database
        # Every word of every text is asked for, not only the few of a question, so more answers are worth keeping.
        self._tuning = replace(tuning, frequency_kept_from=min(tuning.frequency_kept_from, _KEPT_FROM))
        self._frequencies: Frequencies | None = None

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        """How many memories hold each of the words, ended ones included."""
        # Postings need numpy, which takes longer to import than everything else before the first reply.
        from simonides.stores.sqlite.search.postings import Frequencies

        if self._frequencies is None:
            self._frequencies = Frequencies(self._database, self._tuning, "memory")
        total = self._database.number(_TOTAL)
        return self._frequencies.of_each(words, total)
