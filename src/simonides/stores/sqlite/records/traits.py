"""Traits for ranking in SQLite: their statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.records.traits import LENGTH, TraitSql

TRAITS = TraitSql(
    traits=f"""
        SELECT key, traits, speaker, conversation, coalesce(position, -1), coalesce(event_time, created_at),
            event_time IS NOT NULL, {LENGTH}
        FROM memories WHERE key IN (SELECT value FROM json_each(:keys))
    """,
    # CROSS JOIN keeps the order of the tables: the few rows asked for first, then their neighbours through the index.
    beside="""
        SELECT n.key, m.key FROM json_each(:keys) asked
        CROSS JOIN memories n ON n.key = asked.value
        CROSS JOIN memories m ON m.conversation = n.conversation AND m.position IN (n.position - 1, n.position + 1)
        WHERE m.conversation IS NOT NULL
    """,
    conversations="""
        SELECT conversation, count(*), sum(words) FROM memories
        WHERE conversation IN (SELECT value FROM json_each(:names)) GROUP BY conversation
    """,
)
