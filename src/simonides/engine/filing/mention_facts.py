"""Facts about the rooms in which an entity is named; they are kept in step with what is filed and forgotten.

`Priya mentioned_in wing_atlas/billing` is not a guess: the drawer that names her is in that room, and the fact names the drawer.
Such facts are made only for names that mining found; each is known by its id, so that facts asserted by agents are not touched.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress

from simonides.domain.errors import NotFound
from simonides.domain.graph import Direction, Entity, Fact
from simonides.domain.ids import MENTION, MINED, Mint
from simonides.domain.memory import Memory
from simonides.domain.time import Clock
from simonides.frozen import frozen
from simonides.ports.stores import Store

PREDICATE = "mentioned_in"
ROOM = "room"
ROOMS_MAX = 5
"""How many rooms are recorded per entity, the most frequent first: search finds the rest."""
LOOKED_AT = 200
"""How many memories that name an entity are examined, newest first."""


@frozen
class Whereabouts:
    """Where the entities of one palace are named; called inside the transaction that files or forgets."""

    _store: Store
    _clock: Clock
    _mint: Mint

    def named_in(self, memory_ids: Iterable[str]) -> set[str]:
        """The ids of the entities that some memories name; deleted memories name none."""
        keys = []
        for memory_id in memory_ids:
            with suppress(NotFound):
                keys.append(self._store.memories.key_of(memory_id))
        return {entity_id for named in self._store.graph.mentioned_in(keys).values() for entity_id in named}

    def note(self, entities: Iterable[Entity]) -> None:
        """Record where these entities are named, now and from now on."""
        for entity in entities:
            self._follow(entity, self._noted(entity))

    def leave(self, entity: Entity) -> bool:
        """Delete the facts about where an entity is named; whether there were any."""
        noted = self._noted(entity)
        for fact in noted:
            self._store.graph.delete_fact(fact.id)
            self._drop_room(fact.object)
        return bool(noted)

    def follow(self, entity_ids: Iterable[str]) -> None:
        """Update the facts of these entities; a name that mining found and nothing refers to any more is deleted."""
        for entity_id in sorted(entity_ids):
            try:
                entity = self._store.graph.entity(entity_id)
            except NotFound:
                continue
            noted = self._noted(entity)
            if noted:
                self._follow(entity, noted)
            if entity.id.startswith(MINED) and self._is_bare(entity):
                self._store.graph.delete_entity(entity.id)

    def _noted(self, entity: Entity) -> list[Fact]:
        facts = self._store.graph.open(entity.id, PREDICATE)
        return [fact for fact in facts if fact.id.startswith(MENTION)]

    def _follow(self, entity: Entity, noted: Sequence[Fact]) -> None:
        wanted = self._rooms(entity)
        for fact in noted:
            if fact.source in wanted.get(fact.object, ()):
                del wanted[fact.object]
            else:
                self._store.graph.delete_fact(fact.id)
                self._drop_room(fact.object)
        for room, sources in wanted.items():
            self._add(entity, room, sources[0])

    def _rooms(self, entity: Entity) -> dict[str, list[str]]:
        """The rooms in which the entity is named most, each with the ids of the memories there."""
        keys = self._store.graph.mentions_of([entity.id], LOOKED_AT)[entity.id]
        memories = list(self._store.memories.at(keys).values())
        common = Counter(_room(memory) for memory in memories).most_common(ROOMS_MAX)
        return {room: [memory.id for memory in memories if _room(memory) == room] for room, _ in common}

    def _add(self, entity: Entity, room: str, source: str) -> None:
        if self._store.graph.open(entity.id, PREDICATE, room):
            # Somebody else has asserted the same fact.
            return
        now = self._clock()
        self._store.graph.add_entity(Entity(self._mint.mined(), room, now, now, type=ROOM))
        fact = Fact(self._mint.mention(entity.name, PREDICATE, room), entity.name, PREDICATE, room, now, source=source)
        self._store.graph.add_fact(fact)

    def _drop_room(self, room: str) -> None:
        entity = self._store.graph.entity(room)
        if entity.id.startswith(MINED) and self._is_bare(entity):
            self._store.graph.delete_entity(entity.id)

    def _is_bare(self, entity: Entity) -> bool:
        """Whether nothing is left of an entity but its name."""
        graph = self._store.graph
        if entity.summary or entity.tags or entity.aliases or graph.facts_of(entity.id, Direction.BOTH, limit=1):
            return False
        [node] = self._store.nodes.keys([entity.key]).values()
        return not self._store.observations.last([node], 1).get(node) and not graph.mentions_of([entity.id], 1)[entity.id]


def _room(memory: Memory) -> str:
    return f"{memory.place.wing}/{memory.place.room}"
