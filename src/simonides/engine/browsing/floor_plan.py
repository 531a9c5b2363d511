"""The floor plan of a palace: every memory as a dot without its text, and the way back from dots to memories."""

from collections.abc import Sequence

from simonides.domain.memory import EVERYTHING, Memory, MemoryDot, Scope
from simonides.engine.filing.faces import Faces
from simonides.ports.stores import Store


class FloorPlan:
    """The dots of one palace. A dot is known by the number of its row, which lasts as long as its memory."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def dots(self, after: int, limit: int, scope: Scope = EVERYTHING) -> list[MemoryDot]:
        """The dots after a number, by number; observations of entities have none."""
        return self._store.memories.dots(after, limit, scope)

    def memories(self, numbers: Sequence[int]) -> dict[int, Memory]:
        """The memories behind some dots; those that are gone are left out."""
        return self._store.memories.at([number for number in numbers if number > 0])

    def number_of(self, memory: Memory) -> int:
        """The number of a memory that exists."""
        return Faces(self._store).key_of(memory.id)
