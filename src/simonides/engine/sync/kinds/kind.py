"""What every kind of record promises to sync."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from simonides.domain.past.receipts import TokenReceipt
from simonides.frozen import frozen

Fields = Mapping[str, object]


@frozen
class Found:
    """A record as it stands in the palace."""

    id: str
    """Its id in every palace, if this is the first that is heard of it."""
    fields: Fields
    receipt: TokenReceipt | None = None
    """Through whom it arrived, if they could not vouch for it."""


@frozen
class Arriving:
    """A record as it shall stand in the palace."""

    id: str
    local: str
    """Its id in this palace; empty when it is not there."""
    fields: Fields
    receipt: TokenReceipt | None = None
    """Through whom it arrives, if they cannot vouch for it."""


@dataclass(slots=True)
class Written:
    """What became of arrivals: the local id of each by its id, and the fields of records that had to give way to them."""

    local: dict[str, str] = field(default_factory=dict)
    """Empty for one that cannot stand beside another."""
    displaced: dict[str, Fields] = field(default_factory=dict)


class SyncKind(Protocol):
    """One kind of record."""

    @property
    def name(self) -> str:
        """Its name in lines, and in the change log where that tells of it."""
        ...

    @property
    def is_logged(self) -> bool:
        """Whether the change log tells of it; else all of them are looked at."""
        ...

    @property
    def quiet(self) -> frozenset[str]:
        """Fields about which replicas may differ without anybody having to decide."""
        ...

    @property
    def own(self) -> frozenset[str]:
        """Fields that each palace has its own values of; they travel, but a difference is no change."""
        ...

    def present(self, locals_: Sequence[str]) -> dict[str, Found]:
        """The records with these ids in this palace; those that are not there are left out."""
        ...

    def every(self) -> Iterator[dict[str, Found]]:
        """All records, in blocks, by their ids in this palace."""
        ...

    def write(self, arrivals: Sequence[Arriving]) -> Written:
        """Put records into the palace, new or changed. Raises Invalid for one that no palace may hold."""
        ...

    def remove(self, locals_: Sequence[str]) -> set[str]:
        """Take records out of the palace; returns those that are gone, without those that others still need."""
        ...
