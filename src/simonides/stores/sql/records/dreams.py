"""Dreams: which memories are still due, and the results of each cycle."""

from collections.abc import Sequence
from dataclasses import replace

from simonides.domain.dreams import Dream, DreamTotals
from simonides.frozen import frozen
from simonides.ports.dreams import DreamStanding, Due
from simonides.stores.sql.database import Records, totals
from simonides.stores.sql.forms import DREAM_ROW
from simonides.stores.sql.records.rows import moment


@frozen
class DreamSql:
    """The SQL statements about dreams."""

    due: str
    remaining: str
    settle: str
    standing: str
    note: str
    restore: str
    """The number comes from the totals, or is bound."""
    set_total: str
    newest: str
    totals: str


NOTED = tuple(name for name in DREAM_ROW.written if name != "cycle")
"""The columns of a cycle; its number comes from the database."""


class DreamRows(Records[DreamSql]):
    """The dreams of one palace."""

    def due(self, limit: int) -> list[Due]:
        """Current memories that changed since a dream last looked at them, the longest waiting first."""
        return [Due(*row) for row in self._database.rows(self._sql.due, {"limit": max(limit, 0)})]

    def remaining(self) -> int:
        """How many memories are due."""
        return self._database.number(self._sql.remaining)

    def settle(self, marks: Sequence[int]) -> None:
        """Mark these changes as looked at; a memory that changed again meanwhile stays due."""
        with self._database.writing():
            self._database.change(self._sql.settle, {"marks": self._database.listed(marks)})

    def standing(self, after: int, limit: int) -> list[DreamStanding]:
        """What decides how much each current memory matters, for the rows after one, in the order of rows; reads no texts."""
        rows = self._database.rows(self._sql.standing, {"after": after, "limit": max(limit, 0)})
        return [DreamStanding(key, importance, moment(created_at), accesses) for key, importance, created_at, accesses in rows]

    def note(self, dream: Dream) -> Dream:
        """Keep the result of a cycle, add it to the totals and write it to the change log."""
        with self._database.writing():
            self._database.change(self._sql.note, DREAM_ROW.values(dream))
            noted = self.last()
        return dream if noted is None else replace(dream, cycle=noted.cycle)

    def restore(self, last: Dream, totals: DreamTotals) -> None:
        """Take over the results of another palace's dreams, in a palace that has never dreamt."""
        before = {
            "dreams": totals.cycles - 1,
            "dream_ms": totals.duration_ms - last.duration_ms,
            "dream_embedded": totals.embedded - last.embedded,
            "dream_merged": totals.merged - last.merged,
            "dream_closets": totals.closets_updated - last.closets_updated,
            "dream_trimmed": totals.trimmed - last.trimmed,
        }
        with self._database.writing():
            for name, value in before.items():
                self._database.change(self._sql.set_total, {"name": name, "value": value})
            # Noting the last one adds it to the totals.
            self._database.change(self._sql.restore, {**DREAM_ROW.values(last), "cycle": totals.cycles})

    def last(self) -> Dream | None:
        """The last cycle; None before the first."""
        return next(iter(self.newest(1)), None)

    def newest(self, limit: int) -> list[Dream]:
        """The last cycles, the latest first."""
        return [DREAM_ROW.read(row) for row in self._database.rows(self._sql.newest, {"limit": max(limit, 0)})]

    def totals(self) -> DreamTotals:
        """The totals of all cycles."""
        counted = totals(self._database, self._sql.totals)
        return DreamTotals(
            cycles=counted["dreams"],
            duration_ms=counted["dream_ms"],
            embedded=counted["dream_embedded"],
            merged=counted["dream_merged"],
            closets_updated=counted["dream_closets"],
            trimmed=counted["dream_trimmed"],
        )
