"""An engine that is built after the handshake, and what it opens for the holder of a grant."""

import threading
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from simonides.domain.errors import Forbidden, OnlyReads, SimonidesError
from simonides.hosting.complaints import told_on_stderr
from simonides.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from simonides.engine.engine import Engine
    from simonides.engine.palace import Palace
    from simonides.engine.tenancy import Tenancy
    from simonides.hosting.readers import ReplicaReaders
    from simonides.ports.embedder import State
    from simonides.ports.stores import Shelf
    from simonides.toolkit.calling import OpenReceiver, Purpose
    from simonides.toolkit.grant import Grant


class LazyEngine:
    """An engine that is built in the background or at the first call, so that the handshake does not wait for it."""

    def __init__(
        self,
        settings: Settings,
        build: "Callable[[], Engine]",
        shelf: "Callable[[], Shelf]",
        read: "Callable[[Engine], ReplicaReaders | None]" = lambda _: None,
    ) -> None:
        if settings.palace is not None:
            from simonides.domain.validation import check_place_name

            # An invalid palace name is reported at the start, not at the first call.
            check_place_name(settings.palace, "palace")
        self._settings = settings
        self._build = build
        self._shelf = shelf
        self._read = read
        self._readers: ReplicaReaders | None = None
        self._lock = threading.Lock()
        self._making = threading.Lock()
        self._engine: Engine | None = None
        self._nap: threading.Timer | None = None
        self._is_starting = False

    def engine(self) -> "Engine":
        """The engine, built now if it does not exist yet; other callers wait meanwhile."""
        with self._lock:
            return self._built()

    def model(self) -> "State":
        """The loading state of the model; builds nothing and waits for nothing, so one that nobody needed yet is idle."""
        engine = self._engine
        state = "idle" if engine is None else engine.embedder.state
        return "loading" if state == "idle" and self._is_starting else state

    def begin(self) -> None:
        """After the first reply, in the background: create the palace that `--palace` names, and dream if nobody calls.

        Dreams need an engine, and most clients that never call a tool leave soon: it is built when palaces count as idle.
        """
        if self._settings.palace is not None:
            threading.Thread(target=self.make_palace, name="making", daemon=True).start()
        if self._settings.dream_after_s and not self._settings.read_only:
            self._nap = threading.Timer(self._settings.dream_after_s, self._dream)
            self._nap.daemon = True
            self._nap.start()

    def make_palace(self) -> None:
        """Create the palace that `--palace` names if it is missing; cheaper than building the whole engine."""
        if self._settings.palace is None or self._settings.read_only:
            return
        from simonides.domain.time import system_clock

        # A full disk, or a file that is not a palace, is reported by the first tool call.
        with self._making, suppress(SimonidesError):
            self._shelf().create(self._settings.palace, "", system_clock()).close()

    def start(self) -> None:
        """Begin to load the model in the background."""
        self._is_starting = True
        threading.Thread(target=self._warm_up, name="starting", daemon=True).start()

    def tenancy(self, grant: "Grant", purpose: "Purpose", palace: str | None = None) -> "Tenancy":
        """The palaces that the holder of a grant may know of; every receiver is opened through it. Raises Forbidden.

        What only reads `palace` may be answered by a replica.
        """
        from simonides.engine.tenancy import Tenancy

        leaves_something = purpose.writes or purpose.takes_notes
        if leaves_something and self._settings.read_only:
            raise OnlyReads
        if purpose.writes and not grant.may_write:
            raise Forbidden("it is read-only")
        if purpose.reads_files and grant.scope is not None:
            raise Forbidden("it is limited to one palace and cannot read files of the server's machine")
        engine = self.engine()
        reading = None if leaves_something or self._readers is None else self._readers.engine_for(palace)
        return Tenancy(reading or engine, grant.scope)

    def open_within(self, grant: "Grant") -> "OpenReceiver":
        """The function that opens what a tool works on, for the holder of a grant."""
        return partial(self._open, grant)

    def _open(self, grant: "Grant", receiver: type, name: str | None, purpose: "Purpose") -> "Tenancy | Palace":
        from simonides.engine.palace import Palace

        if receiver is not Palace:
            return self.tenancy(grant, purpose)
        # An empty name is the caller's mistake and must not open the default palace.
        wanted = (grant.scope or self._settings.palace_name) if name is None else name
        tenancy = self.tenancy(grant, purpose, wanted)
        may_make = purpose.makes and grant.may_write and not self._settings.read_only
        palace = tenancy.create(wanted) if may_make else tenancy.palace(wanted)
        if purpose.adds and grant.holder:
            self._refuse_more(palace)
        return palace

    def _refuse_more(self, palace: "Palace") -> None:
        limit = self._settings.tenant_memories
        if limit and palace.memories.count() >= limit:
            held = "1 memory" if limit == 1 else f"{limit:,} memories"
            raise Forbidden(f"the palace holds {held}, as many as it may; forget some first")

    def _built(self) -> "Engine":
        if self._engine is None:
            # Two threads that import numpy at the same time may both fail, so it is imported here before other threads start.
            import numpy  # noqa: F401, ICN001 - imported for its effect

            self._engine = self._build()
            self._readers = self._read(self._engine)
            if self._settings.read_only:
                return self._engine
            self._engine.catch_up_in_background()
            if self._settings.dream_after_s:
                self._engine.dream_in_background()
            if self._settings.palace is not None:
                # Calls on this palace report the failure themselves; calls on other palaces are still served.
                with told_on_stderr():
                    self._engine.create(self._settings.palace)
        return self._engine

    def _dream(self) -> None:
        # With an engine somebody has called, and its dreamer runs already; without a store every call reports the failure.
        with told_on_stderr(), self._lock:
            if self._engine is None:
                self._built().dreamer.count_as_idle()

    def _warm_up(self) -> None:
        # Without an engine every call reports the failure as well.
        with told_on_stderr():
            try:
                engine = self.engine()
                engine.embedder.warm_up()
            finally:
                self._is_starting = False
            # What the last process left without vectors is taken up now, whether or not a call needs the palace; a call on a
            # palace that cannot be opened reports it.
            with suppress(SimonidesError):
                engine.watch(self._settings.palace_name)

    def close(self) -> None:
        """Close every palace; acknowledged writes are safe without it."""
        if self._nap is not None:
            self._nap.cancel()
        with self._lock:
            if self._readers is not None:
                self._readers.close()
            if self._engine is not None:
                if not self._settings.read_only:
                    with told_on_stderr():
                        self._engine.embed_the_rest()
                self._engine.close()
            else:
                self.make_palace()
