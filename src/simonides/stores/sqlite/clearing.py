"""How is a palace emptied? By deleting its rows: triggers take words, vectors, mentions, counters and log along."""

from simonides.ports.stores import Cleared
from simonides.stores.sqlite.database import Database

_DELETE_MEMORIES = "DELETE FROM memories"
_DELETE_FACTS = "DELETE FROM facts"
_DELETE_ENTITIES = "DELETE FROM entities"
_CHUNKS = "SELECT value FROM counters WHERE name = 'chunks'"
_DELETE_PROJECTS = "DELETE FROM projects"
_DELETE_SOURCES = "DELETE FROM sources"


def clear(database: Database) -> Cleared:
    """Delete every memory, fact, entity and project; how many of each, and how many chunks of code."""
    with database.writing("reset"):
        chunks = database.number(_CHUNKS)
        database.change(_DELETE_PROJECTS)
        database.change(_DELETE_SOURCES)
        memories = database.change(_DELETE_MEMORIES).rowcount
        # Before the entities, which would take their facts along, uncounted.
        facts = database.change(_DELETE_FACTS).rowcount
        entities = database.change(_DELETE_ENTITIES).rowcount
    return Cleared(memories, entities, facts, chunks)
