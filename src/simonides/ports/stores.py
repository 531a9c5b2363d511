"""Where is it kept? What every store promises; one contract suite holds every store to it.

A store persists and finds candidates. It never ranks, embeds, deduplicates, mints ids or knows a tool set.

Row numbers (`key: int`) name memories inside one palace between calls of the engine: cheap to sort and compare, never reused,
never shown to anybody.
"""

from collections.abc import Iterable, Iterator, Sequence
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
    """What a palace says of itself."""

    name: str
    where: str
    """A directory, or the address of a database and the name in it."""
    created_at: datetime
    description: str = ""
    folder: Path | None = None
    """The directory, where it has one of its own."""


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
        """File memories, text index, counters and log included; their keys in order. Raises Conflict on a known id."""
        ...

    def get(self, memory_id: str) -> Memory:
        """The memory with that id, ended or not. Raises NotFound."""
        ...

    def find(self, memory_ids: Sequence[str]) -> list[Memory]:
        """Those of the ids that exist, in the order asked."""
        ...

    def at(self, keys: Sequence[int]) -> dict[int, Memory]:
        """The memories in those rows; rows that are gone are left out."""
        ...

    def after(self, key: int, limit: int) -> dict[int, Memory]:
        """The memories in the rows after that one, ended or not, in the order of rows: a way through the whole palace."""
        ...

    def key_of(self, memory_id: str) -> int:
        """The row of a memory. Raises NotFound."""
        ...

    def replace(self, memory: Memory) -> None:
        """Put a new version in the place of the memory with the same id. Raises NotFound.

        Its vectors go when the content changed: it is pending again.
        """
        ...

    def delete(self, memory_id: str) -> bool:
        """Remove a memory, its vectors, words and mentions; False when there was none."""
        ...

    def same_text(self, content: str, scope: Scope = EVERYTHING) -> list[Memory]:
        """The memories whose content is exactly this, oldest first."""
        ...

    def page(self, scope: Scope = EVERYTHING, order: Order = Order.NEWEST, limit: int = 50, offset: int = 0) -> list[Memory]:
        """A page of memories."""
        ...

    def read_from(self, source: str) -> list[Memory]:
        """The memories that were read from a file, ended or not, by conversation, position and piece."""
        ...

    def count(self, scope: Scope = EVERYTHING) -> int:
        """How many there are; without reading rows when the place alone decides."""
        ...

    def places(self) -> list[PlaceCount]:
        """Every place that holds a memory, sorted by place; never reads a memory."""
        ...

    def touch(self, keys: Sequence[int], moment: datetime) -> None:
        """Note that these memories were recalled; not a change that others need to hear of."""
        ...


class GraphStore(Protocol):
    """Entities, facts and mentions."""

    def entity(self, name_or_id: str) -> Entity:
        """The entity with that id, or whose name folds alike. Raises NotFound."""
        ...

    def named(self, keys: Iterable[str]) -> dict[str, Entity]:
        """Those of the folded names that are known."""
        ...

    def add_entity(self, entity: Entity) -> Entity:
        """Keep an entity; when its folded name is known the known one is returned unchanged."""
        ...

    def replace_entity(self, entity: Entity) -> None:
        """Put a new version in the place of the entity with the same id.

        Raises NotFound, or Conflict when the new name is taken.
        """
        ...

    def delete_entity(self, entity_id: str) -> bool:
        """Remove an entity with its facts and mentions; False when there was none."""
        ...

    def entities(self, limit: int = 50, offset: int = 0) -> list[Entity]:
        """A page of entities, by folded name."""
        ...

    def add_fact(self, fact: Fact) -> None:
        """Keep a fact between entities that exist. Raises NotFound for an unknown entity, Conflict for a known id."""
        ...

    def current(self, subject: str, predicate: str | None = None, obj: str | None = None) -> list[Fact]:
        """The facts of a subject that nobody has ended, oldest first; names and predicate in any spelling."""
        ...

    def end_facts(self, fact_ids: Sequence[str], ended: Stamp) -> None:
        """Close facts."""
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
        """Facts by their beginning, undated ones last."""
        ...

    def stats(self) -> GraphStats:
        """Totals, without reading facts."""
        ...

    def set_mentions(self, key: int, entity_ids: Iterable[str]) -> None:
        """Which entities the memory in that row names, in place of what was noted before."""
        ...

    def add_mentions(self, entity_id: str, keys: Iterable[int]) -> None:
        """Memories that name an entity, beside those noted before."""
        ...

    def mentions_of(self, entity_ids: Sequence[str], limit: int = 1000) -> dict[str, list[int]]:
        """For each entity the memories that name it, newest first."""
        ...

    def mentioned_in(self, keys: Sequence[int]) -> dict[int, list[str]]:
        """For each memory the ids of the entities it names."""
        ...


class ChangeLog(Protocol):
    """What happened, in order, by whom."""

    def latest(self) -> int:
        """The number of the last change."""
        ...

    def since(self, seq: int, limit: int = 1000) -> list[Change]:
        """The changes after a number, in order."""
        ...

    def trim(self, keep: int) -> int:
        """Drop all but the last `keep` lines; how many went. Whoever has fallen behind reads everything anew."""
        ...


class Store(Protocol):
    """One palace. Threads and processes may share it; each sees the others' commits on its next call."""

    @property
    def info(self) -> PalaceInfo:
        """What the palace says of itself."""
        ...

    @property
    def memories(self) -> MemoryStore:
        """Its memories."""
        ...

    @property
    def graph(self) -> GraphStore:
        """Its knowledge."""
        ...

    @property
    def search(self) -> SearchIndex:
        """Its indexes."""
        ...

    @property
    def nodes(self) -> NodeStore:
        """Its knowledge as nodes and arrows."""
        ...

    @property
    def observations(self) -> ObservationStore:
        """What was observed of its nodes."""
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
        """What is left to dream of, and what dreams came to."""
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
        """What ties its memories and entities together."""
        ...

    @property
    def ledger(self) -> Ledger:
        """Which files were mined."""
        ...

    def clear(self) -> Cleared:
        """Delete every memory, entity, fact and project, for good; how many of each, and how many chunks of code."""
        ...

    def about(self) -> str:
        """What a person wrote about whom this palace serves; empty when there is nothing. Never longer than 64 KiB."""
        ...

    def tell_about(self, text: str) -> None:
        """Say about whom this palace serves, in place of what was said; longer than 64 KiB it is cut when read."""
        ...

    def identity(self) -> Identity | None:
        """Whose vectors the palace holds; None before the first."""
        ...

    def claim(self, identity: Identity) -> None:
        """Say whose vectors will be put. Raises EmbedderMismatch when the palace holds another's."""
        ...

    def writing(self, actor: str = "") -> AbstractContextManager[None]:
        """A transaction: all inside commits durably together or not at all, and no other writer comes between.

        Reads inside see what was written inside. May be nested in one thread; the outermost one commits.
        Every write outside of it is a transaction of its own.
        """
        ...

    def lease(self, purpose: str) -> AbstractContextManager[bool]:
        """Whether this process may do a background job: True for at most one holder at a time, over all processes.

        Never waits. A holder that dies loses the lease.
        """
        ...

    def is_gone(self) -> bool:
        """Whether the palace was deleted or replaced since it was opened; whoever holds it must open it anew."""
        ...

    def check(self) -> Iterator[str]:
        """One sentence for everything that does not agree: rows, text index, vectors, counters. Silent when all is well."""
        ...

    def close(self) -> None:
        """Let go of files and threads; what was acknowledged is safe with or without it."""
        ...


class Shelf(Protocol):
    """All palaces of one data directory or database."""

    def names(self) -> list[str]:
        """The palaces there are, sorted."""
        ...

    def where(self, name: str) -> str:
        """Where the palace of that name is or would be."""
        ...

    def open(self, name: str) -> Store:
        """Open a palace. Raises NoPalace; NewerStore or Damaged when its file cannot be used."""
        ...

    def create(self, name: str, description: str, now: datetime) -> Store:
        """Open a palace, making it first if need be; an existing one keeps its data, date and description."""
        ...

    def delete(self, name: str) -> None:
        """Remove a palace with all its files. Raises NoPalace."""
        ...

    def rename(self, name: str, new_name: str) -> None:
        """Give a palace another name. Raises NoPalace, Conflict."""
        ...
