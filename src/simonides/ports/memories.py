"""Storage of memories: the rows, their places and their counts."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from simonides.domain.memory import EVERYTHING, Facet, Memory, MemoryDot, Order, PlaceCount, Scope


class MemoryStore(Protocol):
    """Memories, places and their counters."""

    def add(self, memories: Sequence[Memory], embedded: Collection[str] = ()) -> list[int]:
        """File memories, updating text index, counters and log; returns their keys in order. Raises Conflict on a known id.

        The vectors of the `embedded` ids must follow in the same transaction, by way of `SearchIndex.add`.
        """
        ...

    def get(self, memory_id: str) -> Memory:
        """The memory with that id, ended or not. Raises NotFound."""
        ...

    def find(self, memory_ids: Sequence[str]) -> list[Memory]:
        """The memories with these ids that exist, in the order asked."""
        ...

    def at(self, keys: Sequence[int]) -> dict[int, Memory]:
        """The memories in those rows; rows that are gone are left out."""
        ...

    def after(self, key: int, limit: int) -> dict[int, Memory]:
        """The memories in the rows after that one, ended or not, in row order; for paging through the whole palace."""
        ...

    def key_of(self, memory_id: str) -> int:
        """The row of a memory. Raises NotFound."""
        ...

    def replace(self, memory: Memory) -> None:
        """Replace the memory with the same id by a new version. Raises NotFound.

        When the content changed, its vectors are dropped and it is pending again.
        """
        ...

    def delete(self, memory_id: str) -> bool:
        """Remove a memory, its vectors, words and mentions; False when there was none."""
        ...

    def same_text(self, content: str, scope: Scope = EVERYTHING) -> list[Memory]:
        """The memories with exactly this content, oldest first."""
        ...

    def page(self, scope: Scope = EVERYTHING, order: Order = Order.NEWEST, limit: int = 50, offset: int = 0) -> list[Memory]:
        """A page of memories."""
        ...

    def read_from(self, source: str) -> list[Memory]:
        """The memories that were read from a file, ended or not, by conversation, position and piece."""
        ...

    def count(self, scope: Scope = EVERYTHING) -> int:
        """How many there are; reads no rows when only the place is filtered."""
        ...

    def places(self) -> list[PlaceCount]:
        """Every place that holds a memory, sorted by place; never reads a memory."""
        ...

    def tally(self, facet: Facet, scope: Scope = EVERYTHING, limit: int = 50) -> list[tuple[str, int]]:
        """How many memories in scope have each value of a facet: most first, days and months latest first.

        Memories without a value are left out.
        """
        ...

    def dots(self, after: int, limit: int, scope: Scope = EVERYTHING) -> list[MemoryDot]:
        """The memories in scope in the rows after one, in row order, without their texts."""
        ...

    def touch(self, keys: Sequence[int], moment: datetime) -> None:
        """Note that these memories were recalled; not logged as a change."""
        ...
