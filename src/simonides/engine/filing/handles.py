"""Short names of the memories of a palace, given out and read back."""

from simonides.domain.errors import NotFound
from simonides.domain.ids import handle_of
from simonides.domain.memory import Memory
from simonides.engine.filing.faces import Faces
from simonides.ports.stores import Store

FORGOTTEN_MAX = 1_000
"""How many forgotten memories are known by their handles."""


class Handles:
    """The handles of one palace's memories."""

    def __init__(self, store: Store) -> None:
        self._faces = Faces(store)
        self._forgotten: dict[str, str] = {}

    def of(self, memory: Memory) -> str:
        """The handle of a memory; its id when it was deleted meanwhile."""
        return self.of_id(memory.id)

    def of_id(self, memory_id: str) -> str:
        """The handle of the memory with that id; the id itself when there is none."""
        try:
            return str(handle_of(self._faces.key_of(memory_id), memory_id))
        except NotFound:
            return memory_id

    def find(self, name: str) -> Memory:
        """The memory with that handle or id, ended or not. Raises NotFound."""
        return self._faces.with_handle(name) or self._faces.get(name.strip())

    def id_meant(self, name: str) -> str:
        """The id of the memory with that handle, also of one forgotten here; any other name is an id already."""
        name = name.strip()
        found = self._faces.with_handle(name)
        return found.id if found else self._forgotten.get(name, name)

    def id_forgotten(self, name: str) -> str | None:
        """The id of the memory that was forgotten here under that handle, back under another or not; None for other names."""
        name = name.strip()
        return None if self._faces.with_handle(name) else self._forgotten.get(name)

    def keep_forgotten(self, memory: Memory) -> None:
        """Know a memory by its handle still when it is forgotten: whoever takes that back names it so."""
        self._forgotten[self.of(memory)] = memory.id
        while len(self._forgotten) > FORGOTTEN_MAX:
            del self._forgotten[next(iter(self._forgotten))]
