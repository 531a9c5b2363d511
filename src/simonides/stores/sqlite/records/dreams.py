"""Dreams in SQLite: their statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.forms import DREAM_ROW
from simonides.stores.sql.records.dreams import NOTED, DreamSql
from simonides.stores.sqlite.statements import insert

DREAMS = DreamSql(
    due="SELECT mark, memory FROM undreamt ORDER BY mark LIMIT :limit",
    remaining="SELECT count(*) FROM undreamt",
    settle="DELETE FROM undreamt WHERE mark IN (SELECT value FROM json_each(:marks))",
    standing="""
        SELECT key, importance, created_at, accesses FROM memories
        WHERE key > :after AND ended_at IS NULL ORDER BY key LIMIT :limit
    """,
    note=insert("dreams", NOTED),
    restore=insert("dreams", DREAM_ROW.written),
    set_total="UPDATE counters SET value = :value WHERE name = :name",
    newest=f"SELECT {DREAM_ROW.selected} FROM dreams ORDER BY cycle DESC LIMIT :limit",
    totals="SELECT name, value FROM counters WHERE name LIKE 'dream%' ORDER BY name LIMIT 10",
)
