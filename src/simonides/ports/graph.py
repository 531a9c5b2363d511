"""Storage of entities, facts and mentions, and the ties between memories and entities, many at a time, for ranking."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from simonides.domain.graph import Direction, Entity, Fact, GraphStats
from simonides.domain.time import Stamp

if TYPE_CHECKING:
    from simonides.domain.ranking.pagerank import Links


class GraphStore(Protocol):
    """Entities, facts and mentions.

    A fact is current at a moment where `Fact.is_current_at` says so, here and in the other ports.
    """

    def entity(self, name_or_id: str) -> Entity:
        """The entity with that id, with that folded name, or else with that alias. Raises NotFound."""
        ...

    def named(self, keys: Iterable[str]) -> dict[str, Entity]:
        """The entities with these folded names or aliases, under the name that was asked; unknown names are left out."""
        ...

    def add_entity(self, entity: Entity) -> Entity:
        """Keep an entity; when its folded name is that of another, that one is returned unchanged."""
        ...

    def replace_entity(self, entity: Entity) -> None:
        """Replace the entity with the same id by a new version.

        Raises NotFound, or Conflict when the new name is taken; the alias of another is not.
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

    def fact(self, fact_id: str) -> Fact:
        """The fact with that id, ended or not. Raises NotFound."""
        ...

    def open(self, subject: str, predicate: str | None = None, obj: str | None = None) -> list[Fact]:
        """The facts of a subject that nobody has ended, oldest first; names and predicate in any spelling."""
        ...

    def current(self, subject: str, moment: datetime, predicate: str | None = None, obj: str | None = None) -> list[Fact]:
        """The facts of a subject that are current at a moment, oldest first; names and predicate in any spelling."""
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

    def stats(self, moment: datetime) -> GraphStats:
        """Totals at a moment, read from counters, and of facts only those whose end comes later."""
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


class LinkStore(Protocol):
    """Ties between nodes: a node is the row of a memory, or the negative of an entity's row.

    A memory is tied to the entities it names, an entity to those that a current fact joins it with and to those that its
    observations name. Ended memories and facts that are not current have no ties.
    """

    def every(self, limit: int, moment: datetime) -> "Links | None":
        """All ties at a moment; None when there are more than `limit`."""
        ...

    def around(self, nodes: Sequence[int], each: int, moment: datetime) -> "Links":
        """The ties of these nodes, at most `each` of every kind for one entity, newest memories first.

        A tie between two of the nodes may be returned twice.
        """
        ...

    def nodes_of(self, memory_ids: Sequence[str], entity_ids: Sequence[str]) -> dict[str, int]:
        """The nodes of memories and entities; unknown ids are left out."""
        ...
