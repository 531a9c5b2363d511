"""Who dreams, and when? One thread for every palace of this process, only while nobody needs the palace."""

import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta

from simonides.domain.dreams import DreamReport
from simonides.domain.errors import NoPalace, StoreFailure
from simonides.engine.dreaming import BUDGET_S, Dreaming, Pace, Stopwatch
from simonides.engine.merging import DREAMING
from simonides.engine.palace import Means, Palace, furnish
from simonides.ports.stores import Shelf

GRACE_S = 2.0
"""How long whoever ends waits for a dream under way."""

VISITS_MAX = 5
"""How many palaces that nobody has opened are looked at in a day, one at a time, each closed again."""

_DAY_S = 86_400.0
_BACKGROUND = frozenset({DREAMING, "embedder"})
"""In whose names background work writes: it is no sign that anybody needs the palace."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """When to dream, and for how long."""

    idle_s: float = 300.0
    """How long nobody may have called or written."""
    pause_s: float = 15.0
    """How long to wait between two looks at everything."""
    budget_s: float = BUDGET_S
    stopwatch: Stopwatch = time.monotonic


@dataclass(slots=True)
class _Watched:
    palace: Palace
    called_at: float
    is_left: bool = False
    asleep: threading.Lock = field(default_factory=threading.Lock)
    """Held while it is dreamt of."""


class Dreamer:
    """Looks after open palaces, and now and then after one that nobody has opened."""

    def __init__(self, shelf: Shelf, means: Means, rhythm: Rhythm) -> None:
        self._shelf = shelf
        self._means = means
        self._rhythm = rhythm
        self._watched: dict[str, _Watched] = {}
        self._visited: dict[str, float] = {}
        self._called_at = rhythm.stopwatch()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin; does nothing when begun."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="dreamer", daemon=True)
            self._thread.start()

    def call_off(self) -> None:
        """Have every dream end after the step it is at, and begin no other."""
        self._stop.set()

    def stop(self) -> None:
        """End; waits for the step under way, but not for long."""
        self.call_off()
        if self._thread:
            self._thread.join(GRACE_S)

    @property
    def is_called_off(self) -> bool:
        """Whether the end has come."""
        return self._stop.is_set()

    def watch(self, name: str, palace: Palace) -> None:
        """Look after a palace."""
        self._watched[name] = _Watched(palace, self._rhythm.stopwatch())

    def leave(self, name: str) -> None:
        """Look after a palace no longer; a dream of it ends after the step it is at."""
        if watched := self._watched.pop(name, None):
            watched.is_left = True
            if watched.asleep.acquire(timeout=GRACE_S):
                watched.asleep.release()

    def note_call(self, name: str) -> None:
        """Somebody needs a palace: a dream of it ends after the step it is at."""
        self._called_at = self._rhythm.stopwatch()
        if watched := self._watched.get(name):
            watched.called_at = self._called_at

    def look_around(self) -> list[DreamReport]:
        """Dream of every open palace that is idle, and if all are, of one that nobody has opened."""
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
                return self._dream(watched.palace, lambda: watched.is_left or watched.called_at > began)
        except StoreFailure:
            # It was closed or deleted, or its disk is full: that must not end the dreams of the others.
            self._watched.pop(name, None)
            return None

    def _visit_one(self) -> DreamReport | None:
        name = self._next_visit() if self._since(self._called_at) >= self._rhythm.idle_s else None
        if name is None or self._stop.is_set():
            return None
        began = self._visited[name] = self._rhythm.stopwatch()
        try:
            with closing(furnish(self._shelf.open(name), self._means)) as palace:
                return self._dream(palace, lambda: self._called_at > began)
        except (NoPalace, StoreFailure):
            # Deleted meanwhile, or one that cannot be used: whoever opens it will be told.
            return None

    def _next_visit(self) -> str | None:
        if sum(self._since(visited) < _DAY_S for visited in self._visited.values()) >= VISITS_MAX:
            return None
        waiting = [
            name
            for name in self._shelf.names()
            if name not in self._watched and (name not in self._visited or self._since(self._visited[name]) >= _DAY_S)
        ]
        return min(waiting, key=lambda name: (self._visited.get(name, float("-inf")), name), default=None)

    def _dream(self, palace: Palace, is_disturbed: Callable[[], bool]) -> DreamReport | None:
        dreaming = Dreaming(palace, self._means)
        if is_disturbed() or not self._is_quiet(palace) or not dreaming.is_due():
            return None
        pace = Pace(self._rhythm.budget_s, self._rhythm.stopwatch, lambda: self._stop.is_set() or is_disturbed())
        return dreaming.dream(pace)

    def _is_quiet(self, palace: Palace) -> bool:
        """Whether no process has written for a while; what dreams and embedders write does not count."""
        changes = palace.store.changes
        last = changes.since(changes.latest() - 1, limit=1)
        if not last or last[0].actor in _BACKGROUND:
            return True
        return self._means.clock() - last[0].at >= timedelta(seconds=self._rhythm.idle_s)

    def _since(self, moment: float) -> float:
        return self._rhythm.stopwatch() - moment
