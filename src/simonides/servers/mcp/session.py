"""The state of one client: the agreed era, what it wants to hear, and its running requests."""

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from simonides.servers.mcp.eras import NEWEST_HANDSHAKE, Era
from simonides.servers.mcp.messages import MessageId

if TYPE_CHECKING:
    from simonides.servers.mcp.dialogue.inquiries import Inquiries
    from simonides.servers.mcp.dialogue.watching import Watch

Notify: TypeAlias = Callable[[str, Mapping[str, Any]], None]
"""Tells a client something at any time, also between its requests: (method, params). Never fails, and never blocks for long."""


class Session:
    """One connection; safe to use from several threads.

    A client that skips the handshake is served as if it had asked for the newest one. `line` is the way back to the client,
    where the transport leaves it to us; `notify` is None where nothing can be sent between requests. `watches` are keyed by
    the address of the resource, so that there is at most one per resource. `client` is what the client calls itself.
    """

    def __init__(self, line: "Inquiries | None" = None) -> None:
        self.era: Era = NEWEST_HANDSHAKE
        self.line = line
        self.notify: Notify | None = line.notify if line is not None else None
        self.watches: dict[str, Watch] = {}
        self.log_level: str | None = None
        self.client: Mapping[str, Any] = {}
        self._lock = threading.Lock()
        self._is_wanted: dict[MessageId, bool] = {}

    def begin(self, request: MessageId) -> bool:
        """Note that a request runs; False when one of this id runs already."""
        with self._lock:
            if request in self._is_wanted:
                return False
            self._is_wanted[request] = True
            return True

    def running(self) -> int:
        """How many requests run or wait for a thread."""
        with self._lock:
            return len(self._is_wanted)

    def cancel(self, request: object) -> None:
        """Note that the answer is no longer wanted; unknown ids are ignored."""
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
