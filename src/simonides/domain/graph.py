"""The knowledge graph: entities, and the facts between them, each with the time it holds."""

from datetime import datetime
from enum import StrEnum

from simonides.domain.memory import ENTITIES, OBSERVED, Memory, Origin, Place
from simonides.domain.time import Stamp
from simonides.domain.validation import fold_name
from simonides.frozen import frozen

UNKNOWN = "unknown"
"""The type of an entity that is only known from facts."""


class Direction(StrEnum):
    """Which way a fact is read from an entity."""

    OUTGOING = "outgoing"
    INCOMING = "incoming"
    BOTH = "both"


@frozen
class Entity:
    """Something with a name; two names that fold alike are one entity."""

    id: str
    name: str
    created_at: datetime
    updated_at: datetime
    type: str = UNKNOWN
    summary: str | None = None
    summary_updated_at: datetime | None = None
    tags: tuple[str, ...] = ()
    user_id: str | None = None
    aliases: tuple[str, ...] = ()
    """The names of those that were merged into it; it is found under each of them, unless another has that name."""

    @property
    def key(self) -> str:
        """The form under which it is looked up."""
        return fold_name(self.name)

    @property
    def keys(self) -> tuple[str, ...]:
        """The forms of all its names, its own first."""
        return tuple(dict.fromkeys(map(fold_name, (self.name, *self.aliases))))


@frozen
class Fact:
    """A directed statement that holds from `valid_from` through `valid_to`.

    A stamp that names a whole day, month or year counts whole, at both ends.
    """

    id: str
    subject: str
    predicate: str
    object: str
    created_at: datetime
    valid_from: Stamp | None = None
    valid_to: Stamp | None = None
    confidence: float = 1.0
    weight: float = 1.0
    source: str | None = None
    """Where it is written: the id of a memory, or free words."""

    @property
    def triple(self) -> "Triple":
        """Its words."""
        return Triple(self.subject, self.predicate, self.object)

    @property
    def is_open(self) -> bool:
        """Whether nobody has named its end."""
        return self.valid_to is None

    def is_current_at(self, moment: datetime) -> bool:
        """Whether its end has not come: nobody has named one, or one that lies ahead.

        What ends with a day is over as that day begins, so that a fact that somebody ends today is not told as one that holds.
        """
        if self.valid_to is None:
            return True
        never_held = self.valid_from is not None and self.valid_to.end <= self.valid_from.start
        return moment < self.valid_to.start and not never_held

    def holds_during(self, span: Stamp) -> bool:
        """Whether it held at any moment of the span."""
        began = self.valid_from is None or self.valid_from.start < span.end
        lasted = self.valid_to is None or self.valid_to.end > span.start
        return began and lasted


@frozen
class Triple:
    """What a fact says, without when it holds: the words by which a current fact is named."""

    subject: str
    predicate: str
    object: str

    def __str__(self) -> str:
        return f"{self.subject} → {self.predicate} → {self.object}"


@frozen
class GraphStats:
    """How much is known."""

    entities: int
    facts: int
    current_facts: int
    predicates: tuple[str, ...]


@frozen
class Observation:
    """One text attached to a node; its ordinal is never given to another."""

    key: int
    ordinal: int
    content: str
    created_at: datetime
    updated_at: datetime


def as_memory(entity: Entity, observation: Observation) -> Memory:
    """The other face of an observation: a memory in the wing of entities, in the room of the entity's type."""
    return Memory(
        id=f"{entity.id}/{observation.ordinal}",
        content=observation.content,
        place=Place(ENTITIES, entity.type),
        created_at=observation.created_at,
        origin=Origin(source=entity.name, added_by=OBSERVED),
        tags=tuple(dict.fromkeys((entity.name, *entity.tags))),
        user_id=entity.user_id,
        metadata={"entity": entity.name, "ordinal": observation.ordinal},
    )


@frozen
class Node:
    """An entity with the counts of its observations."""

    key: int
    entity: Entity
    observation_count: int = 0
    observed_at: datetime | None = None
    """When an observation was last added or replaced."""
    next_ordinal: int = 0


@frozen
class Gap:
    """An entity whose observations name another entity without a fact between the two."""

    node: str
    named: str
    count: int


PERSPECTIVES = {
    "general": "", "technical": "(technical) ", "relational": "(people) ", "temporal": "(time) ", "project": "(project) ",
}  # fmt: skip
"""The perspectives every palace begins with: names and instructions."""


@frozen
class Perspective:
    """A way to look at a text: its instruction is put before the text and before the question when they are embedded."""

    key: int
    name: str
    instruction: str


@frozen
class FoundNode:
    """The text that best leads from a question to a node: an observation, its summary, or a memory that names it."""

    node: Node
    text: str
    score: float
    perspective: str | None
    """The perspective from which an observation was found by meaning."""


@frozen
class NodeLikeness:
    """Two nodes with similar observations overall."""

    first: Node
    second: Node
    similarity: float


@frozen
class EventCounts:
    """What happened since a moment, counted by the verb of each event."""

    since: datetime
    creates: int
    updates: int
    deletes: int
