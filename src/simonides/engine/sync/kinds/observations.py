"""Observations between replicas: known by entity, time and first words, since every palace counts them by itself."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime

from simonides.domain.errors import Invalid, NotFound
from simonides.domain.graph import Entity, Observation
from simonides.domain.records.plain import plain
from simonides.domain.records.tables import OBSERVATION
from simonides.domain.sync.fields import flat
from simonides.domain.validation import fold_name
from simonides.engine.exchange.fields import Fields as LineFields
from simonides.engine.sync.equipment import SyncEquipment
from simonides.engine.sync.kinds.kind import Arriving, Found, Written

BLOCK = 200
_fields = plain(*OBSERVATION.lined())


class ObservationRecords:
    """The observations of one palace."""

    name = "observation"
    is_logged = True
    quiet = frozenset({"created_at", "updated_at", "ordinal", "entity"})
    own = frozenset({"updated_at", "ordinal"})

    def __init__(self, equipment: SyncEquipment) -> None:
        self._equipment = equipment
        self._store = equipment.store

    def present(self, locals_: Sequence[str]) -> dict[str, Found]:
        """The observations with these ids, each the id of its entity and its ordinal."""
        wanted, found = set(locals_), {}
        for owner in sorted({local.rpartition("/")[0] for local in locals_}):
            with suppress(NotFound):
                entity = self._store.graph.entity(owner)
                found.update(self._of([(self._equipment.node(entity), entity)]))
        return {local: each for local, each in found.items() if local in wanted}

    def every(self) -> Iterator[dict[str, Found]]:
        """All observations."""
        last = 0
        while rows := self._store.graph.entities_after(last, BLOCK):
            yield self._of(list(rows.items()))
            last = max(rows)

    def write(self, arrivals: Sequence[Arriving]) -> Written:
        """Add observations, or change their texts; one whose ordinal is taken here gets the next."""
        return Written({arrival.id: self._write(arrival) for arrival in arrivals})

    def remove(self, locals_: Sequence[str]) -> set[str]:
        """Delete observations."""
        for local in locals_:
            owner, _, ordinal = local.rpartition("/")
            with suppress(NotFound):
                self._store.observations.delete(self._equipment.node(self._store.graph.entity(owner)), [int(ordinal)])
        return set(locals_)

    def _of(self, nodes: Sequence[tuple[int, Entity]]) -> dict[str, Found]:
        observed = self._store.observations.of([node for node, _ in nodes])
        return {f"{entity.id}/{each.ordinal}": _found(entity.key, each) for node, entity in nodes for each in observed[node]}

    def _write(self, arrival: Arriving) -> str:
        name, arrived = _read(arrival)
        entity = self._equipment.entities.named(name)
        node = self._equipment.node(entity)
        owner, _, ordinal = arrival.local.rpartition("/")
        if owner == entity.id:
            self._store.observations.replace(node, int(ordinal), arrived.content, arrived.updated_at)
            kept = [each for each in self._store.observations.of([node])[node] if each.ordinal == int(ordinal)]
        else:
            self.remove([arrival.local] if arrival.local else [])
            kept = self._added(node, arrived)
        self._equipment.linking.link_observations(kept)
        return f"{entity.id}/{kept[0].ordinal}"

    def _added(self, node: int, arrived: Observation) -> list[Observation]:
        following = self._store.nodes.at([node])[node].next_ordinal
        ordinal = max(arrived.ordinal, following)
        fresh = Observation(0, ordinal, arrived.content, arrived.created_at, arrived.updated_at)
        return self._store.observations.restore(node, [fresh], ordinal + 1)


def observation_id(entity: str, created_at: str, content: str) -> str:
    """The id of an observation in every palace."""
    return f"{entity}/{created_at}/{hashlib.sha256(content.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def _found(entity: str, observation: Observation) -> Found:
    fields = {**flat(_fields(observation)), "entity": entity}
    return Found(observation_id(entity, str(fields["created_at"]), observation.content), fields)


def _read(arrival: Arriving) -> tuple[str, Observation]:
    fields = LineFields(arrival.fields)
    name, ordinal, content = fields.name("entity"), fields.whole("ordinal") or 0, fields.content("content")
    created_at, updated_at = fields.moment("created_at"), fields.moment("updated_at")
    fields.finish()
    if not isinstance(created_at, datetime) or fold_name(name) != name:
        raise Invalid("created_at", "an observation lacks its time or the name of its entity")
    return name, Observation(0, ordinal, content, created_at, updated_at or created_at)
