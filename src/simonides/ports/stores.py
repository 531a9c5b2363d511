"""The port for stores: what every store promises; one contract suite holds every store to it.

A store persists and finds candidates. It never ranks, embeds, deduplicates, mints ids or knows a tool set.

Row numbers (`key: int`) name memories inside one palace between calls of the engine: cheap to sort and compare, never reused,
never shown to anybody.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, Protocol

from simonides.domain.graph import Direction, Entity, Fact, GraphStats
from simonides.domain.memory import EVERYTHING, Memory, Order, PlaceCount, Scope
from simonides.domain.time import Stamp
from simonides.ports.code import CodeIndex, CodeStore
from simonides.ports.dreams import ClosetStore, DreamStore
from simonides.ports.embedder import Identity
from simonides.ports.ledger import Ledger
from simonides.ports.links import LinkStore
from simonides.ports.nodes import NodeStore, ObservationStore, PerspectiveIndex
from simonides.ports.search import SearchIndex


@dataclass(frozen=True, slots=True)
class PalaceInfo:
    """The description of a palace."""

    name: str
    where: str
    """A directory, or the address of a database and the palace's name in it."""
    created_at: datetime
    description: str = ""
    folder: Path | None = None
    """The palace's directory, if it has one of its own."""


@dataclass(frozen=True, slots=True)
class Cleared:
    """How much was deleted when a palace was emptied."""

    memories: int
    entities: int
    facts: int
    chunks: int


@dataclass(frozen=True, slots=True)
class Change:
    """One line of the change log."""

    seq: int
    kind: str
    """memory, entity, fact, observation or dream; vector, observation_vector or node_vector when something was embedded."""
    id: str
    operation: Literal["add", "change", "delete"]
    at: datetime
    actor: str


class MemoryStore(Protocol):
    """Memories, places and their counters."""

    def add(self, memories: Sequence[Memory]) -> list[int]:
        """File memories, updating text index, counters and log; returns their keys in order. Raises Conflict on a known id."""
        ...

    def get(self, memory_id: str) -> Memory:
        """The memory with that id, ended or not. Raises NotFound."""
        ...

    def find(self, memory_ids: Sequence[str]) -> list[Memory]:
        """The memories with these ids that exist, in the order asked."""
        ...

    def at(self, keys: Sequence[int]) -> dict[int, Memory]:
        """The memories in those rows; rows that are gone are left out."""
        ...

    def after(self, key: int, limit: int) -> dict[int, Memory]:
        """The memories in the rows after that one, ended or not, in row order; for paging through the whole palace."""
        ...

    def key_of(self, memory_id: str) -> int:
        """The row of a memory. Raises NotFound."""
        ...

    def replace(self, memory: Memory) -> None:
        """Replace the memory with the same id by a new version. Raises NotFound.

        When the content changed, its vectors are dropped and it is pending again.
        """
        ...

    def delete(self, memory_id: str) -> bool:
        """Remove a memory, its vectors, words and mentions; False when there was none."""
        ...

    def same_text(self, content: str, scope: Scope = EVERYTHING) -> list[Memory]:
        """The memories with exactly this content, oldest first."""
        ...

    def page(self, scope: Scope = EVERYTHING, order: Order = Order.NEWEST, limit: int = 50, offset: int = 0) -> list[Memory]:
        """A page of memories."""
        ...

    def read_from(self, source: str) -> list[Memory]:
        """The memories that were read from a file, ended or not, by conversation, position and piece."""
        ...

    def count(self, scope: Scope = EVERYTHING) -> int:
        """How many there are; reads no rows when only the place is filtered."""
        ...

    def places(self) -> list[PlaceCount]:
        """Every place that holds a memory, sorted by place; never reads a memory."""
        ...

    def touch(self, keys: Sequence[int], moment: datetime) -> None:
        """Note that these memories were recalled; not logged as a change."""
        ...


class GraphStore(Protocol):
    """Entities, facts and mentions."""

    def entity(self, name_or_id: str) -> Entity:
        """The entity with that id, or whose folded name is the same. Raises NotFound."""
        ...

    def named(self, keys: Iterable[str]) -> dict[str, Entity]:
        """The entities with these folded names; unknown names are left out."""
        ...

    def add_entity(self, entity: Entity) -> Entity:
        """Keep an entity; when its folded name is known, the existing entity is returned unchanged."""
        ...

    def replace_entity(self, entity: Entity) -> None:
        """Replace the entity with the same id by a new version.

        Raises NotFound, or Conflict when the new name is taken.
        """
        ...

    def delete_entity(self, entity_id: str) -> bool:
        """Remove an entity with its facts and mentions; False when there was none."""
        ...

    def entities(self, limit: int = 50, offset: int = 0) -> list[Entity]:
        """A page of entities, by folded name."""
        ...

    def entities_after(self, key: int, limit: int) -> dict[int, Entity]:
        """The entities in the rows after that one, in row order; for paging through all of them."""
        ...

    def facts_after(self, key: int, limit: int) -> dict[int, Fact]:
        """The facts in the rows after that one, ended or not, in row order."""
        ...

    def add_fact(self, fact: Fact) -> None:
        """Keep a fact between entities that exist. Raises NotFound for an unknown entity, Conflict for a known id."""
        ...

    def current(self, subject: str, predicate: str | None = None, obj: str | None = None) -> list[Fact]:
        """The facts of a subject that nobody has ended, oldest first; names and predicate in any spelling."""
        ...

    def end_facts(self, fact_ids: Sequence[str], ended: Stamp) -> None:
        """End facts at a time."""
        ...

    def delete_fact(self, fact_id: str) -> bool:
        """Remove a fact; False when there was none."""
        ...

    def facts_of(
        self, entity: str, direction: Direction = Direction.BOTH, as_of: Stamp | None = None, limit: int = 1000
    ) -> list[Fact]:
        """The facts that touch an entity, outgoing before incoming, oldest first; with `as_of` those that held then."""
        ...

    def timeline(self, entity: str | None = None, limit: int = 100) -> list[Fact]:
        """Facts by their start, undated ones last."""
        ...

    def stats(self) -> GraphStats:
        """Totals, without reading facts."""
        ...

    def set_mentions(self, key: int, entity_ids: Iterable[str]) -> None:
        """Set the entities that the memory in that row names, replacing former ones."""
        ...

    def add_mentions(self, entity_id: str, keys: Iterable[int]) -> None:
        """Add memories that name an entity to those noted before."""
        ...

    def mentions_of(self, entity_ids: Sequence[str], limit: int = 1000) -> dict[str, list[int]]:
        """For each entity the memories that name it, newest first."""
        ...

    def mentioned_in(self, keys: Sequence[int]) -> dict[int, list[str]]:
        """For each memory the ids of the entities it names."""
        ...


class ChangeLog(Protocol):
    """The changes to a palace in order, and who made them."""

    def latest(self) -> int:
        """The number of the last change."""
        ...

    def since(self, seq: int, limit: int = 1000) -> list[Change]:
        """The changes after a number, in order."""
        ...

    def trim(self, keep: int) -> int:
        """Drop all but the last `keep` lines and return how many; a reader that has fallen behind must read everything again."""
        ...


class Store(Protocol):
    """One palace. Threads and processes may share it; each sees the others' commits on its next call."""

    @property
    def info(self) -> PalaceInfo:
        """The description of the palace."""
        ...

    @property
    def memories(self) -> MemoryStore:
        """Its memories."""
        ...

    @property
    def graph(self) -> GraphStore:
        """Its knowledge graph."""
        ...

    @property
    def search(self) -> SearchIndex:
        """Its indexes."""
        ...

    @property
    def nodes(self) -> NodeStore:
        """Its knowledge graph as nodes and arrows."""
        ...

    @property
    def observations(self) -> ObservationStore:
        """The observations of its nodes."""
        ...

    @property
    def perspectives(self) -> PerspectiveIndex:
        """Its indexes of observations."""
        ...

    @property
    def changes(self) -> ChangeLog:
        """Its change log."""
        ...

    @property
    def closets(self) -> ClosetStore:
        """Its keyword index."""
        ...

    @property
    def dreams(self) -> DreamStore:
        """The memories still to dream about, and the results of dreams."""
        ...

    @property
    def code(self) -> CodeStore:
        """Its source code."""
        ...

    @property
    def code_search(self) -> CodeIndex:
        """The indexes over its source code."""
        ...

    @property
    def links(self) -> LinkStore:
        """The ties between its memories and entities."""
        ...

    @property
    def ledger(self) -> Ledger:
        """The files that were mined."""
        ...

    def clear(self) -> Cleared:
        """Delete every memory, entity, fact and project for good; returns how many memories, entities, facts and code chunks."""
        ...

    def about(self) -> str:
        """What a person wrote about the user of this palace; may be empty. Never longer than 64 KiB."""
        ...

    def tell_about(self, text: str) -> None:
        """Replace the text about the user of this palace; a text longer than 64 KiB is cut when read."""
        ...

    def identity(self) -> Identity | None:
        """The embedder whose vectors the palace holds; None before the first."""
        ...

    def claim(self, identity: Identity) -> None:
        """Note whose vectors will be put. Raises EmbedderMismatch when the palace holds vectors that these do not continue."""
        ...

    def renew_vectors(self, identity: Identity, is_outdated: Callable[[str], bool]) -> int:
        """Drop the vectors of every outdated memory, observation and chunk, note the identity, and return how many were dropped.

        Those texts become pending in one transaction; the rest is unchanged.
        """
        ...

    def writing(self, actor: str = "") -> AbstractContextManager[None]:
        """A transaction: all writes inside commit durably together or not at all, and no other writer intervenes.

        Reads inside see what was written inside. May be nested in one thread; the outermost one commits.
        Every write outside one is a transaction of its own.
        """
        ...

    def lease(self, purpose: str) -> AbstractContextManager[bool]:
        """Whether this process may do a background job: True for at most one holder at a time, over all processes.

        Never waits. A holder that dies loses the lease.
        """
        ...

    def is_gone(self) -> bool:
        """Whether the palace was deleted or replaced since it was opened; its holder must then open it again."""
        ...

    def check(self) -> Iterator[str]:
        """One sentence for every inconsistency of rows, text index, vectors and counters; nothing when all is well."""
        ...

    def close(self) -> None:
        """Release files and threads; acknowledged writes are safe with or without it."""
        ...


class Shelf(Protocol):
    """All palaces of one data directory or database."""

    def names(self) -> list[str]:
        """The names of all palaces, sorted."""
        ...

    def where(self, name: str) -> str:
        """Where the palace of that name is or would be."""
        ...

    def open(self, name: str) -> Store:
        """Open a palace. Raises NoPalace, or NewerStore or Damaged when its file cannot be used."""
        ...

    def create(self, name: str, description: str, now: datetime) -> Store:
        """Open a palace, creating it if needed; an existing one keeps its data, date and description."""
        ...

    def delete(self, name: str) -> None:
        """Remove a palace with all its files. Raises NoPalace."""
        ...

    def rename(self, name: str, new_name: str) -> None:
        """Give a palace another name. Raises NoPalace, Conflict."""
        ...
