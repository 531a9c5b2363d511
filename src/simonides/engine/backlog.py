"""What waits for vectors? Anything that can name its texts and take what was made of them."""

from typing import TYPE_CHECKING, Protocol

from simonides.domain.code import text_to_embed
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simonides.ports.embedder import Vectors


class Backlog(Protocol):
    """Texts without vectors."""

    def pending(self, limit: int) -> list[tuple[int, str]]:
        """Rows and texts that have no vector yet, oldest first."""
        ...

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep vectors; rows that are gone are passed over."""
        ...


class ChunkBacklog:
    """Chunks of code that have no vector yet."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def pending(self, limit: int) -> list[tuple[int, str]]:
        """Rows and what is embedded of their chunks."""
        return [(key, text_to_embed(chunk)) for key, chunk in self._store.code_search.pending(limit)]

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep the vectors of chunks."""
        self._store.code_search.put(vectors)
