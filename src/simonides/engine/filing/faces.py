"""Everything that can be read as a memory: memories, and the observations of entities, which have a second face.

A row below zero is that of an observation (docs/decisions/0023).
"""

from collections.abc import Callable, Mapping, Sequence
from heapq import merge
from itertools import islice

from simonides.domain.errors import NotFound
from simonides.domain.graph import Entity, Observation, as_memory
from simonides.domain.ids import handle_of, read_handle
from simonides.domain.memory import EVERYTHING, Memory, Order, PlaceCount, Scope
from simonides.domain.validation import fold_name, number_in
from simonides.frozen import frozen
from simonides.ports.stores import Store


@frozen
class Observed:
    """An observation found by the id of its memory face."""

    entity: Entity
    node: int
    observation: Observation


class Faces:
    """The memories and observations of one palace, read alike."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def at(self, keys: Sequence[int]) -> dict[int, Memory]:
        """The memories in those rows; rows that are gone are left out."""
        own = [key for key in keys if key > 0]
        found = self._store.memories.at(own) if own or not keys else {}
        observed = [-key for key in keys if key < 0]
        return found | self._observed(observed) if observed else found

    def get(self, memory_id: str) -> Memory:
        """The memory with that id, or with that handle where no id is the same; ended or not. Raises NotFound."""
        try:
            return self._store.memories.get(memory_id)
        except NotFound:
            observed = self.observed(memory_id)
            found = as_memory(observed.entity, observed.observation) if observed else self.with_handle(memory_id)
            if found is None:
                raise
            return found

    def with_handle(self, name: str) -> Memory | None:
        """The memory with that handle; None where the name is no handle, or that of a memory which is gone."""
        handle = read_handle(name.strip())
        found = self.at([handle.row]).get(handle.row) if handle else None
        return found if handle and found and handle_of(handle.row, found.id) == handle else None

    def key_of(self, memory_id: str) -> int:
        """The row of a memory. Raises NotFound."""
        try:
            return self._store.memories.key_of(memory_id)
        except NotFound:
            found = self.observed(memory_id)
            if found is None:
                raise
            return -found.observation.key

    def find(self, memory_ids: Sequence[str]) -> list[Memory]:
        """The memories with these ids that exist, in the order asked."""
        found = {memory.id: memory for memory in self._store.memories.find(memory_ids)}
        for memory_id in memory_ids:
            if memory_id not in found and (observed := self.observed(memory_id)):
                found[memory_id] = as_memory(observed.entity, observed.observation)
        return [found[memory_id] for memory_id in memory_ids if memory_id in found]

    def observed(self, memory_id: str) -> Observed | None:
        """The observation behind an id; None when there is none."""
        entity_id, _, told = memory_id.rpartition("/")
        ordinal = number_in(told)
        if not entity_id or ordinal is None:
            return None
        try:
            entity = self._store.graph.entity(entity_id)
        except NotFound:
            return None
        [node] = self._store.nodes.keys([fold_name(entity.name)]).values()
        held = {each.ordinal: each for each in self._store.observations.of([node])[node]}
        return Observed(entity, node, held[ordinal]) if entity.id == entity_id and ordinal in held else None

    def page(self, scope: Scope = EVERYTHING, order: Order = Order.NEWEST, limit: int = 50, offset: int = 0) -> list[Memory]:
        """A page of memories and observations in one order."""
        count = self._store.observations.count(scope)
        if not count:
            return self._store.memories.page(scope, order, limit, offset)
        passed = self._observed_before(offset, scope, order, count)
        memories = self._store.memories.page(scope, order, limit, offset - passed)
        observed = self._observed_page(scope, order, limit, passed)
        return list(islice(merge(memories, observed, key=_KEYS[order]), limit))

    def _observed_before(self, offset: int, scope: Scope, order: Order, count: int) -> int:
        """How many observations stand among the first `offset` in an order; only those that are compared are read."""
        first, last = 0, min(count, offset)
        while first < last:
            middle = (first + last) // 2
            observed = self._observed_page(scope, order, 1, middle)
            memory = self._store.memories.page(scope, order, 1, offset - middle - 1)
            # Where a memory and an observation have one time, the memory comes first.
            if observed and (not memory or _KEYS[order](memory[0]) > _KEYS[order](observed[0])):
                first = middle + 1
            else:
                last = middle
        return first

    def _observed_page(self, scope: Scope, order: Order, limit: int, offset: int) -> list[Memory]:
        rows = self._store.observations.page(scope, order, limit, offset)
        faces = self._observed(rows)
        return [faces[-row] for row in rows if -row in faces]

    def count(self, scope: Scope = EVERYTHING) -> int:
        """How many are in scope; reads no rows when only the wing is filtered."""
        return self._store.memories.count(scope) + self._store.observations.count(scope)

    def count_observed(self) -> int:
        """How many observations there are; reads no rows."""
        return self._store.observations.count()

    def places(self) -> list[PlaceCount]:
        """Every place that holds a memory or an observation, sorted by place."""
        counted: dict[object, PlaceCount] = {entry.place: entry for entry in self._store.memories.places()}
        for entry in self._store.observations.places():
            known = counted.get(entry.place)
            counted[entry.place] = _added(known, entry) if known else entry
        return sorted(counted.values(), key=lambda entry: entry.place)

    def _observed(self, rows: Sequence[int]) -> dict[int, Memory]:
        found = self._store.observations.at(rows)
        nodes = self._store.nodes.at(sorted({node for node, _ in found.values()}))
        # Another process may have deleted the entity in between.
        return {-row: as_memory(nodes[node].entity, each) for row, (node, each) in found.items() if node in nodes}


_KEYS: Mapping[Order, Callable[[Memory], tuple[float, ...]]] = {
    Order.NEWEST: lambda memory: (-memory.created_at.timestamp(),),
    Order.OLDEST: lambda memory: (memory.created_at.timestamp(),),
    Order.IMPORTANT: lambda memory: (-memory.importance, -memory.created_at.timestamp()),
}


def _added(one: PlaceCount, other: PlaceCount) -> PlaceCount:
    latest = max((each.latest for each in (one, other) if each.latest), default=None)
    return PlaceCount(one.place, one.count + other.count, latest)
