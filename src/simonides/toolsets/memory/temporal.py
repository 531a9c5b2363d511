"""Temporal tools of the memory set: what is valid, what was valid, and invalidation."""

from datetime import timedelta
from typing import Annotated, TypedDict

from simonides.domain.memory import Scope
from simonides.domain.time import Stamp, rfc3339
from simonides.domain.validation import clean_text, given
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.memory.wording import MemoryObject, check_user, memory_object

UserFilter = Annotated[str | None, Arg("Optional user ID filter")]
Limit = Annotated[int, Arg("Maximum to return (default: 20, max: 100)", minimum=1, maximum=100, clamp=True, in_schema=False)]

_LAST_INSTANT = timedelta(microseconds=1)


class ValidReply(TypedDict):
    """Memories that hold."""

    results: list[MemoryObject]
    count: int


class ValidAtReply(TypedDict):
    """Memories that held at a moment."""

    results: list[MemoryObject]
    count: int
    timestamp: str


class Invalidated(TypedDict):
    """That a memory holds no longer."""

    invalidated: bool


def get_valid(palace: Palace, user_id: UserFilter = None, limit: Limit = 20) -> ValidReply:
    """Get all currently valid memories."""
    results = [memory_object(memory) for memory in palace.memories.page(Scope(user_id=check_user(user_id)), limit=limit)]
    return {"results": results, "count": len(results)}


def get_valid_at(
    palace: Palace,
    timestamp: Annotated[str, Arg("Timestamp in ISO 8601 format", format="date-time")],
    user_id: UserFilter = None,
    limit: Limit = 20,
) -> ValidAtReply:
    """Get memories valid at a specific point in time."""
    # A plain day, month or year stands for its last instant: what came up during the day was valid on it.
    moment = Stamp.parse(timestamp, "timestamp").end - _LAST_INSTANT
    scope = Scope(user_id=check_user(user_id), recorded_at=moment)
    # What was reworded since is told in the words of that moment, where the log keeps them.
    worded = palace.past.knowing.worded(palace.memories.page(scope, limit=limit), moment)
    return {"results": [memory_object(memory) for memory in worded], "count": len(worded), "timestamp": rfc3339(moment)}


def invalidate(
    palace: Palace,
    id_: Annotated[str, Arg("Memory ID to invalidate")],
    reason: Annotated[str | None, Arg("Optional reason for invalidation")] = None,
    superseded_by: Annotated[str | None, Arg("Optional ID of memory that supersedes this one")] = None,
) -> Invalidated:
    """Invalidate (soft-delete) a memory. Sets valid_until to now."""
    palace.amending.invalidate(clean_text(id_), given(reason), given(superseded_by))
    return {"invalidated": True}
