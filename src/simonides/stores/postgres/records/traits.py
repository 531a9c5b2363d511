"""Traits for ranking in PostgreSQL: their statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.records.traits import LENGTH, TraitSql

TRAITS = TraitSql(
    traits=f"""
        SELECT key, traits, speaker, conversation, coalesce(position, -1), coalesce(event_time, created_at),
            event_time IS NOT NULL, {LENGTH}
        FROM memories WHERE palace = %(palace)s AND key = ANY(%(keys)s::bigint[])
    """,
    beside="""
        SELECT n.key, m.key FROM memories n
        JOIN memories m ON m.palace = n.palace AND m.conversation = n.conversation
            AND m.position = ANY(ARRAY[n.position - 1, n.position + 1])
        WHERE n.palace = %(palace)s AND n.key = ANY(%(keys)s::bigint[]) AND m.conversation IS NOT NULL
    """,
    conversations="""
        SELECT conversation, count(*), sum(words) FROM memories
        WHERE palace = %(palace)s AND conversation = ANY(%(names)s) GROUP BY conversation
    """,
)
