"""Ledger of mined files in PostgreSQL: its statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.postgres.statements import insert
from simonides.stores.sql.forms import MINED_ROW
from simonides.stores.sql.records.ledger import LedgerSql
from simonides.stores.sql.statements import renewed

_LINE = f"SELECT {MINED_ROW.selected} FROM sources WHERE palace = %(palace)s"

LEDGER = LedgerSql(
    under=f"{_LINE} AND (path = %(path)s OR (path >= %(low)s AND path < %(high)s)) ORDER BY path LIMIT %(limit)s",
    after=f"{_LINE} AND path > %(path)s ORDER BY path LIMIT %(limit)s",
    get=f"{_LINE} AND path = %(path)s",
    ending="""
        SELECT path FROM sources
        WHERE palace = %(palace)s
          AND (path ILIKE %(whole)s ESCAPE '!' OR path ILIKE %(below)s ESCAPE '!' OR path ILIKE %(windows)s ESCAPE '!')
        ORDER BY path LIMIT %(limit)s
    """,
    same=f"{_LINE} AND digest = %(digest)s AND mode = %(mode)s AND twin_of IS NULL ORDER BY path LIMIT 1",
    put=f"""
        {insert("sources", MINED_ROW.written)}
        ON CONFLICT (palace, path) DO UPDATE SET {renewed(MINED_ROW.written, "path")}
    """,
    drop="""
        DELETE FROM sources
        WHERE palace = %(palace)s AND (path = ANY(%(paths)s::text[]) OR twin_of = ANY(%(paths)s::text[]))
    """,
    reliant="""
        SELECT path FROM sources
        WHERE palace = %(palace)s AND twin_of IS NOT NULL
          AND (drawers = 0 AND twin_of = ANY(%(paths)s::text[]) OR drawers > 0 AND %(of_turns)s)
        ORDER BY path LIMIT %(limit)s
    """,
    outdate="UPDATE sources SET shape = '' WHERE palace = %(palace)s AND path = ANY(%(paths)s::text[])",
)
