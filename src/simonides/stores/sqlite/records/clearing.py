"""Emptying a palace in SQLite: the statements."""

from simonides.stores.sql.records.clearing import ClearSql
from simonides.stores.sqlite.sync import FORGET_REPLICAS

CLEAR = ClearSql(
    chunks="SELECT value FROM counters WHERE name = 'chunks'",
    delete_projects="DELETE FROM projects",
    delete_sources="DELETE FROM sources",
    delete_supersessions="DELETE FROM supersessions",
    delete_memories="DELETE FROM memories",
    delete_facts="DELETE FROM facts",
    delete_entities="DELETE FROM entities",
    drop_formers="UPDATE changes SET former = NULL WHERE former IS NOT NULL",
    forget_replicas=FORGET_REPLICAS,
)
