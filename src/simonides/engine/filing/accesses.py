"""Access notes: recalls are counted in memory first and stored with the next write, so that reading never waits for the disk."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from simonides.domain.errors import NotFound, SimonidesError
from simonides.ports.stores import Store

KEPT_MAX = 256
"""How many notes may wait in memory. A crash loses at most these and nothing else."""


PassOn = Callable[[str, Sequence[str], datetime], None]
"""Told of a recall: the palace, the memories and the moment."""


class AccessNotes:
    """The recalls of one palace that are not stored yet. Safe to use from any thread.

    `pass_on` is told of them instead, with the palace's name, where the store itself is not written to.
    """

    def __init__(self, store: Store, pass_on: PassOn | None = None) -> None:
        self._store = store
        self._pass_on = pass_on
        self._lock = threading.Lock()
        self._waiting: list[tuple[tuple[str, ...], datetime]] = []

    def note(self, memory_ids: Sequence[str], moment: datetime) -> None:
        """Note that these memories were recalled; stored with the next write, on closing, or when too many notes wait."""
        if self._pass_on is not None:
            self._pass_on(self._store.info.name, memory_ids, moment)
            return
        with self._lock:
            self._waiting.append((tuple(memory_ids), moment))
            is_full = sum(len(ids) for ids, _ in self._waiting) > KEPT_MAX
        if is_full:
            self.write_down_if_possible()

    def write_down(self) -> None:
        """Store the notes, within the caller's transaction if there is one."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        keys = self._keys({memory_id for ids, _ in waiting for memory_id in ids})
        with self._store.writing():
            for ids, moment in waiting:
                self._store.memories.touch([keys[memory_id] for memory_id in ids if memory_id in keys], moment)

    def write_down_if_possible(self) -> None:
        """Store the notes; if the store refuses them they are lost, since a question must not fail because of them."""
        with suppress(SimonidesError):
            self.write_down()

    def _keys(self, memory_ids: set[str]) -> dict[str, int]:
        keys = {}
        for memory_id in memory_ids:
            # The memory may have been deleted since.
            with suppress(NotFound):
                keys[memory_id] = self._store.memories.key_of(memory_id)
        return keys
