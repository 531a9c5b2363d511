"""Scopes as SQL in PostgreSQL."""

from simonides.stores.sql.search.scopes import ScopeSql

SCOPES = ScopeSql(
    bound="%({})s",
    # The array makes the planner look up the few places first.
    placed="m.place_id = ANY(ARRAY(SELECT p.id FROM places p WHERE p.palace = %(palace)s AND {}))",
    tagged="m.key IN (SELECT t.memory FROM memory_tags t WHERE t.palace = %(palace)s AND t.tag = %(tag)s)",
)
