"""What is known? Entities, facts between them, and which memories mention them."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Iterable, Sequence

from simonides.domain.errors import Conflict, NotFound
from simonides.domain.graph import Direction, Entity, Fact, GraphStats
from simonides.domain.naming import fold_name
from simonides.domain.time import Stamp
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.rows import (
    ENTITY_COLUMNS,
    FACT_COLUMNS,
    Row,
    entity_values,
    fact_values,
    key_list,
    micros,
    read_entity,
    read_fact,
)

_ENTITY_BY_ID = f"SELECT {ENTITY_COLUMNS}, e.key FROM entities e WHERE e.id = ?"
_ENTITY_BY_NAME = f"SELECT {ENTITY_COLUMNS}, e.key FROM entities e WHERE e.folded = ?"
_ENTITIES_BY_NAME = f"SELECT {ENTITY_COLUMNS}, e.folded FROM entities e WHERE e.folded IN (SELECT value FROM json_each(?))"
_ENTITIES = f"SELECT {ENTITY_COLUMNS} FROM entities e ORDER BY e.folded LIMIT ? OFFSET ?"
_ADD_ENTITY = """
    INSERT INTO entities (id, folded, name, type, summary, summary_updated_at, tags, user_id, created_at, updated_at)
    VALUES (:id, :folded, :name, :type, :summary, :summary_updated_at, :tags, :user_id, :created_at, :updated_at)
"""
_REPLACE_ENTITY = """
    UPDATE entities SET folded = :folded, name = :name, type = :type, summary = :summary,
        summary_updated_at = :summary_updated_at, tags = :tags, user_id = :user_id, created_at = :created_at,
        updated_at = :updated_at
    WHERE id = :id
"""
_DELETE_ENTITY = "DELETE FROM entities WHERE id = ?"

_FACTS = f"SELECT {FACT_COLUMNS} FROM facts f JOIN entities s ON s.key = f.subject JOIN entities o ON o.key = f.object"
_FACT_KNOWN = "SELECT id FROM facts WHERE id = ?"
_FACT_CURRENT = """
    SELECT id FROM facts
    WHERE subject = :subject AND predicate_folded = :predicate_folded AND object = :object AND valid_to_end IS NULL
"""
_ADD_FACT = """
    INSERT INTO facts (
        id, subject, predicate, predicate_folded, object, valid_from_text, valid_from_start, valid_from_end,
        valid_to_text, valid_to_start, valid_to_end, confidence, weight, source, created_at
    ) VALUES (
        :id, :subject, :predicate, :predicate_folded, :object, :valid_from_text, :valid_from_start, :valid_from_end,
        :valid_to_text, :valid_to_start, :valid_to_end, :confidence, :weight, :source, :created_at
    )
"""
_END_FACT = """
    UPDATE facts SET valid_to_text = ?, valid_to_start = ?, valid_to_end = ?
    WHERE id IN (SELECT value FROM json_each(?)) AND valid_to_end IS NULL
"""
_DELETE_FACT = "DELETE FROM facts WHERE id = ?"
_CURRENT = f"""
    {_FACTS} WHERE f.subject = :subject AND f.valid_to_end IS NULL
        AND (:predicate IS NULL OR f.predicate_folded = :predicate) AND (:object IS NULL OR f.object = :object)
    ORDER BY f.created_at, f.key LIMIT :limit
"""
_HELD = "(:start IS NULL OR (ifnull(f.valid_from_start < :end, 1) AND ifnull(f.valid_to_end > :start, 1)))"
_OUTGOING = f"{_FACTS} WHERE f.subject = :entity AND {_HELD} ORDER BY f.created_at, f.key LIMIT :limit"
_INCOMING = f"{_FACTS} WHERE f.object = :entity AND {_HELD} ORDER BY f.created_at, f.key LIMIT :limit"
# A fact from an entity to itself is told once, as outgoing.
_ONLY_INCOMING = f"""
    {_FACTS} WHERE f.object = :entity AND f.subject <> :entity AND {_HELD} ORDER BY f.created_at, f.key LIMIT :limit
"""
_BEGINNING = "ifnull(f.valid_from_start, 9223372036854775807)"
_TIMELINE = f"{_FACTS} ORDER BY {_BEGINNING}, f.key LIMIT :limit"
_TIMELINE_OF = f"""
    {_FACTS} WHERE f.key IN (SELECT key FROM facts WHERE subject = :entity UNION SELECT key FROM facts WHERE object = :entity)
    ORDER BY {_BEGINNING}, f.key LIMIT :limit
"""
_TOTALS = "SELECT name, value FROM counters WHERE name IN ('entities', 'facts', 'current_facts')"
_PREDICATES = "SELECT predicate FROM predicate_counts WHERE count > 0 ORDER BY folded"

_FORGET_MENTIONS = "DELETE FROM mentions WHERE memory = ?"
# Memories and entities that are gone are passed over.
_SET_MENTIONS = """
    INSERT INTO mentions (memory, entity)
    SELECT m.key, e.key FROM memories m, entities e WHERE m.key = ? AND e.id IN (SELECT value FROM json_each(?))
"""
_ADD_MENTIONS = """
    INSERT INTO mentions (memory, entity)
    SELECT m.key, e.key FROM memories m, entities e WHERE e.id = ? AND m.key IN (SELECT value FROM json_each(?))
    ON CONFLICT DO NOTHING
"""
_MENTIONS_OF = """
    SELECT n.memory FROM mentions n WHERE n.entity = (SELECT key FROM entities WHERE id = ?) ORDER BY n.memory DESC LIMIT ?
"""
_MENTIONED_IN = """
    SELECT n.memory, e.id FROM mentions n JOIN entities e ON e.key = n.entity
    WHERE n.memory IN (SELECT value FROM json_each(?)) ORDER BY n.memory, e.key
"""
_CURRENT_MAX = 10_000


class SqliteGraph:
    """The knowledge of one palace."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def entity(self, name_or_id: str) -> Entity:
        """The entity with that id, or whose name folds alike. Raises NotFound."""
        return read_entity(self._entity_row(name_or_id))

    def named(self, keys: Iterable[str]) -> dict[str, Entity]:
        """Those of the folded names that are known."""
        return {row[-1]: read_entity(row) for row in self._database.rows(_ENTITIES_BY_NAME, (key_list(keys),))}

    def add_entity(self, entity: Entity) -> Entity:
        """Keep an entity; when its folded name is known the known one is returned unchanged. Raises Conflict on a known id."""
        with self._database.writing():
            known = self._database.row(_ENTITY_BY_NAME, (entity.key,))
            if known is not None:
                return read_entity(known)
            if self._database.row(_ENTITY_BY_ID, (entity.id,)) is not None:
                raise Conflict("entity", entity.id)
            self._database.change(_ADD_ENTITY, entity_values(entity))
        return entity

    def replace_entity(self, entity: Entity) -> None:
        """Put a new version in the place of the entity with the same id. Raises NotFound, or Conflict for a taken name."""
        with self._database.writing():
            if self._database.row(_ENTITY_BY_ID, (entity.id,)) is None:
                raise NotFound("entity", entity.id)
            namesake = self._database.row(_ENTITY_BY_NAME, (entity.key,))
            if namesake is not None and namesake[0] != entity.id:
                raise Conflict("entity", entity.name)
            self._database.change(_REPLACE_ENTITY, entity_values(entity))

    def delete_entity(self, entity_id: str) -> bool:
        """Remove an entity with its facts and mentions; False when there was none."""
        with self._database.writing():
            return self._database.change(_DELETE_ENTITY, (entity_id,)).rowcount > 0

    def entities(self, limit: int = 50, offset: int = 0) -> list[Entity]:
        """A page of entities, by folded name."""
        return [read_entity(row) for row in self._database.rows(_ENTITIES, (max(limit, 0), max(offset, 0)))]

    def add_fact(self, fact: Fact) -> None:
        """Keep a fact between entities that exist. Raises NotFound for an unknown entity, Conflict for a known id.

        Only one fact of the same words may be current: Conflict then names the one that is.
        """
        with self._database.writing():
            subject, obj = self._entity_row(fact.subject)[-1], self._entity_row(fact.object)[-1]
            values = fact_values(fact, subject, obj)
            known = self._database.row(_FACT_KNOWN, (fact.id,))
            if known is None and fact.is_current:
                known = self._database.row(_FACT_CURRENT, values)
            if known is not None:
                raise Conflict("fact", known[0])
            self._database.change(_ADD_FACT, values)

    def current(self, subject: str, predicate: str | None = None, obj: str | None = None) -> list[Fact]:
        """The facts of a subject that nobody has ended, oldest first; names and predicate in any spelling."""
        subject_key = self._entity_key(subject)
        object_key = None if obj is None else self._entity_key(obj)
        if subject_key is None or (obj is not None and object_key is None):
            return []
        values = {
            "subject": subject_key,
            "predicate": None if predicate is None else fold_name(predicate),
            "object": object_key,
            "limit": _CURRENT_MAX,
        }
        return [read_fact(row) for row in self._database.rows(_CURRENT, values)]

    def end_facts(self, fact_ids: Sequence[str], ended: Stamp) -> None:
        """Close facts; those closed before keep their end."""
        with self._database.writing():
            self._database.change(_END_FACT, (ended.text, micros(ended.start), micros(ended.end), key_list(fact_ids)))

    def delete_fact(self, fact_id: str) -> bool:
        """Remove a fact; False when there was none."""
        with self._database.writing():
            return self._database.change(_DELETE_FACT, (fact_id,)).rowcount > 0

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
            rows += self._database.rows(_OUTGOING, values)
        if direction is Direction.INCOMING:
            rows += self._database.rows(_INCOMING, values)
        elif direction is Direction.BOTH:
            rows += self._database.rows(_ONLY_INCOMING, values)
        return [read_fact(row) for row in rows[: max(limit, 0)]]

    def timeline(self, entity: str | None = None, limit: int = 100) -> list[Fact]:
        """Facts by their beginning, undated ones last."""
        if entity is None:
            return [read_fact(row) for row in self._database.rows(_TIMELINE, {"limit": max(limit, 0)})]
        key = self._entity_key(entity)
        if key is None:
            return []
        return [read_fact(row) for row in self._database.rows(_TIMELINE_OF, {"entity": key, "limit": max(limit, 0)})]

    def stats(self) -> GraphStats:
        """Totals, without reading facts."""
        totals: dict[str, int] = dict(self._database.rows(_TOTALS))
        predicates = tuple(row[0] for row in self._database.rows(_PREDICATES))
        return GraphStats(totals["entities"], totals["facts"], totals["current_facts"], predicates)

    def set_mentions(self, key: int, entity_ids: Iterable[str]) -> None:
        """Which entities the memory in that row names, in place of what was noted before."""
        with self._database.writing():
            self._database.change(_FORGET_MENTIONS, (int(key),))
            self._database.change(_SET_MENTIONS, (int(key), key_list(entity_ids)))

    def add_mentions(self, entity_id: str, keys: Iterable[int]) -> None:
        """Memories that name an entity, beside those noted before."""
        with self._database.writing():
            self._database.change(_ADD_MENTIONS, (entity_id, key_list(int(key) for key in keys)))

    def mentions_of(self, entity_ids: Sequence[str], limit: int = 1000) -> dict[str, list[int]]:
        """For each entity the memories that name it, newest first, at most `limit` each."""
        return {
            entity_id: [row[0] for row in self._database.rows(_MENTIONS_OF, (entity_id, max(limit, 0)))]
            for entity_id in entity_ids
        }

    def mentioned_in(self, keys: Sequence[int]) -> dict[int, list[str]]:
        """For each memory the ids of the entities it names."""
        mentioned: dict[int, list[str]] = {int(key): [] for key in keys}
        for key, entity_id in self._database.rows(_MENTIONED_IN, (key_list(mentioned),)):
            mentioned[key].append(entity_id)
        return mentioned

    def _entity_row(self, name_or_id: str) -> Row:
        row = self._database.row(_ENTITY_BY_ID, (name_or_id,)) or self._database.row(_ENTITY_BY_NAME, (fold_name(name_or_id),))
        if row is None:
            raise NotFound("entity", name_or_id)
        return row

    def _entity_key(self, name_or_id: str) -> int | None:
        try:
            return int(self._entity_row(name_or_id)[-1])
        except NotFound:
            return None
