"""Memories between replicas: every field but how often each palace recalled them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simonides.domain.memory import Memory
from simonides.domain.past.provenance import in_order
from simonides.domain.past.receipts import RECEIVED, TokenReceipt, claimed, is_above, receipt_of, received
from simonides.domain.records.plain import plain
from simonides.domain.records.tables import MEMORY
from simonides.domain.sync.fields import flat, whole
from simonides.engine.exchange.fields import Fields as LineFields
from simonides.engine.exchange.lines import read_memory
from simonides.engine.sync.equipment import SyncEquipment
from simonides.engine.sync.kinds.kind import Arriving, Found, Written

BLOCK = 500
_fields = plain(*MEMORY.lined("id", "accesses", "accessed_at"))


class MemoryRecords:
    """The memories of one palace."""

    name = "memory"
    is_logged = True
    # Since when the words hold goes with the words, of which one set stands.
    quiet = frozenset({"created_at", "valid_from"})
    own = frozenset[str]()

    def __init__(self, equipment: SyncEquipment) -> None:
        self._equipment = equipment
        self._store = equipment.store

    def present(self, locals_: Sequence[str]) -> dict[str, Found]:
        """The memories with these ids."""
        return {memory.id: _found(memory) for memory in self._store.memories.find(list(locals_))}

    def every(self) -> Iterator[dict[str, Found]]:
        """All memories, ended ones included."""
        last = 0
        while rows := self._store.memories.after(last, BLOCK):
            yield {memory.id: _found(memory) for memory in rows.values()}
            last = max(rows)

    def write(self, arrivals: Sequence[Arriving]) -> Written:
        """File new memories word for word, and change those that are there; a reworded one is embedded anew later."""
        known = {memory.id: memory for memory in self._store.memories.find([arrival.id for arrival in arrivals])}
        memories = [_trusted(self._read(arrival), arrival.receipt, known.get(arrival.id)) for arrival in arrivals]
        filed = self._equipment.intake.add([memory for memory in memories if memory.id not in known], "sync")
        named = set(filed.named)
        for memory in memories:
            if memory.id in known:
                named |= self._change(known[memory.id], memory)
        self._equipment.note_named(named)
        return Written({memory.id: memory.id for memory in memories})

    def remove(self, locals_: Sequence[str]) -> set[str]:
        """Delete memories."""
        named = self._equipment.whereabouts.named_in(locals_)
        for memory_id in locals_:
            self._store.memories.delete(memory_id)
        self._equipment.whereabouts.follow(named)
        return set(locals_)

    def _read(self, arrival: Arriving) -> Memory:
        line = {**whole(arrival.fields), "id": arrival.id}
        memory = read_memory(LineFields(line), self._equipment.mint, self._equipment.clock())
        return replace(memory, metadata=in_order({key: each for key, each in memory.metadata.items() if key != RECEIVED}))

    def _change(self, before: Memory, memory: Memory) -> set[str]:
        named = self._equipment.whereabouts.named_in([memory.id])
        self._store.memories.replace(replace(memory, accesses=before.accesses, accessed_at=before.accessed_at))
        if before.content != memory.content:
            key = self._store.memories.key_of(memory.id)
            named.update(self._equipment.linking.link_memory(key, memory.content))
        return named


def _found(memory: Memory) -> Found:
    # A receipt says how this palace came to a memory; it goes on beside the fields, so that it is nobody's change.
    told = replace(memory, metadata=claimed(memory.metadata)) if RECEIVED in memory.metadata else memory
    return Found(memory.id, flat(_fields(told)), receipt_of(memory.metadata))


def _trusted(memory: Memory, receipt: TokenReceipt | None, before: Memory | None) -> Memory:
    """A memory as far as whoever brings it can vouch for it, and whoever brought it before."""
    if before is None:
        return received(memory, receipt) if receipt else memory
    if kept := receipt_of(before.metadata):
        return received(memory, receipt or kept)
    is_theirs = memory.content != before.content or is_above(memory.provenance.trust, before.provenance.trust)
    return received(memory, receipt) if receipt and is_theirs else memory
