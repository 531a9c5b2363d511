"""Background dreaming: one thread for all palaces of this process, active only while a palace is idle."""

import threading
import time
from collections.abc import Callable, Hashable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta

from simonides.domain.dreams import DreamReport
from simonides.domain.errors import NoPalace, StoreFailure
from simonides.engine.opening import furnish
from simonides.engine.palace import Equipment, Palace
from simonides.engine.upkeep.dreaming import BUDGET_S, Dreaming, Pace, Stopwatch
from simonides.engine.upkeep.merging import DREAMING
from simonides.frozen import frozen
from simonides.ports.stores import Shelf

GRACE_S = 2.0
"""How long stopping waits for a running dream."""

_DAY_S = 86_400.0
_BACKGROUND = frozenset({DREAMING, "embedder"})
"""The actors under which background work writes: such writes are no sign that the palace is in use."""


PAUSE_S = 15.0


@frozen
class Rhythm:
    """When to dream, and for how long."""

    idle_s: float = 300.0
    """How long a palace must have been idle, without calls or writes."""
    pause_s: float = PAUSE_S
    """How long to wait between two rounds over all palaces."""
    budget_s: float = BUDGET_S
    stopwatch: Stopwatch = time.monotonic


@dataclass(slots=True)
class _Watched:
    palace: Palace
    called_at: float
    is_left: bool = False
    dreamless: Hashable | None = None
    """How it was written when there was nothing to dream of; None where that is not known."""
    looked_at: float = 0.0
    asleep: threading.Lock = field(default_factory=threading.Lock)
    """Held while a dream of this palace runs."""


class Dreamer:
    """Runs dreams for open palaces, and once a day for each unopened one: one at a time, opened for it and closed again."""

    def __init__(self, shelf: Shelf, equipment: Equipment, rhythm: Rhythm) -> None:
        self._shelf = shelf
        self._equipment = equipment
        self._rhythm = rhythm
        self._watched: dict[str, _Watched] = {}
        self._visited: dict[str, float] = {}
        self._called_at = rhythm.stopwatch()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread; does nothing when it is already running."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="dreamer", daemon=True)
            self._thread.start()

    def count_as_idle(self) -> None:
        """Take every palace for idle from now on, until the next call: nobody has called since the process began."""
        self._called_at = float("-inf")
        for watched in self._watched.values():
            watched.called_at = self._called_at

    def call_off(self) -> None:
        """End every dream after its current step, and start no more."""
        self._stop.set()

    def stop(self) -> None:
        """Stop the thread; waits for the current step, but not for long."""
        self.call_off()
        if self._thread:
            self._thread.join(GRACE_S)

    @property
    def is_called_off(self) -> bool:
        """Whether dreaming was called off."""
        return self._stop.is_set()

    def watch(self, name: str, palace: Palace) -> None:
        """Start looking after a palace."""
        self._watched[name] = _Watched(palace, self._rhythm.stopwatch())

    def leave(self, name: str) -> None:
        """Stop looking after a palace; a running dream of it ends after its current step."""
        if watched := self._watched.pop(name, None):
            watched.is_left = True
            if watched.asleep.acquire(timeout=GRACE_S):
                watched.asleep.release()

    def note_call(self, name: str) -> None:
        """Note that a palace is in use: a running dream of it ends after its current step."""
        self._called_at = self._rhythm.stopwatch()
        if watched := self._watched.get(name):
            watched.called_at = self._called_at

    def look_around(self) -> list[DreamReport]:
        """Run a dream for every open palace that is idle, and if all are idle, for one unopened palace."""
        reports = [self._look_at(name, watched) for name, watched in list(self._watched.items())]
        reports.append(self._visit_one())
        return [report for report in reports if report is not None]

    def _run(self) -> None:
        while not self._stop.wait(self._rhythm.pause_s):
            self.look_around()

    def _look_at(self, name: str, watched: _Watched) -> DreamReport | None:
        if self._since(watched.called_at) < self._rhythm.idle_s:
            return None
        began = self._rhythm.stopwatch()
        try:
            with watched.asleep:
                if self._is_dreamless(watched):
                    return None
                return self._dream(watched.palace, lambda: watched.is_left or watched.called_at > began)
        except StoreFailure:
            # The palace was closed or deleted, or its disk is full: dreams of the others must go on.
            self._watched.pop(name, None)
            return None

    def _is_dreamless(self, watched: _Watched) -> bool:
        """Whether there was nothing to dream of, and nobody has written since: to ask once more would wake it from its rest."""
        mark = watched.palace.write_mark()
        if mark is None:
            return False
        if mark != watched.dreamless or self._since(watched.looked_at) >= _DAY_S:
            if Dreaming(watched.palace, self._equipment).is_due():
                return False
            watched.dreamless, watched.looked_at = mark, self._rhythm.stopwatch()
        return True

    def _visit_one(self) -> DreamReport | None:
        name = self._next_visit() if self._since(self._called_at) >= self._rhythm.idle_s else None
        if name is None or self._stop.is_set():
            return None
        began = self._visited[name] = self._rhythm.stopwatch()
        try:
            with closing(furnish(self._shelf.open(name), self._equipment)) as palace:
                return self._dream(palace, lambda: self._called_at > began)
        except (NoPalace, StoreFailure):
            # The palace was deleted meanwhile or cannot be used: opening it reports that.
            return None

    def _next_visit(self) -> str | None:
        waiting = [
            name
            for name in self._shelf.names()
            if name not in self._watched and (name not in self._visited or self._since(self._visited[name]) >= _DAY_S)
        ]
        return min(waiting, key=lambda name: (self._visited.get(name, float("-inf")), name), default=None)

    def _dream(self, palace: Palace, is_disturbed: Callable[[], bool]) -> DreamReport | None:
        dreaming = Dreaming(palace, self._equipment)
        if is_disturbed() or not self._is_quiet(palace) or not dreaming.is_due():
            return None
        pace = Pace(self._rhythm.budget_s, self._rhythm.stopwatch, lambda: self._stop.is_set() or is_disturbed())
        return dreaming.dream(pace)

    def _is_quiet(self, palace: Palace) -> bool:
        """Whether no process has written for a while; writes by dreams and embedders do not count."""
        changes = palace.store.changes
        last = changes.since(changes.latest() - 1, limit=1)
        if not last or last[0].actor in _BACKGROUND:
            return True
        return self._equipment.clock() - last[0].at >= timedelta(seconds=self._rhythm.idle_s)

    def _since(self, moment: float) -> float:
        return self._rhythm.stopwatch() - moment
