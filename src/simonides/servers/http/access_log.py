"""The access log: one line for each request, with its address, the holder of its token, its path and its status.

The query is left out, since it may hold what somebody looked for.
"""

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from simonides.servers.http.guard import holder_of, loggable_path
from simonides.servers.logs import ACCESS

_LOG = logging.getLogger(ACCESS)


class AccessLog:
    """Wraps the whole application, the guard included, so that refusals are logged as well."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and log it once it is answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        sent = {"status": 0, "bytes": 0}

        async def counted(message: Message) -> None:
            sent["status"] = message.get("status", sent["status"])
            sent["bytes"] += len(message.get("body", b""))
            await send(message)

        started_s = time.perf_counter()
        try:
            await self._app(scope, receive, counted)
        finally:
            _write(scope, sent, time.perf_counter() - started_s)


def _write(scope: Scope, sent: dict[str, int], seconds: float) -> None:
    facts = {
        "address": scope["client"][0] if scope.get("client") else "unknown",
        "holder": holder_of(scope) or "-",
        "method": scope["method"],
        "path": loggable_path(scope),
        **sent,
        "ms": round(seconds * 1000, 1),
    }
    _LOG.info("%(address)s %(holder)s %(method)s %(path)s %(status)d %(bytes)d bytes %(ms).1f ms", facts, extra={"facts": facts})
