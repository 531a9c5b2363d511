"""The HTTP server, in a thread of its own so that stdio can be served beside it.

Its libraries take a second to import. They are imported in that thread, and only when HTTP is used: a client on stdio does
not wait for them.
"""

import asyncio
import contextlib
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from simonides.servers.http.access import Access
from simonides.servers.http.address import url_of
from simonides.servers.http.limits.holders import Holders
from simonides.servers.http.limits.resources import raise_descriptor_limit, share_heaps
from simonides.servers.http.limits.values import DEFAULT_LIMITS, HttpLimits
from simonides.servers.mcp.protocol import Core
from simonides.servers.stopping import Stop
from simonides.servers.workers import AT_ONCE, Workers

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

Callback = Callable[[], object]

SWITCH_S = 0.001
"""How long a thread may hold the interpreter while others wait."""


class HttpServer:
    """Serves a core on a listening socket, from `start` to `end`; calls `on_end` also when it ends by itself.

    `on_start` is called with the address as soon as requests are answered.

    `read_routes` gives further routes, whose calls belong in the pool that it is given; it runs in the server's thread, so that
    it may import what it needs.
    """

    def __init__(
        self,
        core: Core,
        listener: socket.socket,
        access: Access,
        *,
        on_end: Callback,
        read_routes: "Callable[[Workers], Sequence[BaseRoute]]" = lambda _pool: (),
        limits: HttpLimits = DEFAULT_LIMITS,
        threads: int = 16,
        at_once: int = AT_ONCE,
        drain_s: float = 30.0,
        on_start: Callable[[str], object] = lambda _url: None,
    ) -> None:
        self._core = core
        self._listener = listener
        self._access = access
        self._on_end = on_end
        self._on_start = on_start
        self._read_routes = read_routes
        self._limits = replace(limits, connections=raise_descriptor_limit(limits.connections))
        self._holders = Holders(limits.holder)
        self._pool = Workers(threads, self._holders.charge_cpu, at_once)
        self._drain_s = drain_s
        self._ending = threading.Event()
        self._has_started = False
        self._thread = threading.Thread(target=self._run, name="http", daemon=True)

    def start(self) -> None:
        """Begin to serve, in the background; one line on stderr says where, as soon as requests are answered."""
        share_heaps()
        # Threads that compute hand over to the one that serves requests sooner than by default (5 ms).
        sys.setswitchinterval(SWITCH_S)
        self._thread.start()

    def end(self) -> None:
        """Accept nothing new, let the running calls finish, close the streams; returns when all that is done."""
        self._ending.set()
        self._thread.join()

    def leave(self) -> int:
        """The exit code, once ended: 1 when it never served. Does not return when calls are still running."""
        if not self._pool.drain(0):
            # As on stdio: a regular exit of the interpreter might wait for locks that these calls hold.
            os._exit(0)
        return 0 if self._has_started else 1

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        finally:
            self._on_end()

    async def _serve(self) -> None:
        # Imported in this thread, so that stdio does not wait.
        from simonides.servers.http.app import build_app
        from simonides.servers.http.listening import Listening

        _quieten()
        routes = self._read_routes(self._pool)
        app = build_app(self._core, self._pool, self._access, self._limits, self._holders, routes)
        drain = partial(self._pool.drain, self._drain_s)
        await Listening(app, self._limits, self._ending, drain, self._tell).serve([self._listener])

    def _tell(self) -> None:
        self._has_started = True
        url = url_of(self._listener)
        # stderr may be closed.
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(f"simonides: listening on {url}/mcp\n")
            sys.stderr.flush()
        self._on_start(url)


def serve_alone(http: HttpServer, stop: Stop, *, shutdown: Iterable[Callback] = ()) -> int:
    """Serve over HTTP until a signal comes, and return the exit code; call it from the main thread."""
    stop.listen()
    with ExitStack() as ending:
        for callback in reversed([http.end, *shutdown]):
            ending.callback(callback)
        http.start()
        stop.wait()
    return http.leave()


def _quieten() -> None:
    """Keep clients' mistakes out of the log: the reply tells the client. Our own failures are still logged."""
    logging.getLogger("mcp").setLevel(logging.ERROR)
    logging.getLogger("mcp.server.sse").setLevel(logging.CRITICAL)
