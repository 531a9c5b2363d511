"""The change log in PostgreSQL: its statements."""

from simonides.stores.sql.records.changes import ChangeSql

CHANGES = ChangeSql(
    latest="SELECT value FROM counters WHERE palace = %(palace)s AND name = 'changes'",
    since="""
        SELECT seq, kind, id, operation, at, actor FROM changes WHERE palace = %(palace)s AND seq > %(seq)s
        ORDER BY seq LIMIT %(limit)s
    """,
    trim="DELETE FROM changes WHERE palace = %(palace)s AND seq <= %(seq)s",
)
