"""Entities between replicas: the same name is the same entity, whatever id each palace gave it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from simonides.domain.errors import Invalid, NotFound, exists
from simonides.domain.graph import UNKNOWN, Direction, Entity
from simonides.domain.ids import MENTION
from simonides.domain.records.plain import plain
from simonides.domain.records.tables import ENTITY
from simonides.domain.sync.fields import flat, whole
from simonides.engine.exchange.fields import Fields as LineFields
from simonides.engine.exchange.lines import read_entity
from simonides.engine.sync.equipment import SyncEquipment
from simonides.engine.sync.kinds.kind import Arriving, Found, Written

BLOCK = 500
_HANGING_MAX = 100
_fields = plain(*ENTITY.lined("updated_at"))


class EntityRecords:
    """The entities of one palace."""

    name = "entity"
    is_logged = True
    quiet = frozenset({"id", "name", "created_at", "summary_updated_at"})
    own = frozenset({"id", "created_at"})

    def __init__(self, equipment: SyncEquipment) -> None:
        self._equipment = equipment
        self._store = equipment.store

    def present(self, locals_: Sequence[str]) -> dict[str, Found]:
        """The entities with these ids."""
        found = {}
        for entity_id in locals_:
            with suppress(NotFound):
                entity = self._store.graph.entity(entity_id)
                if entity.id == entity_id:
                    found[entity_id] = _found(entity)
        return found

    def every(self) -> Iterator[dict[str, Found]]:
        """All entities."""
        last = 0
        while rows := self._store.graph.entities_after(last, BLOCK):
            yield {entity.id: _found(entity) for entity in rows.values()}
            last = max(rows)

    def write(self, arrivals: Sequence[Arriving]) -> Written:
        """Add entities, or change those of the same name, which keep their id."""
        return Written({arrival.id: self._write(arrival) for arrival in arrivals})

    def remove(self, locals_: Sequence[str]) -> set[str]:
        """Delete entities about which nothing is left."""
        return {entity_id for entity_id in locals_ if self._remove(entity_id)}

    def _write(self, arrival: Arriving) -> str:
        graph = self._store.graph
        arrived = read_entity(LineFields(whole(arrival.fields)), self._equipment.mint, self._equipment.clock())
        if arrived.key != arrival.id:
            raise Invalid("name", f"'{arrived.name[:40]}' is not the name of the entity '{arrival.id[:40]}'")
        known = graph.named([arrived.key]).get(arrived.key)
        # The alias of another is no hindrance: there was a change to this one after it was merged elsewhere.
        if known is not None and known.key == arrived.key:
            graph.replace_entity(replace(arrived, id=known.id, created_at=known.created_at, updated_at=known.updated_at))
            return known.id
        if exists(self._store.graph.entity, arrived.id):
            arrived = replace(arrived, id=self._equipment.mint.alphanumeric())
        graph.add_entity(arrived)
        self._equipment.linking.link_entity(arrived)
        return arrived.id

    def _remove(self, entity_id: str) -> bool:
        try:
            entity = self._store.graph.entity(entity_id)
        except NotFound:
            return True
        facts = self._store.graph.facts_of(entity_id, Direction.BOTH, limit=_HANGING_MAX)
        node = self._equipment.node(entity)
        if self._store.nodes.at([node])[node].observation_count or any(not fact.id.startswith(MENTION) for fact in facts):
            return False
        return self._store.graph.delete_entity(entity_id)


def _found(entity: Entity) -> Found:
    fields = flat(_fields(entity))
    if entity.type == UNKNOWN:
        # Nobody said so: whoever knows a type is not contradicted.
        del fields["entity_type"]
    return Found(entity.key, fields)
