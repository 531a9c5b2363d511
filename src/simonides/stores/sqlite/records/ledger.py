"""Ledger of mined files in SQLite: its statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.records.ledger import LINE_COLUMNS, LedgerSql

_LINE = f"SELECT {LINE_COLUMNS} FROM sources"

LEDGER = LedgerSql(
    under=f"{_LINE} WHERE path = :path OR (path >= :low AND path < :high) ORDER BY path LIMIT :limit",
    after=f"{_LINE} WHERE path > :path ORDER BY path LIMIT :limit",
    get=f"{_LINE} WHERE path = :path",
    same=f"{_LINE} WHERE digest = :digest AND mode = :mode AND twin_of IS NULL ORDER BY path LIMIT 1",
    put=f"""
        INSERT OR REPLACE INTO sources ({LINE_COLUMNS})
        VALUES (:path, :digest, :size, :modified_ns, :mode, :wing, :shape, :drawers, :mined_at, :twin_of)
    """,
    drop="""
        DELETE FROM sources
        WHERE path IN (SELECT value FROM json_each(:paths)) OR twin_of IN (SELECT value FROM json_each(:paths))
    """,
    twins="SELECT path FROM sources WHERE twin_of = :path ORDER BY path LIMIT 10000",
)
