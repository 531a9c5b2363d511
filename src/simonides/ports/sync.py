"""The port for replicas: what a palace notes of each record to be merged with other palaces."""

from collections.abc import Sequence
from typing import Protocol

from simonides.frozen import frozen


@frozen
class SyncRecord:
    """What is noted of one record."""

    kind: str
    id: str
    """Its id in every palace."""
    local: str
    """Its id in this palace; empty while it is not there."""
    versions: str
    """Its versions, as the engine packs them."""
    changes: tuple[tuple[str, int], ...] = ()
    """The changes that these versions are, each an origin and a number; not read back."""
    is_alive: bool = True
    """Whether it should be in the palace."""
    is_owed: bool = False
    """Whether the palace differs from what the versions show, because something else stands in the way."""
    rivals: int = 0
    """How many values lost against others without their writers knowing of each other."""


class SyncStore(Protocol):
    """The notes of one palace about its replicas; empty until its first sync."""

    def state(self) -> str | None:
        """The engine's own note about origin and reach; None before the first sync."""
        ...

    def set_state(self, text: str) -> None:
        """Replace that note."""
        ...

    def of(self, kind: str, ids: Sequence[str]) -> list[SyncRecord]:
        """What is noted of these records, by id; unknown ones are left out."""
        ...

    def at(self, kind: str, locals_: Sequence[str]) -> list[SyncRecord]:
        """What is noted of the records that have these ids in this palace, by id."""
        ...

    def page(self, kind: str, after: str, limit: int) -> list[SyncRecord]:
        """The records of a kind after an id, by id."""
        ...

    def put(self, records: Sequence[SyncRecord]) -> None:
        """Note records, replacing what was noted of them."""
        ...

    def after(self, origin: str, number: int, limit: int) -> list[tuple[int, str, str]]:
        """The numbers of an origin's changes after one of them, in order, each with the kind and id of its record."""
        ...

    def count_after(self, origin: str, number: int) -> int:
        """How many changes of an origin are noted after one of them."""
        ...

    def disputed(self, limit: int) -> list[SyncRecord]:
        """The records with rivals, by kind and id."""
        ...

    def owed(self, limit: int) -> list[SyncRecord]:
        """The records that the palace does not show yet as it should, by kind and id."""
        ...
