"""What happened? The change log: every write of any process, in order."""

from simonides.ports.stores import Change
from simonides.stores.sql.rows import moment
from simonides.stores.sqlite.database import Database

# The sequence outlives the lines: trimming does not set it back.
LATEST = "SELECT seq FROM sqlite_sequence WHERE name = 'changes'"
_SINCE = "SELECT seq, kind, id, operation, at, actor FROM changes WHERE seq > ? ORDER BY seq LIMIT ?"
_TRIM = "DELETE FROM changes WHERE seq <= ?"


class SqliteChanges:
    """The change log of one palace."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def latest(self) -> int:
        """The number of the last change."""
        return self._database.number(LATEST)

    def since(self, seq: int, limit: int = 1000) -> list[Change]:
        """The changes after a number, in order."""
        return [
            Change(number, kind, thing, operation, moment(at), actor)
            for number, kind, thing, operation, at, actor in self._database.rows(_SINCE, (seq, max(limit, 0)))
        ]

    def trim(self, keep: int) -> int:
        """Drop all but the last `keep` lines; how many went."""
        with self._database.writing():
            return self._database.change(_TRIM, (self.latest() - max(keep, 0),)).rowcount
