"""What do we know about one client? The era it agreed on, and its requests in flight."""

import threading

from simonides.servers.eras import NEWEST_HANDSHAKE, Era
from simonides.servers.messages import MessageId


class Session:
    """One connection; safe to use from several threads.

    A client that skips the handshake is served as if it had asked for the newest one.
    """

    def __init__(self) -> None:
        self.era: Era = NEWEST_HANDSHAKE
        self._lock = threading.Lock()
        self._is_wanted: dict[MessageId, bool] = {}

    def begin(self, request: MessageId) -> bool:
        """Note that a request runs; False when one of this id runs already."""
        with self._lock:
            if request in self._is_wanted:
                return False
            self._is_wanted[request] = True
            return True

    def cancel(self, request: object) -> None:
        """Note that nobody waits for the answer any more; unknown ids mean nothing."""
        with self._lock:
            if isinstance(request, int | str) and request in self._is_wanted:
                self._is_wanted[request] = False

    def is_wanted(self, request: MessageId) -> bool:
        """Whether the client still waits for the answer."""
        with self._lock:
            return self._is_wanted.get(request, False)

    def finish(self, request: MessageId) -> bool:
        """Note that a request is done; True when its answer is still wanted."""
        with self._lock:
            return self._is_wanted.pop(request, False)
