"""The change log: every write of any process, in order."""

from dataclasses import dataclass

from simonides.ports.changes import Change
from simonides.stores.sql.database import Database
from simonides.stores.sql.records.rows import moment


@dataclass(frozen=True, slots=True)
class ChangeSql:
    """The SQL statements about the log."""

    latest: str
    """Trimming the lines does not lower this number."""
    since: str
    trim: str


class Changes:
    """The change log of one palace."""

    def __init__(self, database: Database, sql: ChangeSql) -> None:
        self._database = database
        self._sql = sql

    def latest(self) -> int:
        """The number of the last change."""
        return self._database.number(self._sql.latest)

    def since(self, seq: int, limit: int = 1000) -> list[Change]:
        """The changes after a number, in order."""
        rows = self._database.rows(self._sql.since, {"seq": seq, "limit": max(limit, 0)})
        return [Change(number, kind, thing, operation, moment(at), actor) for number, kind, thing, operation, at, actor in rows]

    def trim(self, keep: int) -> int:
        """Drop all but the last `keep` lines; returns how many were dropped."""
        with self._database.writing():
            return self._database.change(self._sql.trim, {"seq": self.latest() - max(keep, 0)}).rowcount
