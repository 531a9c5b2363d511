"""Dreams in SQLite: their statements."""

from simonides.stores.sql.records.dreams import DreamSql

DREAMS = DreamSql(
    due="SELECT mark, memory FROM undreamt ORDER BY mark LIMIT :limit",
    remaining="SELECT count(*) FROM undreamt",
    settle="DELETE FROM undreamt WHERE mark IN (SELECT value FROM json_each(:marks))",
    standing="""
        SELECT key, importance, created_at, accesses FROM memories
        WHERE key > :after AND ended_at IS NULL ORDER BY key LIMIT :limit
    """,
    note="""
        INSERT INTO dreams (started_at, finished_at, duration_ms, embedded, merged, closets_updated, trimmed, faded, remaining)
        VALUES (
            :started_at, :finished_at, :duration_ms, :embedded, :merged, :closets_updated, :trimmed, :faded, :remaining
        )
    """,
    restore="""
        INSERT INTO dreams (
            cycle, started_at, finished_at, duration_ms, embedded, merged, closets_updated, trimmed, faded, remaining
        ) VALUES (
            :cycle, :started_at, :finished_at, :duration_ms, :embedded, :merged, :closets_updated, :trimmed, :faded, :remaining
        )
    """,
    set_total="UPDATE counters SET value = :value WHERE name = :name",
    last="""
        SELECT started_at, finished_at, duration_ms, embedded, merged, closets_updated, trimmed, faded, remaining, cycle
        FROM dreams ORDER BY cycle DESC LIMIT 1
    """,
    totals="SELECT name, value FROM counters WHERE name LIKE 'dream%' ORDER BY name LIMIT 10",
)
