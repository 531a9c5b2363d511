"""Facts between replicas, by id; of two that say the same now, the older one stands and the other waits behind it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from simonides.domain.errors import Conflict, NotFound
from simonides.domain.graph import Fact
from simonides.domain.ids import MENTION
from simonides.domain.records.plain import plain
from simonides.domain.records.tables import FACT
from simonides.domain.sync.fields import flat, whole
from simonides.domain.validation import fold_name
from simonides.engine.exchange.fields import Fields as LineFields
from simonides.engine.exchange.lines import read_fact
from simonides.engine.sync.equipment import SyncEquipment
from simonides.engine.sync.kinds.kind import Arriving, Found, Written

BLOCK = 500
_fields = plain(*FACT.lined("id"))


class FactRecords:
    """The facts of one palace, without those that every palace works out from its texts."""

    name = "fact"
    is_logged = True
    quiet = frozenset({"created_at", "subject", "object"})
    own = frozenset[str]()

    def __init__(self, equipment: SyncEquipment) -> None:
        self._equipment = equipment
        self._store = equipment.store

    def present(self, locals_: Sequence[str]) -> dict[str, Found]:
        """The facts with these ids."""
        found = {}
        for fact_id in locals_:
            if not fact_id.startswith(MENTION):
                with suppress(NotFound):
                    found[fact_id] = _found(self._store.graph.fact(fact_id))
        return found

    def every(self) -> Iterator[dict[str, Found]]:
        """All facts, ended ones included."""
        last = 0
        while rows := self._store.graph.facts_after(last, BLOCK):
            yield {fact.id: _found(fact) for fact in rows.values() if not fact.id.startswith(MENTION)}
            last = max(rows)

    def write(self, arrivals: Sequence[Arriving]) -> Written:
        """Add facts, or put them in place of what they were; entities that are missing are made."""
        written = Written()
        for arrival in arrivals:
            self._write(arrival, written)
        return written

    def remove(self, locals_: Sequence[str]) -> set[str]:
        """Delete facts."""
        for fact_id in locals_:
            self._store.graph.delete_fact(fact_id)
        return set(locals_)

    def _write(self, arrival: Arriving, written: Written) -> None:
        graph = self._store.graph
        line = {**whole(arrival.fields), "id": arrival.id}
        fact = read_fact(LineFields(line), self._equipment.mint, self._equipment.clock())
        for name in (fact.subject, fact.object):
            self._equipment.entities.named(name)
        if not self._is_ended(fact):
            graph.delete_fact(fact.id)
            twin = self._twin(fact)
            if twin is not None and _age(twin) < _age(fact):
                written.local[fact.id] = ""
                return
            if twin is not None:
                written.displaced[twin.id] = _found(twin).fields
                written.local.pop(twin.id, None)
                graph.delete_fact(twin.id)
            with suppress(Conflict):
                graph.add_fact(fact)
        written.local[fact.id] = fact.id

    def _twin(self, fact: Fact) -> Fact | None:
        """The fact that says the same now."""
        if not fact.is_open:
            return None
        return next(iter(self._store.graph.open(fact.subject, fact.predicate, fact.object)), None)

    def _is_ended(self, fact: Fact) -> bool:
        """Whether ending the fact that is there was all there was to do."""
        found = self.present([fact.id]).get(fact.id)
        if found is None or fact.valid_to is None or "valid_to" in found.fields:
            return False
        if {**found.fields, "valid_to": None} != {**_found(fact).fields, "valid_to": None}:
            return False
        self._store.graph.end_facts([fact.id], fact.valid_to)
        return True


def _found(fact: Fact) -> Found:
    fields = flat(_fields(fact))
    # Names are spelt as the entities are; a new spelling changes no fact.
    return Found(fact.id, {**fields, "subject": fold_name(fact.subject), "object": fold_name(fact.object)})


def _age(fact: Fact) -> tuple[float, str]:
    return fact.created_at.timestamp(), fact.id
