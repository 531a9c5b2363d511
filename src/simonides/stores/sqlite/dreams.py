"""What is left to dream of, and what became of it?"""

from collections.abc import Sequence
from dataclasses import replace

from simonides.domain.dreams import Dream, DreamTotals
from simonides.ports.dreams import Due, Standing
from simonides.stores.sql.rows import micros, moment
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.rows import key_list

_DUE = "SELECT mark, memory FROM undreamt ORDER BY mark LIMIT ?"
_REMAINING = "SELECT count(*) FROM undreamt"
_SETTLE = "DELETE FROM undreamt WHERE mark IN (SELECT value FROM json_each(?))"
_STANDING = """
    SELECT key, importance, created_at, accesses FROM memories WHERE key > ? AND ended_at IS NULL ORDER BY key LIMIT ?
"""
_NOTE = """
    INSERT INTO dreams (started_at, finished_at, duration_ms, embedded, merged, closets_updated, trimmed, faded, remaining)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_LAST = """
    SELECT started_at, finished_at, duration_ms, embedded, merged, closets_updated, trimmed, faded, remaining, cycle
    FROM dreams ORDER BY cycle DESC LIMIT 1
"""
_TOTALS = "SELECT name, value FROM counters WHERE name LIKE 'dream%' ORDER BY name LIMIT 10"


class SqliteDreams:
    """The dreams of one palace."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def due(self, limit: int) -> list[Due]:
        """Current memories that no dream has looked at since they changed, the longest waiting first."""
        return [Due(*row) for row in self._database.rows(_DUE, (max(limit, 0),))]

    def remaining(self) -> int:
        """How many there are of them."""
        return self._database.number(_REMAINING)

    def settle(self, marks: Sequence[int]) -> None:
        """Say that these changes have been looked at; a memory that changed again meanwhile is still due."""
        with self._database.writing():
            self._database.change(_SETTLE, (key_list(marks),))

    def standing(self, after: int, limit: int) -> list[Standing]:
        """What decides how much each current memory matters, by row, from behind a row on; reads no texts."""
        rows = self._database.rows(_STANDING, (after, max(limit, 0)))
        return [Standing(key, importance, moment(created_at), accesses) for key, importance, created_at, accesses in rows]

    def note(self, dream: Dream) -> Dream:
        """Keep what a cycle came to, add it to the totals and tell the change log."""
        counts = (dream.embedded, dream.merged, dream.closets_updated, dream.trimmed, dream.faded, dream.remaining)
        values = (micros(dream.started_at), micros(dream.finished_at), dream.duration_ms, *counts)
        with self._database.writing():
            self._database.change(_NOTE, values)
            noted = self.last()
        return dream if noted is None else replace(dream, cycle=noted.cycle)

    def last(self) -> Dream | None:
        """The last cycle; None before the first."""
        row = self._database.row(_LAST)
        return None if row is None else Dream(moment(row[0]), moment(row[1]), *row[2:])

    def totals(self) -> DreamTotals:
        """What all cycles came to."""
        totals: dict[str, int] = dict(self._database.rows(_TOTALS))
        return DreamTotals(
            cycles=totals["dreams"],
            duration_ms=totals["dream_ms"],
            embedded=totals["dream_embedded"],
            merged=totals["dream_merged"],
            closets_updated=totals["dream_closets"],
            trimmed=totals["dream_trimmed"],
        )
