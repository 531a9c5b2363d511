"""Connections: what each waits for, how long it may, and which one makes room when there are too many.

A connection that sends half a request costs its sender nothing, so its place is the first to go: beyond the limit the newcomer
gets the place of the one that has waited for longest without a whole request.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from enum import Enum
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from simonides.servers.http.limits.values import HttpLimits

RECEIVE_BYTES = 32 * 1024
"""How much is read from a connection at once: what is read before a body is wanted stays in memory."""

_TIMEOUT = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_ENDING = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_LOG = logging.getLogger(__name__)


class Phase(Enum):
    """What a connection waits for."""

    HEADERS = "headers"
    BODY = "body"
    ANSWER = "answer"
    REST = "rest"


class Connections:
    """Every connection of a server, by what it waits for, oldest first; used in the event loop only."""

    def __init__(self, limits: HttpLimits) -> None:
        self._limits = limits
        self._waiting: dict[Phase, OrderedDict[Connection, float]] = {phase: OrderedDict() for phase in Phase}

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def enter(self, connection: "Connection", phase: Phase) -> None:
        """Note that a connection begins to wait for something."""
        self._waiting[phase][connection] = time.monotonic()

    def leave(self, connection: "Connection", phase: Phase) -> None:
        """Note that it no longer does."""
        self._waiting[phase].pop(connection, None)

    def make_room(self) -> None:
        """Close connections until there are no more than the limit: those without a whole request first, the newest last."""
        while len(self) > self._limits.connections:
            phases = [self._waiting[phase] for phase in (Phase.HEADERS, Phase.BODY, Phase.REST)]
            # With every other connection at work, the newcomer is the only one that waits for its headers.
            oldest = next((next(iter(waiting)) for waiting in phases if waiting), None)
            if oldest is None:
                return
            _LOG.warning("more than %d connections: the one that waited for longest is closed", self._limits.connections)
            oldest.give_up(b"")

    def sweep(self) -> None:
        """Close the connections whose headers or bodies have taken too long."""
        now_s = time.monotonic()
        for phase, seconds in ((Phase.HEADERS, self._limits.header_s), (Phase.BODY, self._limits.body_s)):
            overdue = [each for each, since_s in self._waiting[phase].items() if now_s - since_s > seconds]
            for connection in overdue:
                connection.give_up(_TIMEOUT)

    def dismiss(self) -> None:
        """Close the connections whose bodies are still on their way: the server ends, and nobody will answer them."""
        for connection in list(self._waiting[Phase.BODY]):
            connection.give_up(_ENDING)


class Connection(H11Protocol):
    """One connection, which tells what it waits for."""

    def __init__(self, every: Connections, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._every = every
        self._phase: Phase | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        """Take a place, or make one."""
        super().connection_made(transport)
        if hasattr(transport, "max_size"):
            transport.max_size = RECEIVE_BYTES
        self._enter(Phase.HEADERS)
        self._every.make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave."""
        self._enter(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on."""
        super().data_received(data)
        self._note()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._note()

    def give_up(self, farewell: bytes) -> None:
        """Close the connection, with a last word where it can still be said."""
        is_answered = self._phase is not Phase.HEADERS and self.cycle is not None and self.cycle.response_started
        self._enter(None)
        if farewell and not is_answered and not self.transport.get_write_buffer_size():
            self.transport.write(farewell)
            self.transport.close()
        else:
            self.transport.abort()

    def _note(self) -> None:
        if self._phase is not None:
            self._enter(self._current())

    def _current(self) -> Phase:
        match str(self.conn.their_state):
            case "IDLE":
                is_begun = self.cycle is None or bool(self.conn.trailing_data[0])
                return Phase.HEADERS if is_begun else Phase.REST
            case "SEND_BODY":
                return Phase.BODY
            case _:
                return Phase.ANSWER

    def _enter(self, phase: Phase | None) -> None:
        if phase is self._phase:
            return
        if self._phase is not None:
            self._every.leave(self, self._phase)
        self._phase = phase
        if phase is not None:
            self._every.enter(self, phase)
