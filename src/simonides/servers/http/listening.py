"""uvicorn, adapted to run in any thread, on an open socket, and to shut down in our order."""

import asyncio
import socket
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

import uvicorn
from sse_starlette.sse import AppStatus
from starlette.types import ASGIApp

from simonides.servers.http.limits.connections import Connection, Connections
from simonides.servers.http.limits.values import HEADER_BYTES_MAX, HttpLimits

if TYPE_CHECKING:
    from uvicorn.config import HTTPProtocolType

STREAMS_S = 2
"""How long open streams may take to close once every call is answered."""

_TICKS_PER_SWEEP = 5


class Listening(uvicorn.Server):
    """Serves until `ending` is set: then nothing new is accepted, `drain` waits for the running calls, and streams are closed."""

    def __init__(
        self,
        app: ASGIApp,
        limits: HttpLimits,
        ending: threading.Event,
        drain: Callable[[], object],
        on_ready: Callable[[], None],
    ) -> None:
        self._connections = Connections(limits)
        super().__init__(_config(app, self._connections))
        self._ending = ending
        self._drain = drain
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to answer, and say so."""
        await super().startup(sockets)
        self._on_ready()

    async def on_tick(self, counter: int) -> bool:
        """Check regularly whether to end, and which connections have waited too long."""
        if counter % _TICKS_PER_SWEEP == 0:
            self._connections.sweep()
        return await super().on_tick(counter) or self._ending.is_set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the listening, then the calls, then half requests and the streams, which would otherwise never end."""
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        await asyncio.to_thread(self._drain)
        self._connections.dismiss()
        AppStatus.should_exit = True
        await super().shutdown(sockets)


def _config(app: ASGIApp, connections: Connections) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        # The other parsers do not bound the size of headers.
        http=cast("HTTPProtocolType", partial(Connection, connections)),
        h11_max_incomplete_event_size=HEADER_BYTES_MAX,
        ws="none",
        loop="asyncio",
        lifespan="on",
        # Longer than most clients pause, so that they rarely find their connection closed.
        timeout_keep_alive=60,
        timeout_graceful_shutdown=STREAMS_S,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="error",
    )
