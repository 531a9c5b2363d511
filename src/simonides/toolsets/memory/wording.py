"""Values in the form of the memory contract: memories with the ids of the database it was written for."""

import json
from typing import NotRequired, TypedDict

from simonides.domain.errors import Invalid
from simonides.domain.memory import Memory
from simonides.domain.time import rfc3339
from simonides.domain.validation import CONTENT_MAX_BYTES, check_name
from simonides.domain.validation import check_metadata as check_depth

PATIENCE_S = 10.0
"""How long a tool that needs the model waits for it."""


class StringId(TypedDict):
    """The part of an id that is ours."""

    String: str


class RecordId(TypedDict):
    """An id as SurrealDB shows it."""

    tb: str
    id: StringId


class MemoryObject(TypedDict):
    """A memory without its embedding."""

    id: RecordId
    content: str
    memory_type: str
    event_time: str
    ingestion_time: str
    valid_from: str
    valid_until: str | None
    importance_score: float
    metadata: dict[str, object]
    invalidation_reason: NotRequired[str]
    superseded_by: NotRequired[str]


def memory_object(memory: Memory) -> MemoryObject:
    """A memory in the contract's words; the reason and the successor appear only in one that was invalidated or replaced."""
    shown: MemoryObject = {
        "id": {"tb": "memories", "id": {"String": memory.id}},
        "content": memory.content,
        "memory_type": memory.kind,
        "event_time": rfc3339(memory.origin.event_time or memory.created_at),
        "ingestion_time": rfc3339(memory.created_at),
        "valid_from": rfc3339(memory.valid_since),
        "valid_until": rfc3339(memory.ended_at) if memory.ended_at else None,
        "importance_score": memory.importance,
        "metadata": dict(memory.metadata),
    }
    if memory.end_reason is not None:
        shown["invalidation_reason"] = memory.end_reason
    if memory.superseded_by is not None:
        shown["superseded_by"] = memory.superseded_by
    return shown


def check_user(user_id: str | None) -> str | None:
    """A user id, if one is given."""
    return None if user_id is None else check_name(user_id, "user_id")


def check_metadata(metadata: dict[str, object] | None) -> dict[str, object] | None:
    """Metadata of a size and a depth that a memory may carry."""
    check_depth(metadata)
    size = len(json.dumps(metadata))
    if size > CONTENT_MAX_BYTES:
        raise Invalid("metadata", f"is {size:,} bytes long; at most {CONTENT_MAX_BYTES:,} fit into one memory")
    return metadata
