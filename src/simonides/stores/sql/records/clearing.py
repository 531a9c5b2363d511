"""Emptying a palace: its rows are deleted, and triggers see to words, vectors, mentions, counters and the log."""

from dataclasses import dataclass

from simonides.ports.stores import Cleared
from simonides.stores.sql.database import Database
from simonides.stores.sql.sync import forget_replicas


@dataclass(frozen=True, slots=True)
class ClearSql:
    """The SQL statements that empty a palace."""

    chunks: str
    delete_projects: str
    delete_sources: str
    delete_supersessions: str
    delete_memories: str
    delete_facts: str
    delete_entities: str
    drop_formers: str
    forget_replicas: tuple[str, ...]


def clear(database: Database, sql: ClearSql) -> Cleared:
    """Delete every memory, fact, entity and project; how many of each, and how many chunks of code."""
    with database.writing("reset"):
        chunks = database.number(sql.chunks)
        database.change(sql.delete_projects)
        database.change(sql.delete_sources)
        # Pairs go first: a memory looks for its own when it goes.
        database.change(sql.delete_supersessions)
        memories = database.change(sql.delete_memories).rowcount
        # Facts go before entities: deleting an entity would delete its facts without counting them.
        facts = database.change(sql.delete_facts).rowcount
        entities = database.change(sql.delete_entities).rowcount
        # Everything goes for good: nothing is kept in the log to come back from.
        database.change(sql.drop_formers)
        # A palace that was emptied is a new replica: a sync fills it again, and empties no other.
        forget_replicas(database, sql.forget_replicas)
    return Cleared(memories, entities, facts, chunks)
