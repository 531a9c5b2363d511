"""Ledger of mined files in PostgreSQL: its statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.records.ledger import LINE_COLUMNS, LedgerSql

_LINE = f"SELECT {LINE_COLUMNS} FROM sources WHERE palace = %(palace)s"

LEDGER = LedgerSql(
    under=f"{_LINE} AND (path = %(path)s OR (path >= %(low)s AND path < %(high)s)) ORDER BY path LIMIT %(limit)s",
    after=f"{_LINE} AND path > %(path)s ORDER BY path LIMIT %(limit)s",
    get=f"{_LINE} AND path = %(path)s",
    same=f"{_LINE} AND digest = %(digest)s AND mode = %(mode)s AND twin_of IS NULL ORDER BY path LIMIT 1",
    put=f"""
        INSERT INTO sources (palace, {LINE_COLUMNS}) VALUES (
            %(palace)s, %(path)s, %(digest)s, %(size)s, %(modified_ns)s, %(mode)s, %(wing)s, %(shape)s, %(drawers)s,
            %(mined_at)s, %(twin_of)s
        )
        ON CONFLICT (palace, path) DO UPDATE SET
            digest = excluded.digest, size = excluded.size, modified_ns = excluded.modified_ns, mode = excluded.mode,
            wing = excluded.wing, shape = excluded.shape, drawers = excluded.drawers, mined_at = excluded.mined_at,
            twin_of = excluded.twin_of
    """,
    drop="""
        DELETE FROM sources
        WHERE palace = %(palace)s AND (path = ANY(%(paths)s::text[]) OR twin_of = ANY(%(paths)s::text[]))
    """,
    twins="SELECT path FROM sources WHERE palace = %(palace)s AND twin_of = %(path)s ORDER BY path LIMIT 10000",
)
