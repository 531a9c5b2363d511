"""The change log in SQLite: its statements."""

from simonides.stores.sql.records.changes import ChangeSql

LATEST = "SELECT seq FROM sqlite_sequence WHERE name = 'changes'"
CHANGES = ChangeSql(
    latest=LATEST,
    since="SELECT seq, kind, id, operation, at, actor FROM changes WHERE seq > :seq ORDER BY seq LIMIT :limit",
    trim="DELETE FROM changes WHERE seq <= :seq",
)
