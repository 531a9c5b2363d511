"""Pairs of which one statement takes the other's place, between replicas: known by the ids of both."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from simonides.domain.errors import Invalid, NotFound
from simonides.domain.past.supersession import CAUSES, KINDS, STATES, Supersession, pair_id
from simonides.domain.records.plain import plain
from simonides.domain.records.tables import SUPERSESSION
from simonides.domain.sync.fields import flat, whole
from simonides.engine.exchange.fields import Fields as LineFields
from simonides.engine.exchange.fields import expected
from simonides.engine.sync.equipment import SyncEquipment
from simonides.engine.sync.kinds.kind import Arriving, Found, Written

BLOCK = 500
_fields = plain(*SUPERSESSION.lined("id"))
_EXPECTED = expected(SUPERSESSION.lined())


class SupersessionRecords:
    """The pairs of one palace."""

    name = "supersession"
    is_logged = True
    quiet = frozenset({"created_at", "likeness", "said_by", "decided_at", "decided_by"})
    own = frozenset[str]()

    def __init__(self, equipment: SyncEquipment) -> None:
        self._pairs = equipment.store.supersessions

    def present(self, locals_: Sequence[str]) -> dict[str, Found]:
        """The pairs with these ids."""
        found = {}
        for each in locals_:
            with suppress(NotFound):
                found[each] = _found(self._pairs.get(each))
        return found

    def every(self) -> Iterator[dict[str, Found]]:
        """All pairs."""
        last = 0
        while pairs := self._pairs.after(last, BLOCK):
            yield {pair.id: _found(pair) for pair in pairs}
            last = pairs[-1].key

    def write(self, arrivals: Sequence[Arriving]) -> Written:
        """Add pairs, or change what was decided about them."""
        for arrival in arrivals:
            pair = _read(arrival)
            try:
                self._pairs.replace(pair)
            except NotFound:
                self._pairs.add(pair)
        return Written({arrival.id: arrival.id for arrival in arrivals})

    def remove(self, locals_: Sequence[str]) -> set[str]:
        """Delete pairs."""
        for each in locals_:
            self._pairs.delete(each)
        return set(locals_)


def _found(pair: Supersession) -> Found:
    return Found(pair.id, flat(_fields(pair)))


def _read(arrival: Arriving) -> Supersession:
    values = LineFields({**whole(arrival.fields), "id": arrival.id}).values(_EXPECTED)
    pair = SUPERSESSION.filled({"key": 0, **values})
    is_known = pair.kind in KINDS and pair.cause in CAUSES and pair.state in STATES
    if not is_known or pair.older == pair.newer or pair.id != pair_id(pair.older, pair.newer):
        raise Invalid("pair", f"'{pair.id[:60]}' is not a pair as simonides knows them; upgrade simonides")
    return pair
