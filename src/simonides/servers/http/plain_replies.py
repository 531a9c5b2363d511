"""Plain replies: where a call sends nothing before its result, the result is the body, as JSON, and no stream of events.

A server with a tool that may speak during its work answers every POST with a stream. Most calls say nothing but their result,
and clients read plain JSON with less effort. So the beginning of a stream is held back until its first event: a result goes
out as JSON; anything else, also a sign of life during a long silence, lets the stream go as it is.
"""

import json

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STREAM = "text/event-stream"
_DATA = b"data: "


class PlainReplies:
    """Turns streams that hold a result alone into plain replies."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        is_post = scope["type"] == "http" and scope["method"] == "POST"
        await self._app(scope, receive, _HeldBack(send).send if is_post else send)


class _HeldBack:
    """The beginning of a response, held back until it shows what it is."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Message | None = None
        self._begun = b""
        self._is_over = False

    async def send(self, message: Message) -> None:
        """Take the next message of the response."""
        if self._is_over:
            return
        if message["type"] == "http.response.start" and MutableHeaders(raw=message["headers"]).get("content-type", "").startswith(
            STREAM
        ):
            self._start = message
        elif self._start is None:
            await self._send(message)
        else:
            await self._take(self._start, message)

    async def _take(self, start: Message, message: Message) -> None:
        self._begun += message.get("body", b"")
        is_whole = b"\n\n" in self._begun.replace(b"\r\n", b"\n")
        if not is_whole and message.get("more_body"):
            return
        result = _result(self._begun)
        if result is None:
            self._start = None
            await self._send(start)
            await self._send({**message, "body": self._begun})
            return
        self._is_over = True
        headers = MutableHeaders(raw=list(start["headers"]))
        headers["content-type"], headers["content-length"] = "application/json", str(len(result))
        await self._send({**start, "headers": headers.raw})
        await self._send({"type": "http.response.body", "body": result, "more_body": False})


def _result(begun: bytes) -> bytes | None:
    """The first event of a stream, if it is the result or the error that a request is answered with."""
    lines = begun.replace(b"\r\n", b"\n").partition(b"\n\n")[0].splitlines()
    data = [line.removeprefix(_DATA) for line in lines if line.startswith(_DATA)]
    if len(data) != 1:
        return None
    try:
        told = json.loads(data[0])
    except ValueError:
        return None
    return data[0] if isinstance(told, dict) and "method" not in told and ("result" in told or "error" in told) else None
