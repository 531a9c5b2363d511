"""The port for dreaming: the memories that are due, the closets, and the record of past cycles."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from simonides.domain.dreams import Dream, DreamTotals
from simonides.frozen import frozen


@frozen
class Due:
    """A memory that was filed, reworded, moved, brought back or embedded since a dream last looked at it."""

    mark: int
    """Identifies this change; a later change of the same memory has a higher mark."""
    key: int


@frozen
class DreamStanding:
    """The facts that decide a memory's effective importance."""

    key: int
    importance: float
    created_at: datetime
    accesses: int


class ClosetStore(Protocol):
    """Which memories lie under which keyword: a signal for ranking, never a gate."""

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        """How many memories hold each of the words, including ended ones; words that none holds may be missing.

        The counts of common words may lag a little behind.
        """
        ...

    def put(self, keywords: Mapping[int, Sequence[str]]) -> None:
        """Put memories into closets, replacing their former ones; rows that are gone are ignored."""
        ...

    def of(self, keys: Sequence[int]) -> dict[int, list[str]]:
        """The keywords, in order, of each of the memories that lies in a closet."""
        ...

    def holding(self, keywords: Sequence[str], memory_ids: Sequence[str]) -> dict[str, int]:
        """For each of the memories under any of the keywords, the number of those keywords."""
        ...


class DreamStore(Protocol):
    """The memories still to look at, and the results of dreams."""

    def due(self, limit: int) -> list[Due]:
        """Current memories that no dream has looked at since they changed, the longest waiting first.

        Those that one call changed follow each other by row.
        """
        ...

    def remaining(self) -> int:
        """How many memories are due."""
        ...

    def settle(self, marks: Sequence[int]) -> None:
        """Mark these changes as looked at; a memory that has changed again since is still due."""
        ...

    def standing(self, after: int, limit: int) -> list[DreamStanding]:
        """The standing of current memories in the rows after `after`, in row order; reads no texts."""
        ...

    def note(self, dream: Dream) -> Dream:
        """Keep the result of a cycle, add it to the totals and log it as a change (kind `dream`, its number as id).

        Returns the result with its number. Only the last hundred are kept.
        """
        ...

    def restore(self, last: Dream, totals: DreamTotals) -> None:
        """Import the dreams of another palace into one that has never dreamt; the totals include `last`."""
        ...

    def last(self) -> Dream | None:
        """The last cycle; None before the first."""
        ...

    def newest(self, limit: int) -> list[Dream]:
        """The last cycles, the latest first."""
        ...

    def totals(self) -> DreamTotals:
        """The totals of all cycles."""
        ...
