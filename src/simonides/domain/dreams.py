"""Dreams: cycles that close repeated memories and report. A dream never cuts or deletes a text."""

from dataclasses import replace
from datetime import datetime

from simonides.domain.memory import DIARY_HALL, Memory
from simonides.domain.text.sameness import holds
from simonides.domain.text.sentences import sentences
from simonides.frozen import frozen

MERGED = "merged by dreaming"
"""The end reason of a memory that repeats another."""


@frozen
class Merge:
    """One memory that was closed in favour of another."""

    ended: str
    into: str
    similarity: float


@frozen
class Dream:
    """The result of one cycle over a palace."""

    started_at: datetime
    finished_at: datetime
    duration_ms: int = 0
    embedded: int = 0
    """How many memories got their vectors."""
    merged: int = 0
    """How many memories were closed in favour of another."""
    closets_updated: int = 0
    """How many memories got new keywords."""
    trimmed: int = 0
    """How many lines of the change log were removed."""
    faded: int | None = None
    """How many memories have lost nearly all of their importance; None until all have been counted."""
    remaining: int = 0
    """How many memories were left for the next cycle."""
    cycle: int = 0
    """Its number within the palace, counted from 1 by the store."""


@frozen
class DreamTotals:
    """The totals of all cycles over a palace."""

    cycles: int = 0
    duration_ms: int = 0
    embedded: int = 0
    merged: int = 0
    closets_updated: int = 0
    trimmed: int = 0


@frozen
class DreamReport:
    """A cycle, and which memories it merged."""

    palace: str
    dream: Dream
    merges: tuple[Merge, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether nothing was left for the next cycle."""
        return self.dream.remaining == 0


@frozen
class DreamStatus:
    """How far dreaming has come in a palace."""

    palace: str
    remaining: int
    """How many memories the next cycle will look at."""
    totals: DreamTotals
    last: Dream | None = None


def choose(memory: Memory, other: Memory) -> tuple[Memory, Memory] | None:
    """The memory to keep and the one to close; None when both must stay.

    The more important one is kept, then the one with more sentences, then the older. It must hold every sentence of the closed
    one, and both must share place, person and origin: a dream may remove a repetition, never a statement.
    """
    if not _are_akin(memory, other):
        return None
    kept, closed = (memory, other) if _rank(memory) <= _rank(other) else (other, memory)
    return (kept, closed) if holds(kept.content, closed.content) else None


def united(kept: Memory, closed: Memory) -> Memory:
    """The kept memory with the tags of both and the higher importance."""
    tags = tuple(dict.fromkeys((*kept.tags, *closed.tags)))
    return replace(kept, tags=tags, importance=max(kept.importance, closed.importance))


def ended(closed: Memory, kept: Memory, now: datetime) -> Memory:
    """The closed memory with its text unchanged and a pointer to the one that replaces it."""
    return replace(closed, ended_at=now, end_reason=MERGED, superseded_by=kept.id)


def _are_akin(memory: Memory, other: Memory) -> bool:
    are_current = memory.ended_at is None and other.ended_at is None
    return are_current and memory.place.hall != DIARY_HALL and memory.id != other.id and _standing(memory) == _standing(other)


def _standing(memory: Memory) -> tuple[object, ...]:
    # The same words from another person, file, event or time are separate evidence.
    return (
        memory.place,
        memory.user_id,
        memory.kind,
        memory.metadata,
        memory.valid_from,
        replace(memory.origin, added_by=""),
    )


def _rank(memory: Memory) -> tuple[float, int, datetime, str]:
    # The lowest is kept; ids make the result deterministic.
    return -memory.importance, -len(sentences(memory.content)), memory.created_at, memory.id
