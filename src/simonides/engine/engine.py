"""Which palaces are there, and who works on them in the background?"""

import threading

from simonides.domain.dreams import DreamReport, DreamStatus
from simonides.domain.errors import NoPalace, NotReady, StoreFailure
from simonides.engine.dreamer import GRACE_S, Dreamer, Rhythm
from simonides.engine.dreaming import BUDGET_S, Dreaming, Pace
from simonides.engine.palace import Means, Palace, furnish
from simonides.engine.vectors import BATCH, EMBEDDING
from simonides.ports.embedder import Embedder
from simonides.ports.stores import Shelf, Store


class Engine:
    """All palaces of one shelf, opened once each and shared by every thread."""

    def __init__(self, shelf: Shelf, means: Means, rhythm: Rhythm | None = None) -> None:
        self._shelf = shelf
        self._means = means
        self._rhythm = rhythm or Rhythm()
        self._open: dict[str, Palace] = {}
        self._lock = threading.RLock()
        self._catching_up = CatchingUp(means.embedder)
        self.dreamer = Dreamer(shelf, means, self._rhythm)

    @property
    def embedder(self) -> Embedder:
        """What turns text into vectors here."""
        return self._means.embedder

    def palace(self, name: str) -> Palace:
        """The palace of that name. Raises NoPalace, and EmbedderMismatch when its vectors are another embedder's."""
        palace = self._opened(name)
        self.dreamer.note_call(name)
        return palace

    def create(self, name: str, description: str = "") -> Palace:
        """The palace of that name, made if there is none."""
        with self._lock:
            try:
                return self.palace(name)
            except NoPalace:
                return self._keep(name, self._shelf.create(name, description, self._means.clock()))

    def names(self) -> list[str]:
        """The palaces there are, sorted."""
        return self._shelf.names()

    def where(self, name: str) -> str:
        """Where the palace of that name is or would be."""
        return self._shelf.where(name)

    def delete(self, name: str) -> None:
        """Remove a palace with everything in it. Raises NoPalace."""
        with self._lock:
            self._let_go(name)
            self._shelf.delete(name)

    def rename(self, name: str, new_name: str) -> None:
        """Give a palace another name. Raises NoPalace, Conflict."""
        with self._lock:
            self._let_go(name)
            self._shelf.rename(name, new_name)

    def reembed(self, name: str) -> Palace:
        """Drop a palace's vectors, whoever made them; `vectors.catch_up` on what is returned makes them anew."""
        with self._lock:
            self._let_go(name)
            palace = Palace(self._shelf.open(name), self._means)
            palace.vectors.start_over()
            self._open[name] = palace
            return palace

    def close(self) -> None:
        """Stop background work and let go of every palace; what takes long is given up, not waited for."""
        self.dreamer.call_off()
        self._catching_up.stop()
        self.dreamer.stop()
        with self._lock:
            for name in list(self._open):
                self._let_go(name)

    def catch_up_in_background(self) -> None:
        """Keep embedding what has no vector yet, in every palace that gets opened, until `close`."""
        self._catching_up.start()
        for palace in list(self._open.values()):
            self._catching_up.watch(palace)

    def dream_in_background(self) -> None:
        """Consolidate palaces while nobody needs them, until `close`."""
        self.dreamer.start()

    def dream(self, name: str, budget_s: float = BUDGET_S) -> DreamReport | None:
        """One cycle of consolidation over a palace, now; None when another process is at it. Raises NoPalace."""
        palace = self._opened(name)
        return Dreaming(palace, self._means).dream(Pace(budget_s, self._rhythm.stopwatch, lambda: self.dreamer.is_called_off))

    def dream_status(self, name: str) -> DreamStatus:
        """What a palace has dreamt, and what is left. Raises NoPalace."""
        return Dreaming(self._opened(name), self._means).status()

    def _opened(self, name: str) -> Palace:
        # Unlike a call of `palace` this does not count as somebody needing it: a look at its dreams must not put them off.
        with self._lock:
            if name not in self._open or self._open[name].store.is_gone():
                self._keep(name, self._shelf.open(name))
            return self._open[name]

    def _keep(self, name: str, store: Store) -> Palace:
        palace = furnish(store, self._means)
        self._let_go(name)
        self._open[name] = palace
        self._catching_up.watch(palace)
        self.dreamer.watch(name, palace)
        return palace

    def _let_go(self, name: str) -> None:
        if palace := self._open.pop(name, None):
            self._catching_up.leave(palace)
            self.dreamer.leave(name)
            palace.close()


class CatchingUp:
    """One thread that gives vectors to what was filed before the model was there, by this process or another."""

    PAUSE_S = 2.0
    BREATH_S = 0.02

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._palaces: list[Palace] = []
        self._lock = threading.Lock()
        self._at_work = threading.Lock()
        """Held for a whole batch, which may take half a minute: only who needs a palace to be let alone waits for it."""
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._is_given_up = False

    def start(self) -> None:
        """Begin; does nothing when begun."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="catching-up", daemon=True)
            self._thread.start()

    def watch(self, palace: Palace) -> None:
        """Look after a palace."""
        with self._lock:
            if palace not in self._palaces:
                self._palaces.append(palace)

    def leave(self, palace: Palace) -> None:
        """Look after a palace no longer; returns when nothing of it is in use, or the end has come."""
        self._forget(palace)
        if not self._is_given_up:
            with self._at_work:
                pass

    def stop(self) -> None:
        """End, after the batch under way; one that takes long is given up.

        A model cannot be interrupted within a batch. Nobody was promised its vectors; whoever comes next makes them.
        """
        self._stop.set()
        if self._thread:
            self._thread.join(GRACE_S)
            self._is_given_up = self._thread.is_alive()

    def _run(self) -> None:
        while not self._stop.is_set():
            if self._embedder.state == "ready":
                with self._lock:
                    palaces = list(self._palaces)
                if sum([self._catch_up(palace) for palace in palaces]):
                    # There may be more. Whoever waits for the lock or the lease gets his turn in between.
                    self._stop.wait(self.BREATH_S)
                    continue
            self._stop.wait(self.PAUSE_S)

    def _catch_up(self, palace: Palace) -> int:
        # A palace that was deleted or is full up must not end the thread for the others.
        with self._at_work:
            if palace not in self._palaces:
                return 0
            try:
                # One process at a time is enough; the others would embed the same texts.
                with palace.store.lease(EMBEDDING) as is_ours:
                    return palace.vectors.catch_up(self._stop, limit=BATCH) if is_ours else 0
            except (NotReady, StoreFailure):
                self._forget(palace)
                return 0

    def _forget(self, palace: Palace) -> None:
        with self._lock:
            if palace in self._palaces:
                self._palaces.remove(palace)
