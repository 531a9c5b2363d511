"""Ledger of mined files in SQLite: its statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.forms import MINED_ROW
from simonides.stores.sql.records.ledger import LedgerSql
from simonides.stores.sql.statements import inserted
from simonides.stores.sqlite.statements import BOUND

_LINE = f"SELECT {MINED_ROW.selected} FROM sources"

LEDGER = LedgerSql(
    under=f"{_LINE} WHERE path = :path OR (path >= :low AND path < :high) ORDER BY path LIMIT :limit",
    after=f"{_LINE} WHERE path > :path ORDER BY path LIMIT :limit",
    get=f"{_LINE} WHERE path = :path",
    ending="""
        SELECT path FROM sources
        WHERE path LIKE :whole ESCAPE '!' OR path LIKE :below ESCAPE '!' OR path LIKE :windows ESCAPE '!'
        ORDER BY path LIMIT :limit
    """,
    same=f"{_LINE} WHERE digest = :digest AND mode = :mode AND twin_of IS NULL ORDER BY path LIMIT 1",
    put=f"INSERT OR REPLACE INTO sources {inserted(MINED_ROW.written, BOUND)}",
    drop="""
        DELETE FROM sources
        WHERE path IN (SELECT value FROM json_each(:paths)) OR twin_of IN (SELECT value FROM json_each(:paths))
    """,
    reliant="""
        SELECT path FROM sources
        WHERE twin_of IS NOT NULL
          AND (drawers = 0 AND twin_of IN (SELECT value FROM json_each(:paths)) OR drawers > 0 AND :of_turns)
        ORDER BY path LIMIT :limit
    """,
    outdate="UPDATE sources SET shape = '' WHERE path IN (SELECT value FROM json_each(:paths))",
)
