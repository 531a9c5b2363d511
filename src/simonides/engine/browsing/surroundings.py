"""What surrounds a memory: its conversation, the entities it names, facts that cite it, alike ones, and what replaced it."""

from simonides.domain.errors import NotFound
from simonides.domain.graph import Direction, Entity, Fact
from simonides.domain.memory import EVERYTHING, Memory, Scope
from simonides.domain.ranking.duplicates import Likeness
from simonides.engine.browsing.facets import Counts, provenance_counts
from simonides.engine.browsing.floor_plan import FloorPlan
from simonides.engine.browsing.named_code import CodeSights, NamedCode
from simonides.engine.code.codebase import Codebase
from simonides.engine.filing.amendments import Amending
from simonides.engine.filing.faces import Faces
from simonides.engine.filing.memories import Memories
from simonides.frozen import frozen
from simonides.ports.stores import Store

NAMED_MAX = 20
CITING_MAX = 20
ALIKE_MIN = 0.55
"""From which similarity on another memory is shown as alike."""


@frozen
class Around:
    """Everything near a memory; the neighbours in the order of their conversation."""

    memory: Memory
    neighbours: tuple[Memory, ...]
    named: tuple[Entity, ...]
    citing: tuple[Fact, ...]
    alike: tuple[Likeness, ...]
    former: tuple[Memory, ...]
    successor: Memory | None


class Looking:
    """Looks around in one palace."""

    def __init__(self, store: Store, memories: Memories, amending: Amending, codebase: Codebase) -> None:
        self._store = store
        self._memories = memories
        self._amending = amending
        self.plan = FloorPlan(store)
        """All memories as dots."""
        self._code = CodeSights(store, codebase)

    def provenance(self, scope: Scope = EVERYTHING) -> dict[str, Counts]:
        """How many memories in scope come from each kind of source, and of each trust class."""
        return provenance_counts(self._store, scope)

    def code_of(self, memory_id: str) -> list[NamedCode]:
        """The code that a memory names, and where it stands. Raises NotFound."""
        return self._code.named_in(self._memories.get(memory_id).content)

    def around(self, memory_id: str) -> Around:
        """What surrounds a memory. Raises NotFound."""
        memory = self._memories.get(memory_id)
        key = Faces(self._store).key_of(memory.id)
        named = self._named(key)
        alike = self._memories.like(memory.content, ALIKE_MIN)
        return Around(
            memory,
            self._neighbours(memory, key),
            named,
            self._citing(memory, named),
            tuple(each for each in alike if each.memory.id != memory.id),
            tuple(self._amending.former(memory_id)),
            self._successor(memory),
        )

    def _neighbours(self, memory: Memory, key: int) -> tuple[Memory, ...]:
        if memory.origin.conversation is None or key < 0:
            return ()
        near = {key} | self._beside({key})
        found = self._store.memories.at(sorted((near | self._beside(near)) - {key}))
        return tuple(sorted(found.values(), key=lambda each: (each.origin.position or 0, each.created_at)))

    def _beside(self, keys: set[int]) -> set[int]:
        found = self._store.search.beside(sorted(keys), Scope(with_ended=True)).ravel().tolist()
        return {key for key in found if key > 0}

    def _named(self, key: int) -> tuple[Entity, ...]:
        ids = self._store.graph.mentioned_in([key]).get(key, []) if key > 0 else []
        return tuple(self._store.graph.entity(each) for each in ids[:NAMED_MAX])

    def _citing(self, memory: Memory, named: tuple[Entity, ...]) -> tuple[Fact, ...]:
        # A fact that cites a memory is about somebody it names.
        found = {
            fact.id: fact
            for entity in named
            for fact in self._store.graph.facts_of(entity.name, Direction.OUTGOING)
            if fact.source == memory.id
        }
        return tuple(found.values())[:CITING_MAX]

    def _successor(self, memory: Memory) -> Memory | None:
        if memory.superseded_by is None:
            return None
        try:
            return self._memories.get(memory.superseded_by)
        except NotFound:
            return None
