"""Knowledge graph: entities, facts between them, and the memories that mention them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

from simonides.domain.errors import Conflict, NotFound
from simonides.domain.graph import Direction, Entity, Fact, GraphStats
from simonides.domain.time import Stamp
from simonides.domain.validation import fold_name
from simonides.frozen import frozen
from simonides.stores.sql.database import Records, totals
from simonides.stores.sql.forms import ENTITY_ROW, FACT_ROW
from simonides.stores.sql.records.rows import Row, micros

OPEN = "valid_to_end IS NULL"
"""The condition that nobody has named the end of a fact."""

_CURRENT_MAX = 10_000
_ENDING = "valid_to_start > {moment} AND (valid_from_start IS NULL OR valid_to_end > valid_from_start)"


def ending(moment: str) -> str:
    """The condition that a fact ends, but not by a moment, which stands here in the store's dialect.

    With `OPEN` this is `Fact.is_current_at` in SQL.
    """
    return _ENDING.format(moment=moment)


@frozen
class GraphSql:
    """The SQL statements about entities, facts and mentions."""

    entity_by_id: str
    entity_by_name: str
    entity_by_any_name: str
    """An entity's own name goes before an alias of another, here and below."""
    entities_by_name: str
    entities: str
    entities_after: str
    facts_after: str
    add_entity: str
    replace_entity: str
    forget_aliases: str
    add_aliases: str
    """A name that another entity has already is skipped."""
    delete_facts_of: str
    delete_observations_of: str
    delete_entity: str
    fact: str
    fact_known: str
    fact_open: str
    add_fact: str
    end_facts: str
    delete_fact: str
    open: str
    current: str
    outgoing: str
    incoming: str
    only_incoming: str
    """A fact from an entity to itself is returned once, as outgoing."""
    timeline: str
    timeline_of: str
    totals: str
    predicates: str
    forget_mentions: str
    set_mentions: str
    """Memories and entities that no longer exist are skipped, here and below."""
    add_mentions: str
    mentions_of: str
    mentioned_in: str


class Graph(Records[GraphSql]):
    """The knowledge of one palace."""

    def entity(self, name_or_id: str) -> Entity:
        """The entity with that id, that folded name, or else that alias. Raises NotFound."""
        return ENTITY_ROW.read(self._entity_row(name_or_id))

    def named(self, keys: Iterable[str]) -> dict[str, Entity]:
        """The entities with these folded names or aliases; unknown names are left out."""
        rows = self._database.rows(self._sql.entities_by_name, {"names": self._database.listed(keys)})
        return {row[-1]: ENTITY_ROW.read(row) for row in rows}

    def add_entity(self, entity: Entity) -> Entity:
        """Keep an entity, or return the one that already has its folded name. Raises Conflict on a known id."""
        with self._database.writing():
            known = self._database.row(self._sql.entity_by_name, {"name": entity.key})
            if known is not None:
                return ENTITY_ROW.read(known)
            if self._database.row(self._sql.entity_by_id, {"id": entity.id}) is not None:
                raise Conflict("entity", entity.id)
            self._database.change(self._sql.add_entity, self._values(entity))
            self._add_aliases(entity)
        return entity

    def replace_entity(self, entity: Entity) -> None:
        """Replace the entity with the same id. Raises NotFound, or Conflict when another entity has the name."""
        with self._database.writing():
            before = self._database.row(self._sql.entity_by_id, {"id": entity.id})
            if before is None:
                raise NotFound("entity", entity.id)
            namesake = self._database.row(self._sql.entity_by_name, {"name": entity.key})
            if namesake is not None and namesake[0] != entity.id:
                raise Conflict("entity", entity.name)
            self._database.change(self._sql.replace_entity, self._values(entity))
            if ENTITY_ROW.read(before).aliases != entity.aliases:
                self._database.change(self._sql.forget_aliases, {"id": entity.id})
                self._add_aliases(entity)

    def delete_entity(self, entity_id: str) -> bool:
        """Remove an entity with its facts and mentions; False when there was none."""
        with self._database.writing():
            # What goes along goes first: the log then can say to whom it belonged.
            self._database.change(self._sql.delete_facts_of, {"id": entity_id})
            self._database.change(self._sql.delete_observations_of, {"id": entity_id})
            return self._database.change(self._sql.delete_entity, {"id": entity_id}).rowcount > 0

    def entities(self, limit: int = 50, offset: int = 0) -> list[Entity]:
        """A page of entities, by folded name."""
        rows = self._database.rows(self._sql.entities, {"limit": max(limit, 0), "offset": max(offset, 0)})
        return [ENTITY_ROW.read(row) for row in rows]

    def entities_after(self, key: int, limit: int) -> dict[int, Entity]:
        """The entities in the rows after that one, in the order of rows."""
        rows = self._database.rows(self._sql.entities_after, {"key": key, "limit": max(limit, 0)})
        return {row[-1]: ENTITY_ROW.read(row) for row in rows}

    def facts_after(self, key: int, limit: int) -> dict[int, Fact]:
        """The facts in the rows after that one, ended or not, in the order of rows."""
        rows = self._database.rows(self._sql.facts_after, {"key": key, "limit": max(limit, 0)})
        return {row[-1]: FACT_ROW.read(row) for row in rows}

    def add_fact(self, fact: Fact) -> None:
        """Keep a fact between entities that exist. Raises NotFound for an unknown entity, Conflict for a known id.

        Only one fact with the same words may be open; otherwise Conflict names the open one.
        """
        with self._database.writing():
            subject, obj = self._entity_row(fact.subject)[-1], self._entity_row(fact.object)[-1]
            values = FACT_ROW.values(fact)
            values |= {"subject": subject, "object": obj, "predicate_folded": fold_name(fact.predicate)}
            known = self._database.row(self._sql.fact_known, {"id": fact.id})
            if known is None and fact.is_open:
                known = self._database.row(self._sql.fact_open, values)
            if known is not None:
                raise Conflict("fact", known[0])
            self._database.change(self._sql.add_fact, values)

    def fact(self, fact_id: str) -> Fact:
        """The fact with that id, ended or not. Raises NotFound."""
        row = self._database.row(self._sql.fact, {"id": fact_id})
        if row is None:
            raise NotFound("fact", fact_id)
        return FACT_ROW.read(row)

    def open(self, subject: str, predicate: str | None = None, obj: str | None = None) -> list[Fact]:
        """The facts of a subject that nobody has ended, oldest first; names and predicate in any spelling."""
        return self._saying(self._sql.open, subject, predicate, obj)

    def current(self, subject: str, moment: datetime, predicate: str | None = None, obj: str | None = None) -> list[Fact]:
        """The facts of a subject that are current at a moment, oldest first; names and predicate in any spelling."""
        return self._saying(self._sql.current, subject, predicate, obj, {"moment": micros(moment)})

    def end_facts(self, fact_ids: Sequence[str], ended: Stamp) -> None:
        """End facts; those already ended keep their end."""
        values = {
            "text": ended.text,
            "start": micros(ended.start),
            "end": micros(ended.end),
            "ids": self._database.listed(fact_ids),
        }
        with self._database.writing():
            self._database.change(self._sql.end_facts, values)

    def delete_fact(self, fact_id: str) -> bool:
        """Remove a fact; False when there was none."""
        with self._database.writing():
            return self._database.change(self._sql.delete_fact, {"id": fact_id}).rowcount > 0

    def facts_of(
        self, entity: str, direction: Direction = Direction.BOTH, as_of: Stamp | None = None, limit: int = 1000
    ) -> list[Fact]:
        """The facts that touch an entity, outgoing before incoming, oldest first; with `as_of` those that held then."""
        key = self._entity_key(entity)
        if key is None:
            return []
        span = (None, None) if as_of is None else (micros(as_of.start), micros(as_of.end))
        values: dict[str, object] = {"entity": key, "start": span[0], "end": span[1], "limit": max(limit, 0)}
        rows: list[Row] = []
        if direction is not Direction.INCOMING:
            rows += self._database.rows(self._sql.outgoing, values)
        if direction is Direction.INCOMING:
            rows += self._database.rows(self._sql.incoming, values)
        elif direction is Direction.BOTH:
            rows += self._database.rows(self._sql.only_incoming, values)
        return [FACT_ROW.read(row) for row in rows[: max(limit, 0)]]

    def timeline(self, entity: str | None = None, limit: int = 100) -> list[Fact]:
        """Facts by start, undated ones last."""
        if entity is None:
            return [FACT_ROW.read(row) for row in self._database.rows(self._sql.timeline, {"limit": max(limit, 0)})]
        key = self._entity_key(entity)
        if key is None:
            return []
        rows = self._database.rows(self._sql.timeline_of, {"entity": key, "limit": max(limit, 0)})
        return [FACT_ROW.read(row) for row in rows]

    def stats(self, moment: datetime) -> GraphStats:
        """Totals at a moment, read from counters, and of facts only those whose end comes later."""
        counted = totals(self._database, self._sql.totals, {"moment": micros(moment)})
        predicates = tuple(row[0] for row in self._database.rows(self._sql.predicates))
        return GraphStats(counted["entities"], counted["facts"], counted["current_facts"], predicates)

    def set_mentions(self, key: int, entity_ids: Iterable[str]) -> None:
        """Set the entities that the memory in that row names, in place of former ones."""
        with self._database.writing():
            self._database.change(self._sql.forget_mentions, {"memory": int(key)})
            self._database.change(self._sql.set_mentions, {"memory": int(key), "ids": self._database.listed(entity_ids)})

    def add_mentions(self, entity_id: str, keys: Iterable[int]) -> None:
        """Add memories that name an entity to those already noted."""
        values = {"id": entity_id, "memories": self._database.listed(int(key) for key in keys)}
        with self._database.writing():
            self._database.change(self._sql.add_mentions, values)

    def mentions_of(self, entity_ids: Sequence[str], limit: int = 1000) -> dict[str, list[int]]:
        """For each entity the memories that name it, newest first, at most `limit` each."""
        return {
            entity_id: [row[0] for row in self._database.rows(self._sql.mentions_of, {"id": entity_id, "limit": max(limit, 0)})]
            for entity_id in entity_ids
        }

    def mentioned_in(self, keys: Sequence[int]) -> dict[int, list[str]]:
        """For each memory the ids of the entities it names."""
        mentioned: dict[int, list[str]] = {int(key): [] for key in keys}
        for key, entity_id in self._database.rows(self._sql.mentioned_in, {"memories": self._database.listed(mentioned)}):
            mentioned[key].append(entity_id)
        return mentioned

    def _values(self, entity: Entity) -> dict[str, object]:
        listed = {"tags": self._database.listed(entity.tags), "aliases": self._database.listed(entity.aliases)}
        return {**ENTITY_ROW.values(entity), "folded": entity.key, **listed}

    def _add_aliases(self, entity: Entity) -> None:
        if names := entity.keys[1:]:
            self._database.change(self._sql.add_aliases, {"id": entity.id, "names": self._database.listed(names)})

    def _saying(
        self, sql: str, subject: str, predicate: str | None, obj: str | None, more: Mapping[str, object] = MappingProxyType({})
    ) -> list[Fact]:
        subject_key = self._entity_key(subject)
        object_key = None if obj is None else self._entity_key(obj)
        if subject_key is None or (obj is not None and object_key is None):
            return []
        folded = None if predicate is None else fold_name(predicate)
        values = {"subject": subject_key, "predicate": folded, "object": object_key, "limit": _CURRENT_MAX, **more}
        return [FACT_ROW.read(row) for row in self._database.rows(sql, values)]

    def _entity_row(self, name_or_id: str) -> Row:
        row = self._database.row(self._sql.entity_by_id, {"id": name_or_id})
        row = row or self._database.row(self._sql.entity_by_any_name, {"name": fold_name(name_or_id)})
        if row is None:
            raise NotFound("entity", name_or_id)
        return row

    def _entity_key(self, name_or_id: str) -> int | None:
        try:
            return int(self._entity_row(name_or_id)[-1])
        except NotFound:
            return None
