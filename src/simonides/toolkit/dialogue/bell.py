"""Bells: the owner of a resource rings one to tell listeners that the resource has changed."""

import threading
from typing import Protocol
from weakref import WeakSet


class Listener(Protocol):
    """Somebody who listens to a bell."""

    def hear(self) -> None:
        """Called when the bell rings; returns at once and never fails."""
        ...


class Bell:
    """Can be rung from any thread. Listeners are held weakly: one whose client is gone is dropped without notice."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: WeakSet[Listener] = WeakSet()

    def listen(self, listener: Listener) -> None:
        """Add a listener."""
        with self._lock:
            self._listeners.add(listener)

    def forget(self, listener: Listener) -> None:
        """Remove a listener."""
        with self._lock:
            self._listeners.discard(listener)

    def ring(self) -> None:
        """Notify every listener."""
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener.hear()
