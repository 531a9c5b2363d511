"""System tools of the memory set: status, and deletion of everything."""

from typing import Annotated, Literal, NotRequired, TypedDict

from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.introductions import MEMORY_VERSION

UNCONFIRMED = "Confirmation required. Set confirm=true to delete all data."


class CacheStats(TypedDict):
    """How often a vector need not be computed again."""

    hits: int
    misses: int
    size: int


class Embedding(TypedDict):
    """Where the embedding model stands."""

    status: Literal["loading", "ready", "error"]
    model: str
    dimensions: int
    cache_stats: CacheStats


class MemoryStatus(TypedDict):
    """The server at a glance."""

    version: str
    status: str
    memories_count: int
    entities_count: int
    code_chunks_count: int
    embedding: Embedding
    db_dimension: int


class DeletedCounts(TypedDict):
    """How much is gone."""

    memories: int
    entities: int
    relations: int
    code_chunks: int


class ResetReply(TypedDict):
    """What came of a reset."""

    reset: bool
    deleted: NotRequired[DeletedCounts]
    message: NotRequired[str]


def get_status(palace: Palace) -> MemoryStatus:
    """Get server status and health information."""
    health = palace.health()
    return {
        "version": MEMORY_VERSION,
        "status": "healthy",
        "memories_count": health.memories,
        "entities_count": health.entities,
        "code_chunks_count": health.chunks,
        "embedding": {
            "status": "loading" if health.state == "idle" else health.state,
            "model": health.identity.name,
            "dimensions": health.identity.dimensions,
            "cache_stats": {"hits": health.cache.hits, "misses": health.cache.misses, "size": health.cache.size},
        },
        "db_dimension": health.stored.dimensions,
    }


def reset_all_memory(
    palace: Palace,
    *,
    confirm: Annotated[
        bool, Arg("Must be true to confirm deletion. Safety check.", required=True, show_default=False, lenient=True)
    ] = False,
) -> ResetReply:
    """Delete ALL data (memories, entities, relations, code_chunks). Requires explicit confirmation."""
    if not confirm:
        return {"reset": False, "message": UNCONFIRMED}
    cleared = palace.clear()
    deleted: DeletedCounts = {
        # An observation is a memory to this set, as in every list and count.
        "memories": cleared.memories + cleared.observations,
        "entities": cleared.entities,
        "relations": cleared.facts,
        "code_chunks": cleared.chunks,
    }
    return {"reset": True, "deleted": deleted}
