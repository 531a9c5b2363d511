"""Backlogs: rows whose texts have no vectors yet, and the way to store the vectors once made."""

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
        """Store vectors; rows that no longer exist are skipped."""
        ...


class ChunkBacklog:
    """Chunks of code that have no vector yet."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def pending(self, limit: int) -> list[tuple[int, str]]:
        """Rows, each with the text of its chunk that gets embedded."""
        return [(key, text_to_embed(chunk)) for key, chunk in self._store.code_search.pending(limit)]

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Store the vectors of chunks."""
        self._store.code_search.put(vectors)
