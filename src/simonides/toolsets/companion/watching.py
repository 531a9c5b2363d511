"""Watching all palaces: one look serves all listeners, so that many cost as little as one."""

import threading
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime

from simonides.domain.errors import SimonidesError
from simonides.engine.engine import Engine
from simonides.engine.palace import Palace
from simonides.frozen import frozen
from simonides.toolsets.companion.event import LogLine
from simonides.toolsets.companion.site import Counts, Totals, add_up, count


@frozen
class Sight:
    """A palace as last seen: which one it is, how far its change log goes, and how much it holds."""

    palace: Palace | None
    """The palace itself; None when it could not be read just now."""
    created_at: datetime
    seq: int
    counts: Counts
    mark: Hashable | None = None
    """How the palace was written before it was read; None where only reading tells."""

    def is_unchanged(self) -> bool:
        """Whether nothing was written since; told without waking a palace that rests."""
        return self.palace is not None and self.mark is not None and self.palace.write_mark() == self.mark

    def lines(self, seq: int, limit: int) -> Sequence[LogLine]:
        """The lines of its change log after a number."""
        return self.palace.changes(seq, limit) if self.palace else []


@frozen
class View:
    """Every palace, as seen at one time."""

    palaces: Mapping[str, Sight] = field(default_factory=dict)

    def within(self, only: str | None) -> "View":
        """What somebody sees of it who may know of one palace alone; None means all."""
        return self if only is None else View({name: sight for name, sight in self.palaces.items() if name == only})

    @property
    def totals(self) -> Totals:
        """How much they hold together."""
        return add_up([sight.counts for sight in self.palaces.values()])


class PalaceWatch:
    """Looks at every palace for whoever asks, but not more often than `interval_s` says."""

    def __init__(self, find_engine: Callable[[], Engine], interval_s: float) -> None:
        self._find_engine = find_engine
        # Listeners wait a whole interval; with a whole one here too, those who come a moment early would see nothing new.
        self._rest_s = interval_s / 2
        self._lock = threading.Lock()
        self._view = View()
        self._next_s = 0.0

    def look(self) -> View:
        """Every palace; whoever asks while another looks gets what the other sees."""
        with self._lock:
            if time.monotonic() >= self._next_s:
                engine, before = self._find_engine(), self._view.palaces
                seen = {name: _look_at(engine, name, before.get(name)) for name in engine.names()}
                self._view = View({name: sight for name, sight in seen.items() if sight is not None})
                self._next_s = time.monotonic() + self._rest_s
            return self._view


def _look_at(engine: Engine, name: str, before: Sight | None) -> Sight | None:
    if before is not None and before.is_unchanged():
        return before
    try:
        # Only opening goes through the engine: a look must not count as somebody needing the palace, which would put dreams off.
        palace = _kept(before) or engine.palace(name)
        mark = palace.write_mark()
        created_at, seq = palace.info.created_at, palace.latest_change()
        if before is not None and (before.palace, before.created_at, before.seq) == (palace, created_at, seq):
            return replace(before, mark=mark)
        return Sight(palace, created_at, seq, count(palace), mark)
    except SimonidesError:
        if before is None or before.palace is None:
            # A palace that cannot be read just now is neither gone nor new.
            return before
        # The palace that we kept may have been closed; the engine knows the one that is open.
        return _look_at(engine, name, replace(before, palace=None))


def _kept(before: Sight | None) -> Palace | None:
    palace = before.palace if before else None
    return None if palace is None or palace.is_gone() else palace
