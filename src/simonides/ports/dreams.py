"""What does dreaming need of a store? What is to be looked at, the closets, and a place to note what came of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from simonides.domain.dreams import Dream, DreamTotals


@dataclass(frozen=True, slots=True)
class Due:
    """A memory that was filed, reworded, moved, brought back or embedded since a dream last looked at it."""

    mark: int
    """Names this change; a later change of the same memory has a higher one."""
    key: int


@dataclass(frozen=True, slots=True)
class Standing:
    """What decides how much a memory matters by now."""

    key: int
    importance: float
    created_at: datetime
    accesses: int


class ClosetStore(Protocol):
    """Which memories lie under which keyword: a signal for ranking, never a gate."""

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        """How many memories hold each of the words, ended ones included; those that nobody holds may be missing.

        The numbers of common words may lag behind a little.
        """
        ...

    def put(self, keywords: Mapping[int, Sequence[str]]) -> None:
        """Lay memories into closets, in place of those they lay in before; rows that are gone are passed over."""
        ...

    def of(self, keys: Sequence[int]) -> dict[int, list[str]]:
        """For each of the memories that lies in any closet, its keywords in order."""
        ...

    def holding(self, keywords: Sequence[str], memory_ids: Sequence[str]) -> dict[str, int]:
        """For each of the memories that lies under any of the keywords, under how many of them."""
        ...


class DreamStore(Protocol):
    """What is left to look at, and what dreams came to."""

    def due(self, limit: int) -> list[Due]:
        """Current memories that no dream has looked at since they changed, the longest waiting first."""
        ...

    def remaining(self) -> int:
        """How many there are of them."""
        ...

    def settle(self, marks: Sequence[int]) -> None:
        """Say that these changes have been looked at; a memory that changed again meanwhile is still due."""
        ...

    def standing(self, after: int, limit: int) -> list[Standing]:
        """What decides how much each current memory matters, by row, from behind a row on; reads no texts."""
        ...

    def note(self, dream: Dream) -> Dream:
        """Keep what a cycle came to, add it to the totals and tell the change log (kind `dream`, the number as id).

        Returns it with its number. Only the last hundred are kept.
        """
        ...

    def restore(self, last: Dream, totals: DreamTotals) -> None:
        """Take over what was dreamt elsewhere, in a palace that has never dreamt; `last` is in the totals."""
        ...

    def last(self) -> Dream | None:
        """The last cycle; None before the first."""
        ...

    def totals(self) -> DreamTotals:
        """What all cycles came to."""
        ...
