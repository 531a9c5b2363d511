"""Nodes: entities as the graph sees them, with ordered observations and relations to other nodes."""

from dataclasses import dataclass
from datetime import datetime

from simonides.domain.graph import Entity


@dataclass(frozen=True, slots=True)
class Observation:
    """One text attached to a node; its ordinal is never given to another."""

    key: int
    ordinal: int
    content: str
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Node:
    """An entity with the counts of its observations."""

    key: int
    entity: Entity
    observation_count: int = 0
    observed_at: datetime | None = None
    """When an observation was last added or replaced."""
    next_ordinal: int = 0

    @property
    def is_stale(self) -> bool:
        """Whether its summary is missing, or older than its last observation."""
        entity = self.entity
        if entity.summary is None:
            return True
        if self.observed_at is None:
            return False
        return entity.summary_updated_at is None or entity.summary_updated_at < self.observed_at


@dataclass(frozen=True, slots=True)
class Relation:
    """A fact that nobody has ended, seen as an arrow between two nodes."""

    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True)
class Gap:
    """A node whose observations name another node without a relation between the two."""

    node: str
    named: str
    count: int


PERSPECTIVES = {
    "general": "", "technical": "(technical) ", "relational": "(people) ", "temporal": "(time) ", "project": "(project) ",
}  # fmt: skip
"""The perspectives every palace begins with: names and instructions."""


@dataclass(frozen=True, slots=True)
class Perspective:
    """A way to look at a text: its instruction is put before the text and before the question when they are embedded."""

    key: int
    name: str
    instruction: str


@dataclass(frozen=True, slots=True)
class Found:
    """The observation of a node that best answers a question, and the perspective it was found from."""

    node: Node
    observation: Observation
    score: float
    perspective: str | None


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two nodes with similar observations overall."""

    first: Node
    second: Node
    similarity: float


@dataclass(frozen=True, slots=True)
class EventCounts:
    """What happened since a moment, counted by the verb of each event."""

    since: datetime
    creates: int
    updates: int
    deletes: int
