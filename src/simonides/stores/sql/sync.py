"""Notes about replicas: the tables of synced records and of their changes."""

from collections.abc import Sequence

from simonides.frozen import frozen
from simonides.ports.sync import SyncRecord
from simonides.stores.sql.database import Database, Records
from simonides.stores.sql.records.rows import Row

SYNC_COLUMNS = "kind, id, local, versions, is_alive, is_owed, rivals"
_STATE = "sync"


@frozen
class SyncSql:
    """The SQL statements about synced records."""

    of: str
    at: str
    page: str
    put: str
    drop_changes: str
    add_change: str
    after: str
    count_after: str
    disputed: str
    owed: str


class SyncRows(Records[SyncSql]):
    """What one palace notes about its replicas."""

    def state(self) -> str | None:
        """The engine's own note; None before the first sync."""
        return self._database.meta(_STATE) or None

    def set_state(self, text: str) -> None:
        """Replace that note."""
        self._database.set_meta(_STATE, text)

    def of(self, kind: str, ids: Sequence[str]) -> list[SyncRecord]:
        """What is noted of these records, by id."""
        return self._records(self._sql.of, {"kind": kind, "ids": self._database.listed(ids)})

    def at(self, kind: str, locals_: Sequence[str]) -> list[SyncRecord]:
        """What is noted of the records that have these ids in this palace."""
        return self._records(self._sql.at, {"kind": kind, "ids": self._database.listed(locals_)})

    def page(self, kind: str, after: str, limit: int) -> list[SyncRecord]:
        """The records of a kind after an id, by id."""
        return self._records(self._sql.page, {"kind": kind, "after": after, "limit": max(limit, 0)})

    def put(self, records: Sequence[SyncRecord]) -> None:
        """Note records, in place of what was noted of them."""
        with self._database.writing():
            self._database.change_many(self._sql.put, map(_values, records))
            self._database.change_many(self._sql.drop_changes, ({"kind": each.kind, "id": each.id} for each in records))
            self._database.change_many(
                self._sql.add_change,
                (
                    {"kind": each.kind, "id": each.id, "origin": origin, "number": number}
                    for each in records
                    for origin, number in each.changes
                ),
            )

    def after(self, origin: str, number: int, limit: int) -> list[tuple[int, str, str]]:
        """The numbers of an origin's changes after one of them, each with the kind and id of its record."""
        values = {"origin": origin, "number": number, "limit": max(limit, 0)}
        return [(row[0], row[1], row[2]) for row in self._database.rows(self._sql.after, values)]

    def count_after(self, origin: str, number: int) -> int:
        """How many changes of an origin are noted after one of them."""
        return self._database.number(self._sql.count_after, {"origin": origin, "number": number})

    def disputed(self, limit: int) -> list[SyncRecord]:
        """The records with rivals."""
        return self._records(self._sql.disputed, {"limit": max(limit, 0)})

    def owed(self, limit: int) -> list[SyncRecord]:
        """The records that the palace does not show yet as it should."""
        return self._records(self._sql.owed, {"limit": max(limit, 0)})

    def _records(self, sql: str, values: dict[str, object]) -> list[SyncRecord]:
        return [_record(row) for row in self._database.rows(sql, values)]


def forget_replicas(database: Database, statements: Sequence[str]) -> None:
    """Drop all notes, inside a transaction: the palace is a new replica from then on."""
    for statement in statements:
        database.change(statement)
    database.set_meta(_STATE, "")


def _record(row: Row) -> SyncRecord:
    kind, record_id, local, versions, is_alive, is_owed, rivals = row
    return SyncRecord(kind, record_id, local, versions, is_alive=bool(is_alive), is_owed=bool(is_owed), rivals=rivals)


def _values(record: SyncRecord) -> dict[str, object]:
    return {
        "kind": record.kind,
        "id": record.id,
        "local": record.local,
        "versions": record.versions,
        "is_alive": record.is_alive,
        "is_owed": record.is_owed,
        "rivals": record.rivals,
    }
