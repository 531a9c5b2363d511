"""Short names of the memories of a palace, given out and read back."""

from simonides.domain.errors import NotFound
from simonides.domain.ids import handle_of, read_handle
from simonides.domain.memory import Memory
from simonides.engine.filing.faces import Faces
from simonides.ports.stores import Store


class Handles:
    """The handles of one palace's memories."""

    def __init__(self, store: Store) -> None:
        self._faces = Faces(store)

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
        return self._meant(name) or self._faces.get(name.strip())

    def id_meant(self, name: str) -> str:
        """The id of the memory with that handle; any other name is an id already, of a memory that is there or not."""
        found = self._meant(name)
        return found.id if found else name.strip()

    def _meant(self, name: str) -> Memory | None:
        handle = read_handle(name.strip())
        found = self._faces.at([handle.row]).get(handle.row) if handle else None
        return found if handle and found and handle_of(handle.row, found.id) == handle else None
