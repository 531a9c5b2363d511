"""How does a server learn that a resource has changed? Its owner rings a bell, and whoever listens hears it."""

import threading
from typing import Protocol
from weakref import WeakSet


class Listener(Protocol):
    """Who wants to hear a bell."""

    def hear(self) -> None:
        """It has rung; returns at once and never fails."""
        ...


class Bell:
    """Rings from any thread. Listeners are held weakly: one whose client is gone is forgotten without being told."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: WeakSet[Listener] = WeakSet()

    def listen(self, listener: Listener) -> None:
        """Let somebody hear it from now on."""
        with self._lock:
            self._listeners.add(listener)

    def forget(self, listener: Listener) -> None:
        """Let somebody hear it no longer."""
        with self._lock:
            self._listeners.discard(listener)

    def ring(self) -> None:
        """Tell everybody who listens."""
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener.hear()
