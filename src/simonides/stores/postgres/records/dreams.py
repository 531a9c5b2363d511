"""Dreams in PostgreSQL: their statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.postgres.statements import insert
from simonides.stores.sql.forms import DREAM_ROW
from simonides.stores.sql.records.dreams import NOTED, DreamSql

_NOTE = insert("dreams", NOTED)

DREAMS = DreamSql(
    due="SELECT mark, memory FROM undreamt WHERE palace = %(palace)s ORDER BY mark LIMIT %(limit)s",
    remaining="SELECT count(*) FROM undreamt WHERE palace = %(palace)s",
    settle="DELETE FROM undreamt WHERE palace = %(palace)s AND mark = ANY(%(marks)s::bigint[])",
    standing="""
        SELECT key, importance, created_at, accesses FROM memories
        WHERE palace = %(palace)s AND key > %(after)s AND ended_at IS NULL ORDER BY key LIMIT %(limit)s
    """,
    note=_NOTE,
    # A trigger takes the number from the totals.
    restore=_NOTE,
    set_total="UPDATE counters SET value = %(value)s WHERE palace = %(palace)s AND name = %(name)s",
    newest=f"SELECT {DREAM_ROW.selected} FROM dreams WHERE palace = %(palace)s ORDER BY cycle DESC LIMIT %(limit)s",
    totals="""
        SELECT name, value FROM counters WHERE palace = %(palace)s AND name IN (
            'dreams', 'dream_ms', 'dream_embedded', 'dream_merged', 'dream_closets', 'dream_trimmed'
        )
    """,
)
