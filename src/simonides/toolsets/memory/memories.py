"""Memory tools of the memory set: store, read, change and delete a memory."""

from typing import Annotated, Literal, TypedDict

from simonides.domain.actor import Actor
from simonides.domain.errors import NotFound
from simonides.domain.memory import Scope
from simonides.domain.validation import check_content, clean_text
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.memory.wording import PATIENCE_S, MemoryObject, check_metadata, check_user, memory_object


class StoredMemory(TypedDict):
    """The id of what was stored."""

    id: str


class Deleted(TypedDict):
    """That a memory is gone."""

    deleted: bool


class MemoryPage(TypedDict):
    """A page of memories, and how many there are."""

    memories: list[MemoryObject]
    total: int
    limit: int
    offset: int


def store_memory(
    palace: Palace,
    content: Annotated[str, Arg("The content to store as a memory")],
    memory_type: Annotated[
        Literal["episodic", "semantic", "procedural"] | None, Arg("Type of memory: episodic, semantic, or procedural")
    ] = None,
    user_id: Annotated[str | None, Arg("Optional user ID for multi-tenant isolation")] = None,
    metadata: Annotated[dict[str, object] | None, Arg("Optional metadata as JSON object")] = None,
) -> StoredMemory:
    """Store a new memory with automatic embedding generation."""
    draft = Draft(
        content=check_content(content),
        importance=1.0,
        kind=memory_type or "semantic",
        user_id=check_user(user_id),
        metadata=check_metadata(metadata),
    )
    palace.vectors.require(PATIENCE_S, draft.content)
    return {"id": palace.memories.remember(draft, palace.mint.alphanumeric(), Actor.AGENT).id}


def get_memory(palace: Palace, id_: Annotated[str, Arg("The memory ID to retrieve")]) -> MemoryObject:
    """Get a memory by its ID."""
    return memory_object(palace.memories.get(clean_text(id_)))


def update_memory(
    palace: Palace,
    id_: Annotated[str, Arg("The memory ID to update")],
    content: Annotated[str | None, Arg("New content (optional, re-embeds if changed)")] = None,
    memory_type: Annotated[str | None, Arg("New memory type (optional)")] = None,
    metadata: Annotated[dict[str, object] | None, Arg("New metadata (optional)")] = None,
) -> MemoryObject:
    """Update an existing memory. Only provided fields will be updated."""
    memory = palace.amending.amend(
        clean_text(id_), content=content, kind=memory_type, metadata=check_metadata(metadata), patience_s=PATIENCE_S
    )
    return memory_object(memory)


def delete_memory(palace: Palace, id_: Annotated[str, Arg("The memory ID to delete")]) -> Deleted:
    """Delete a memory by ID (hard delete)."""
    if not palace.memories.forget(clean_text(id_)):
        raise NotFound("memory", id_)
    return {"deleted": True}


def list_memories(
    palace: Palace,
    limit: Annotated[int, Arg("Maximum number to return (default: 20, max: 100)", minimum=1, maximum=100)] = 20,
    offset: Annotated[int, Arg("Offset for pagination (default: 0)", minimum=0)] = 0,
) -> MemoryPage:
    """List memories with pagination, sorted by newest first."""
    # The invalidated ones, too: `get_valid` lists those that hold.
    everything = Scope(with_ended=True)
    page = palace.memories.page(everything, limit=limit, offset=offset)
    return {
        "memories": [memory_object(memory) for memory in page],
        "total": palace.memories.count(everything),
        "limit": limit,
        "offset": offset,
    }
