"""Which memories were of use? Recalls are noted in memory first: reading must not wait for the disk."""

import threading
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from simonides.domain.errors import NotFound, SimonidesError
from simonides.ports.stores import Store

KEPT_MAX = 256
"""How many notes may wait; a crash loses at most these, and nothing but these."""


class AccessNotes:
    """The recalls of one palace that its store has not heard of yet; any thread may note and write down."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._waiting: list[tuple[tuple[str, ...], datetime]] = []

    def note(self, memory_ids: Sequence[str], moment: datetime) -> None:
        """Remember that these memories were recalled; written down with the next write, at the end, or when too many wait."""
        with self._lock:
            self._waiting.append((tuple(memory_ids), moment))
            is_full = sum(len(ids) for ids, _ in self._waiting) > KEPT_MAX
        if is_full:
            self.write_down_if_possible()

    def write_down(self) -> None:
        """Tell the store, in the transaction that the caller is in, if any."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        keys = self._keys({memory_id for ids, _ in waiting for memory_id in ids})
        with self._store.writing():
            for ids, moment in waiting:
                self._store.memories.touch([keys[memory_id] for memory_id in ids if memory_id in keys], moment)

    def write_down_if_possible(self) -> None:
        """Tell the store; notes that it cannot take are lost, since no question may fail for them."""
        with suppress(SimonidesError):
            self.write_down()

    def _keys(self, memory_ids: set[str]) -> dict[str, int]:
        keys = {}
        for memory_id in memory_ids:
            # It may have been forgotten since.
            with suppress(NotFound):
                keys[memory_id] = self._store.memories.key_of(memory_id)
        return keys
