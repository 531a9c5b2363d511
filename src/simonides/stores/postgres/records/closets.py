"""Closets in PostgreSQL: their statements."""

from simonides.stores.postgres.statements import run_beside
from simonides.stores.sql.records.closets import ClosetSql

CLOSETS = ClosetSql(
    empty="DELETE FROM closets WHERE palace = %(palace)s AND memory = ANY(%(keys)s::bigint[])",
    lay=run_beside("add_to_closet(%(word)s, %(key)s)"),
    of="""
        SELECT memory, keyword FROM closets WHERE palace = %(palace)s AND memory = ANY(%(keys)s::bigint[])
        ORDER BY memory, keyword
    """,
    holding="""
        SELECT m.id, count(*) FROM memories m JOIN closets c ON c.palace = m.palace AND c.memory = m.key
        WHERE m.palace = %(palace)s AND m.id = ANY(%(ids)s::text[]) AND c.keyword = ANY(%(keywords)s::text[])
        GROUP BY m.id ORDER BY m.id LIMIT %(limit)s
    """,
)
