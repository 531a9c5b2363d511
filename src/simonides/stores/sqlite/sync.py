"""Notes about replicas in SQLite: the statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.statements import inserted
from simonides.stores.sql.sync import SYNC_COLUMNS, SyncSql
from simonides.stores.sqlite.statements import BOUND

FORGET_REPLICAS = ("DELETE FROM sync_changes", "DELETE FROM sync_records")
_RECORD = f"SELECT {SYNC_COLUMNS} FROM sync_records"

SYNC = SyncSql(
    of=f"{_RECORD} WHERE kind = :kind AND id IN (SELECT value FROM json_each(:ids)) ORDER BY id",
    at=f"{_RECORD} WHERE kind = :kind AND local IN (SELECT value FROM json_each(:ids)) AND local <> '' ORDER BY id",
    page=f"{_RECORD} WHERE kind = :kind AND id > :after ORDER BY id LIMIT :limit",
    put=f"INSERT OR REPLACE INTO sync_records {inserted(SYNC_COLUMNS.split(', '), BOUND)}",
    drop_changes="DELETE FROM sync_changes WHERE kind = :kind AND id = :id",
    add_change="INSERT INTO sync_changes (origin, number, kind, id) VALUES (:origin, :number, :kind, :id)",
    after="""
        SELECT number, kind, id FROM sync_changes WHERE origin = :origin AND number > :number
        ORDER BY number, kind, id LIMIT :limit
    """,
    count_after="SELECT count(*) FROM sync_changes WHERE origin = :origin AND number > :number",
    disputed=f"{_RECORD} WHERE rivals > 0 ORDER BY kind, id LIMIT :limit",
    owed=f"{_RECORD} WHERE is_owed ORDER BY kind, id LIMIT :limit",
)
