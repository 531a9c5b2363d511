"""The bin: deleted memories that can still be brought back, because the change log keeps what they were."""

from datetime import datetime

from simonides.domain.memory import Memory
from simonides.engine.past.acts import who_did
from simonides.frozen import frozen
from simonides.ports.stores import Store

BIN_MAX = 1_000
"""How many deletions are looked through."""


@frozen
class Binned:
    """A deleted memory: as it was, when it went, by whom, and by which change."""

    memory: Memory
    at: datetime
    who: str
    change: int


class Bin:
    """The bin of one palace."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def newest(self, limit: int = 50) -> list[Binned]:
        """What was deleted last, newest first, without what was brought back or filed again since."""
        found: dict[str, Binned] = {}
        for entry in self._store.changes.deleted(BIN_MAX):
            change, former = entry.change, entry.former
            if former is not None and isinstance(former.record, Memory):
                found.setdefault(change.id, Binned(former.record, change.at, who_did(change), change.act))
        there = {memory.id for memory in self._store.memories.find(list(found))}
        return [each for memory_id, each in found.items() if memory_id not in there][: max(limit, 0)]
