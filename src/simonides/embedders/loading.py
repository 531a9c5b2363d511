"""Loading something slow in the background."""

import atexit
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from simonides.domain.errors import NotReady
from simonides.ports.embedder import State

Loaded = TypeVar("Loaded")


class Loading(Generic[Loaded]):
    """Loads one thing in a daemon thread, one attempt at a time; a failed attempt may be repeated."""

    def __init__(self, load: Callable[[], Loaded], name: str) -> None:
        self._load = load
        self._name = name
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._state: State = "idle"
        self._loaded: Loaded | None = None
        self._reason = ""

    @property
    def state(self) -> State:
        """The loading state."""
        return self._state

    def start(self) -> None:
        """Start loading in the background unless it is under way or done."""
        with self._lock:
            if self._state in {"loading", "ready"}:
                return
            self._state = "loading"
            self._ended = threading.Event()
            # A thread inside native code when the interpreter shuts down would abort the process, so the program waits for it.
            atexit.register(self._ended.wait)
            threading.Thread(target=self._run, name=f"loading {self._name}", daemon=True).start()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Start if needed and wait; False when it failed or is not ready in time."""
        # Asked before every text, and mostly loaded long since.
        if self._state != "ready":
            self.start()
            self._ended.wait(timeout_s)
        return self._state == "ready"

    def get(self) -> Loaded:
        """What was loaded, waiting for it if needed. Raises NotReady when it could not be loaded."""
        if not self.wait() or self._loaded is None:
            raise NotReady(self._reason)
        return self._loaded

    def drop(self, reason: str) -> None:
        """Let go of what was loaded, since it does not work any more; whoever waits next has it loaded anew."""
        with self._lock:
            if self._state == "ready":
                self._loaded, self._reason, self._state = None, reason, "error"

    def _run(self) -> None:
        reason = f"{self._name} could not be loaded"
        try:
            self._loaded = self._load()
        except NotReady as error:
            reason = error.reason
        # The exceptions of a missing, unreadable or unsuitable library or file. Any other is a bug: the thread prints it on
        # stderr, and waiting callers are released all the same.
        except (ImportError, OSError, RuntimeError, ValueError, KeyError, MemoryError) as error:
            reason = f"{reason}: {error}"
        finally:
            self._reason = reason
            self._state = "error" if self._loaded is None else "ready"
            self._ended.set()
            atexit.unregister(self._ended.wait)
