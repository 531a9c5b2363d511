"""The port for supersessions: pairs of an older statement and the newer one that takes its place."""

from collections.abc import Sequence
from typing import Protocol

from simonides.domain.past.supersession import Cause, PairKind, PairState, Supersession
from simonides.frozen import frozen


@frozen
class PairFilter:
    """Which pairs; None leaves a field open, and no states mean all of them.

    With `is_timely` proposals are left out of which either memory has ended or either entity is gone. A pair is in the wings of
    its memories; an observation stands in the wing of entities, and facts and entities stand in none.
    """

    states: tuple[PairState, ...] = ()
    cause: Cause | None = None
    kind: PairKind | None = None
    wing: str | None = None
    is_timely: bool = False


ALL_PAIRS = PairFilter()


class SupersessionStore(Protocol):
    """The pairs of a palace. Pairs of a memory go with it when it is deleted; those of facts stay."""

    def add(self, pair: Supersession) -> int:
        """Record a pair; returns its number. Raises Conflict when these two are a pair already, whatever its state."""
        ...

    def get(self, pair_id: str) -> Supersession:
        """The pair with that id. Raises NotFound."""
        ...

    def at(self, key: int) -> Supersession:
        """The pair with that number. Raises NotFound."""
        ...

    def replace(self, pair: Supersession) -> None:
        """Replace the pair with the same id; it keeps its number. Raises NotFound."""
        ...

    def delete(self, pair_id: str) -> bool:
        """Remove a pair; False when there was none."""
        ...

    def touching(self, kind: PairKind, ids: Sequence[str], limit: int = 1000) -> list[Supersession]:
        """The pairs in which one of these is the older or the newer, in the order of recording."""
        ...

    def page(self, wanted: PairFilter = ALL_PAIRS, limit: int = 50, offset: int = 0) -> list[Supersession]:
        """A page of pairs, the latest first."""
        ...

    def count(self, wanted: PairFilter = ALL_PAIRS) -> int:
        """How many pairs there are."""
        ...

    def after(self, key: int, limit: int) -> list[Supersession]:
        """The pairs after a number, in the order of recording."""
        ...
