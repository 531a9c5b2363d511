"""The knowledge graph: entities, and the facts between them, each with the time it holds."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from simonides.domain.time import Stamp
from simonides.domain.validation import fold_name


class Direction(StrEnum):
    """Which way a fact is read from an entity."""

    OUTGOING = "outgoing"
    INCOMING = "incoming"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Entity:
    """Something with a name; two names that fold alike are one entity."""

    id: str
    name: str
    created_at: datetime
    updated_at: datetime
    type: str = "unknown"
    summary: str | None = None
    summary_updated_at: datetime | None = None
    tags: tuple[str, ...] = ()
    user_id: str | None = None

    @property
    def key(self) -> str:
        """The form under which it is looked up."""
        return fold_name(self.name)


@dataclass(frozen=True, slots=True)
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
    def is_current(self) -> bool:
        """Whether nobody has ended it."""
        return self.valid_to is None

    def holds_during(self, span: Stamp) -> bool:
        """Whether it held at any moment of the span."""
        began = self.valid_from is None or self.valid_from.start < span.end
        lasted = self.valid_to is None or self.valid_to.end > span.start
        return began and lasted


@dataclass(frozen=True, slots=True)
class GraphStats:
    """How much is known."""

    entities: int
    facts: int
    current_facts: int
    predicates: tuple[str, ...]
