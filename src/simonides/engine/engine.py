"""The engine over all palaces of a shelf: opens, creates, renames and deletes them and runs their background work."""

import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from simonides.domain.dreams import DreamReport, DreamStatus
from simonides.domain.errors import NoPalace, NotReady, SimonidesError, StoreFailure
from simonides.engine.filing.embedding import BATCH
from simonides.engine.opening import furnish
from simonides.engine.palace import Equipment, Palace
from simonides.engine.resting import AWAKE_MAX, Rests
from simonides.engine.upkeep.dreamer import GRACE_S, Dreamer, Rhythm
from simonides.engine.upkeep.dreaming import BUDGET_S, Dreaming, Pace
from simonides.ports.embedder import Embedder, Identity
from simonides.ports.stores import Advance, Shelf, Store, unwatched

if TYPE_CHECKING:
    from collections.abc import Hashable

EMBEDDING_GRACE_S = 5.0
"""How long a server that ends goes on embedding what it has filed."""


class Engine:
    """All palaces of one shelf, opened once each and shared by every thread."""

    def __init__(self, shelf: Shelf, equipment: Equipment, rhythm: Rhythm | None = None, awake_max: int = AWAKE_MAX) -> None:
        self._shelf = shelf
        self._equipment = equipment
        self._rhythm = rhythm or Rhythm()
        self._open: dict[str, Palace] = {}
        self._lock = threading.RLock()
        self._catching_up = CatchingUp(equipment.embedder)
        self._rests = Rests(awake_max)
        self.dreamer = Dreamer(shelf, equipment, self._rhythm)

    @property
    def embedder(self) -> Embedder:
        """The embedder that all palaces share."""
        return self._equipment.embedder

    def palace(self, name: str) -> Palace:
        """The palace of that name. Raises NoPalace, and EmbedderMismatch when another embedder made its vectors."""
        palace = self._opened(name)
        self.dreamer.note_call(name)
        self._rests.note_call(palace)
        return palace

    def watch(self, name: str) -> None:
        """Open a palace for its background work; unlike `palace` this does not count as use. Raises NoPalace."""
        self._opened(name)

    def create(self, name: str, description: str = "") -> Palace:
        """The palace of that name, created if it does not exist."""
        with self._lock:
            try:
                return self.palace(name)
            except NoPalace:
                return self._keep(name, self._shelf.create(name, description, self._equipment.clock()))

    def names(self) -> list[str]:
        """The names of all palaces, sorted."""
        return self._shelf.names()

    def where(self, name: str) -> str:
        """The location where the palace of that name is or would be."""
        return self._shelf.where(name)

    def delete(self, name: str, advance: Advance = unwatched) -> None:
        """Delete a palace with everything in it; `advance` is told of its rows. Raises NoPalace."""
        with self._lock:
            self._let_go(name)
            self._shelf.delete(name, advance)

    def rename(self, name: str, new_name: str) -> None:
        """Give a palace another name. Raises NoPalace, Conflict."""
        with self._lock:
            self._let_go(name)
            self._shelf.rename(name, new_name)

    def reembed(self, name: str) -> Palace:
        """Drop a palace's vectors, whichever embedder made them; `vectors.catch_up` on the returned palace makes new ones."""
        with self._lock:
            self._let_go(name)
            palace = Palace(self._shelf.open(name), self._equipment)
            try:
                palace.vectors.start_over()
            except SimonidesError:
                palace.close()
                raise
            self._open[name] = palace
            self._look_after(name, palace)
            return palace

    def embed_the_rest(self, grace_s: float = EMBEDDING_GRACE_S) -> None:
        """Wait while what was filed gets its vectors, at most that long; what is left then, the next process embeds."""
        self._catching_up.finish(grace_s)

    def close(self) -> None:
        """Stop background work and close every palace; work that takes long is abandoned, not waited for."""
        self.dreamer.call_off()
        self._catching_up.stop()
        self.dreamer.stop()
        with self._lock:
            for name in list(self._open):
                self._let_go(name)

    def catch_up_in_background(self) -> None:
        """Keep embedding texts that have no vector yet, in every opened palace, until `close`."""
        self._catching_up.start()
        for palace in list(self._open.values()):
            self._catching_up.watch(palace)

    def dream_in_background(self) -> None:
        """Consolidate palaces while they are idle, until `close`."""
        self.dreamer.start()

    def dream(self, name: str, budget_s: float = BUDGET_S) -> DreamReport | None:
        """Run one cycle of consolidation on a palace now; None when another process is running one. Raises NoPalace."""
        palace = self._opened(name)
        return Dreaming(palace, self._equipment).dream(Pace(budget_s, self._rhythm.stopwatch, lambda: self.dreamer.is_called_off))

    def dream_status(self, name: str) -> DreamStatus:
        """What a palace's dreams have done, and what is left to do. Raises NoPalace."""
        return Dreaming(self._opened(name), self._equipment).status()

    def _opened(self, name: str) -> Palace:
        # Unlike `palace` this does not count as use: asking about dreams must not delay them.
        palace = self._open.get(name)
        # Asked without the lock, because a database may answer late and other calls must not wait for that. Meanwhile somebody
        # may have closed this palace, or put another in its place.
        with suppress(StoreFailure):
            if palace is not None and not palace.store.is_gone() and self._open.get(name) is palace:
                return palace
        with self._lock:
            if name not in self._open or self._open[name].store.is_gone():
                self._keep(name, self._shelf.open(name))
            return self._open[name]

    def _keep(self, name: str, store: Store) -> Palace:
        palace = furnish(store, self._equipment)
        self._let_go(name)
        self._open[name] = palace
        self._look_after(name, palace)
        return palace

    def _look_after(self, name: str, palace: Palace) -> None:
        self._rests.watch(palace)
        self._catching_up.watch(palace)
        self.dreamer.watch(name, palace)

    def _let_go(self, name: str) -> None:
        if palace := self._open.pop(name, None):
            self._catching_up.leave(palace)
            self.dreamer.leave(name)
            self._rests.leave(palace)
            palace.close()


class CatchingUp:
    """One thread that makes vectors for texts filed before the model was loaded, by this process or another."""

    PAUSE_S = 2.0
    BREATH_S = 0.02
    REST_S = 60.0

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._palaces: list[Palace] = []
        self._lock = threading.Lock()
        self._at_work = threading.Lock()
        """Held for a whole batch, which may take half a minute: only callers that need a palace left alone wait for it."""
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._is_given_up = False
        self._wake = threading.Event()
        self._idle = threading.Event()
        self._asks_again_at = 0.0
        """When a model that could not be had is asked for again: an embedding server may be back."""
        self._rests_until: dict[Palace, float] = {}
        """Palaces whose texts no encoder could read just now, or whose store could not take the vectors."""
        self._complete: dict[Palace, tuple[Hashable, Identity]] = {}
        """Palaces that lacked no vector, as they were written then: they are not asked again, which would wake them."""

    def start(self) -> None:
        """Start the thread; does nothing when it is already running."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="catching-up", daemon=True)
            self._thread.start()

    def watch(self, palace: Palace) -> None:
        """Start looking after a palace."""
        with self._lock:
            if palace not in self._palaces:
                self._palaces.append(palace)

    def leave(self, palace: Palace) -> None:
        """Stop looking after a palace; returns when the thread no longer uses it, or is stopping."""
        with self._lock:
            self._complete.pop(palace, None)
            self._rests_until.pop(palace, None)
            if palace in self._palaces:
                self._palaces.remove(palace)
        if not self._is_given_up:
            with self._at_work:
                pass

    def finish(self, grace_s: float) -> None:
        """Return when every palace has its vectors, or after the grace; does nothing when the thread is not running."""
        with self._lock:
            palaces = list(self._palaces)
        if self._thread is None or not any(self._is_due(palace) for palace in palaces):
            return
        deadline_s = time.monotonic() + grace_s
        if self._embedder.wait(grace_s):
            self._idle.clear()
            self._wake.set()
            self._idle.wait(max(deadline_s - time.monotonic(), 0.0))

    def stop(self) -> None:
        """Stop the thread after its current batch; a batch that takes long is abandoned.

        A model cannot be interrupted within a batch. Its vectors were not promised to anyone; the next run makes them.
        """
        self._stop.set()
        self._wake.set()
        if self._thread:
            self._thread.join(GRACE_S)
            self._is_given_up = self._thread.is_alive()

    def _run(self) -> None:
        while not self._stop.is_set():
            if self._embedder.state == "ready":
                with self._lock:
                    palaces = list(self._palaces)
                if sum([self._catch_up(palace) for palace in palaces]):
                    # There may be more to do. Others waiting for the lock or the lease get their turn in between.
                    self._stop.wait(self.BREATH_S)
                    continue
                self._idle.set()
            elif self._embedder.state == "error" and self._asks_again_at <= time.monotonic():
                self._asks_again_at = time.monotonic() + self.REST_S
                self._embedder.warm_up()
            self._wake.wait(self.PAUSE_S)
            self._wake.clear()

    def _catch_up(self, palace: Palace) -> int:
        # A palace that was deleted or has a full disk must not end the thread for the others.
        with self._at_work:
            is_at_rest = self._rests_until.get(palace, 0.0) > time.monotonic() or self._is_complete(palace)
            if palace not in self._palaces or is_at_rest:
                return 0
            try:
                return self._work_off(palace)
            except (NotReady, StoreFailure):
                # An encoder that cannot be loaded now may be there later, and a disk may have room again.
                with self._lock:
                    if palace in self._palaces:
                        self._rests_until[palace] = time.monotonic() + self.REST_S
                return 0

    def _work_off(self, palace: Palace) -> int:
        mark, identity = palace.write_mark(), self._embedder.identity
        done = palace.vectors.catch_up_in_turn(self._stop, limit=BATCH)
        # Where another process is at it nothing is done either.
        if not done and mark is not None and not palace.vectors.pending():
            with self._lock:
                # Whoever leaves it waits for this to end, and has taken it out already.
                if palace in self._palaces:
                    self._complete[palace] = mark, identity
        return done

    def _is_due(self, palace: Palace) -> bool:
        # One that was deleted meanwhile is nobody's concern any more.
        with suppress(StoreFailure):
            return not self._is_complete(palace) and palace.vectors.pending() > 0
        return False

    def _is_complete(self, palace: Palace) -> bool:
        complete = self._complete.get(palace)
        return complete is not None and complete == (palace.write_mark(), self._embedder.identity)
