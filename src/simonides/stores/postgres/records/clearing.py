"""Emptying a palace in PostgreSQL: the statements."""

from simonides.stores.postgres.sync import FORGET_REPLICAS
from simonides.stores.sql.records.clearing import ClearSql

CLEAR = ClearSql(
    chunks="SELECT value FROM counters WHERE palace = %(palace)s AND name = 'chunks'",
    delete_projects="DELETE FROM projects WHERE palace = %(palace)s",
    delete_sources="DELETE FROM sources WHERE palace = %(palace)s",
    delete_supersessions="DELETE FROM supersessions WHERE palace = %(palace)s",
    delete_memories="DELETE FROM memories WHERE palace = %(palace)s",
    delete_facts="DELETE FROM facts WHERE palace = %(palace)s",
    delete_entities="DELETE FROM entities WHERE palace = %(palace)s",
    drop_formers="UPDATE changes SET former = NULL WHERE palace = %(palace)s AND former IS NOT NULL",
    forget_replicas=FORGET_REPLICAS,
)
