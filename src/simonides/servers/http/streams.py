"""Open streams: one ends when the token that it was opened with is revoked."""

import asyncio
from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from simonides.servers.http.plain_replies import STREAM
from simonides.toolkit.grant import Grant

CHECK_S = 1.0
"""How often the tokens of open streams are looked up."""


class Revocations:
    """Watches the tokens of requests that stay open; used in the event loop only. `is_good` runs in a thread."""

    def __init__(self, is_good: Callable[[Grant], bool], interval_s: float = CHECK_S) -> None:
        self._is_good = is_good
        self._interval_s = interval_s
        self._open: dict[Grant, set[asyncio.Event]] = {}
        self._watching: asyncio.Task[None] | None = None

    async def run(self, app: ASGIApp, grant: Grant, scope: Scope, receive: Receive, send: Send) -> None:
        """Run a request; a stream is told that its client has gone as soon as its token is revoked."""
        if scope["method"] != "GET":
            await app(scope, receive, send)
            return
        revoked = asyncio.Event()
        self._open.setdefault(grant, set()).add(revoked)
        if self._watching is None:
            self._watching = asyncio.create_task(self._watch())
        response = _Response(send)
        try:
            await app(scope, _until(revoked, receive), response.send)
        finally:
            self._close(grant, revoked)
        await response.end()

    def _close(self, grant: Grant, revoked: asyncio.Event) -> None:
        self._open[grant].discard(revoked)
        if not self._open[grant]:
            del self._open[grant]

    async def _watch(self) -> None:
        while self._open:
            await asyncio.sleep(self._interval_s)
            for grant in list(self._open):
                if not await run_in_threadpool(self._is_good, grant):
                    for revoked in self._open.get(grant, ()):
                        revoked.set()
        self._watching = None


class _Response:
    """What was sent, so that a stream of events that was cut short still ends in order. A file must not: it would look whole."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._is_stream = False
        self._is_open = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._is_stream = Headers(raw=message["headers"]).get("content-type", "").startswith(STREAM)
        self._is_open = self._is_stream and (message["type"] == "http.response.start" or bool(message.get("more_body")))
        await self._send(message)

    async def end(self) -> None:
        if self._is_open:
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})


def _until(revoked: asyncio.Event, receive: Receive) -> Receive:
    """Receive messages; the client counts as gone once the event is set."""

    async def received() -> Message:
        if revoked.is_set():
            return {"type": "http.disconnect"}
        message = asyncio.ensure_future(receive())
        ending = asyncio.ensure_future(revoked.wait())
        try:
            await asyncio.wait((message, ending), return_when=asyncio.FIRST_COMPLETED)
            return message.result() if message.done() else {"type": "http.disconnect"}
        finally:
            message.cancel()
            ending.cancel()

    return received
