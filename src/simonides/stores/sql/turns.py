"""Turns of writers in one process: whoever waits goes before one that writes again and again."""

import threading
import time
from types import TracebackType


class WriterTurn:
    """A lock held inside `with`.

    A plain lock is mostly taken again by the thread that has just released it, before those who wait for it wake up. Here they
    queue at a second lock: whoever gives way passes it after the one who waited longest there has had the first.
    """

    def __init__(self) -> None:
        self._held = threading.Lock()
        self._next = threading.Lock()

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()

    def acquire(self, timeout_s: float = -1) -> bool:
        """Wait for the lock, for ever where the time is negative; whether it is ours."""
        if self._held.acquire(blocking=False):
            return True
        until_s = time.monotonic() + timeout_s
        if not self._next.acquire(timeout=timeout_s):
            return False
        try:
            return self._held.acquire(timeout=timeout_s if timeout_s < 0 else max(until_s - time.monotonic(), 0.0))
        finally:
            self._next.release()

    def release(self) -> None:
        """Let others have the lock."""
        self._held.release()

    def give_way(self) -> None:
        """Let one who waits go first."""
        with self._next:
            return

    @property
    def is_held(self) -> bool:
        """Whether anybody has it."""
        return self._held.locked()

    @property
    def is_awaited(self) -> bool:
        """Whether anybody waits."""
        return self._next.locked()
