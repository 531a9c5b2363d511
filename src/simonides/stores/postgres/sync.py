"""Notes about replicas in PostgreSQL: the statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.postgres.statements import insert
from simonides.stores.sql.statements import renewed
from simonides.stores.sql.sync import SYNC_COLUMNS, SyncSql

FORGET_REPLICAS = (
    "DELETE FROM sync_changes WHERE palace = %(palace)s",
    "DELETE FROM sync_records WHERE palace = %(palace)s",
)
_COLUMNS = SYNC_COLUMNS.split(", ")
_RECORD = f"SELECT {SYNC_COLUMNS} FROM sync_records WHERE palace = %(palace)s"

SYNC = SyncSql(
    of=f"{_RECORD} AND kind = %(kind)s AND id = ANY(%(ids)s::text[]) ORDER BY id",
    at=f"{_RECORD} AND kind = %(kind)s AND local = ANY(%(ids)s::text[]) AND local <> '' ORDER BY id",
    page=f"{_RECORD} AND kind = %(kind)s AND id > %(after)s ORDER BY id LIMIT %(limit)s",
    put=f"""
        {insert("sync_records", _COLUMNS)}
        ON CONFLICT (palace, kind, id) DO UPDATE SET {renewed(_COLUMNS, "kind", "id")}
    """,
    drop_changes="DELETE FROM sync_changes WHERE palace = %(palace)s AND kind = %(kind)s AND id = %(id)s",
    add_change=insert("sync_changes", ("origin", "number", "kind", "id")),
    after="""
        SELECT number, kind, id FROM sync_changes WHERE palace = %(palace)s AND origin = %(origin)s AND number > %(number)s
        ORDER BY number, kind, id LIMIT %(limit)s
    """,
    count_after="""
        SELECT count(*) FROM sync_changes WHERE palace = %(palace)s AND origin = %(origin)s AND number > %(number)s
    """,
    disputed=f"{_RECORD} AND rivals > 0 ORDER BY kind, id LIMIT %(limit)s",
    owed=f"{_RECORD} AND is_owed ORDER BY kind, id LIMIT %(limit)s",
)
