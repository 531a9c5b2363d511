"""How is a palace emptied? By deleting its rows: triggers take words, vectors, mentions, counters and log along."""

from dataclasses import dataclass

from simonides.ports.stores import Cleared
from simonides.stores.sql.database import Database


@dataclass(frozen=True, slots=True)
class ClearSql:
    """What a store says to its database to empty a palace."""

    chunks: str
    delete_projects: str
    delete_sources: str
    delete_memories: str
    delete_facts: str
    delete_entities: str


def clear(database: Database, sql: ClearSql) -> Cleared:
    """Delete every memory, fact, entity and project; how many of each, and how many chunks of code."""
    with database.writing("reset"):
        chunks = database.number(sql.chunks)
        database.change(sql.delete_projects)
        database.change(sql.delete_sources)
        memories = database.change(sql.delete_memories).rowcount
        # Before the entities, which would take their facts along, uncounted.
        facts = database.change(sql.delete_facts).rowcount
        entities = database.change(sql.delete_entities).rowcount
    return Cleared(memories, entities, facts, chunks)
