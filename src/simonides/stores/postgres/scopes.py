"""How does PostgreSQL tell which rows are in scope?"""

from simonides.stores.sql.scopes import ScopeSql

SCOPES = ScopeSql(
    bound="%({})s",
    # The few places are looked up first, whatever the planner knows of them.
    placed="m.place_id = ANY(ARRAY(SELECT p.id FROM places p WHERE p.palace = %(palace)s AND {}))",
    tagged="m.key IN (SELECT t.memory FROM memory_tags t WHERE t.palace = %(palace)s AND t.tag = %(tag)s)",
)
