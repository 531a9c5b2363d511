"""How does PostgreSQL tell which rows are in scope?"""

from simonides.stores.sql.scopes import ScopeSql

SCOPES = ScopeSql(
    bound="%({})s", tagged="m.key IN (SELECT t.memory FROM memory_tags t WHERE t.palace = %(palace)s AND t.tag = %(tag)s)"
)
