"""Which palaces are there, and who works on them in the background?"""

import threading

from simonides.domain.errors import EmbedderMismatch, NoPalace, NotReady, StoreFailure
from simonides.engine.palace import Means, Palace
from simonides.engine.vectors import EMBEDDING
from simonides.ports.embedder import Embedder
from simonides.ports.stores import Shelf, Store


class Engine:
    """All palaces of one shelf, opened once each and shared by every thread."""

    def __init__(self, shelf: Shelf, means: Means) -> None:
        self._shelf = shelf
        self._means = means
        self._open: dict[str, Palace] = {}
        self._lock = threading.RLock()
        self._catching_up = CatchingUp(means.embedder)

    @property
    def embedder(self) -> Embedder:
        """What turns text into vectors here."""
        return self._means.embedder

    def palace(self, name: str) -> Palace:
        """The palace of that name. Raises NoPalace, and EmbedderMismatch when its vectors are another embedder's."""
        with self._lock:
            if name not in self._open or self._open[name].store.is_gone():
                self._keep(name, self._shelf.open(name))
            return self._open[name]

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

    def path_of(self, name: str) -> str:
        """Where the palace of that name is or would be."""
        return str(self._shelf.path_of(name))

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
        """Stop background work and let go of every palace."""
        self._catching_up.stop()
        with self._lock:
            for name in list(self._open):
                self._let_go(name)

    def catch_up_in_background(self) -> None:
        """Keep embedding what has no vector yet, in every palace that gets opened, until `close`."""
        self._catching_up.start()
        for palace in list(self._open.values()):
            self._catching_up.watch(palace)

    def _keep(self, name: str, store: Store) -> Palace:
        stored, ours = store.identity(), self._means.embedder.identity
        if stored is not None and stored != ours:
            path = str(store.info.path)
            store.close()
            raise EmbedderMismatch(path, str(stored), str(ours))
        palace = Palace(store, self._means)
        self._let_go(name)
        self._open[name] = palace
        self._catching_up.watch(palace)
        return palace

    def _let_go(self, name: str) -> None:
        if palace := self._open.pop(name, None):
            self._catching_up.leave(palace)
            palace.store.close()


class CatchingUp:
    """One thread that gives vectors to what was filed before the model was there, by this process or another."""

    PAUSE_S = 2.0

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._palaces: list[Palace] = []
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin; does nothing when begun."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="catching-up", daemon=True)
            self._thread.start()

    def watch(self, palace: Palace) -> None:
        """Look after a palace."""
        with self._lock:
            self._palaces.append(palace)

    def leave(self, palace: Palace) -> None:
        """Look after a palace no longer; returns when nothing of it is in use."""
        with self._lock:
            if palace in self._palaces:
                self._palaces.remove(palace)

    def stop(self) -> None:
        """End, after the batch under way."""
        self._stop.set()
        if self._thread:
            self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            if self._embedder.state == "ready":
                with self._lock:
                    palaces = list(self._palaces)
                for palace in palaces:
                    self._catch_up(palace)
            self._stop.wait(self.PAUSE_S)

    def _catch_up(self, palace: Palace) -> None:
        # A palace that was deleted or is full up must not end the thread for the others.
        with self._lock:
            if palace not in self._palaces:
                return
            try:
                # One process at a time is enough; the others would embed the same texts.
                with palace.store.lease(EMBEDDING) as is_ours:
                    if is_ours:
                        palace.vectors.catch_up(self._stop, limit=256)
            except (NotReady, StoreFailure):
                self._palaces.remove(palace)
