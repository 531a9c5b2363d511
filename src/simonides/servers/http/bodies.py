"""Repair of JSON bodies with half a surrogate pair, which the SDK would refuse and stdio takes: they become U+FFFD."""

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SUSPECT = re.compile(rb"\\u[dD][89a-fA-F]")
# Every escape is matched, so that the second backslash of two is never taken for the start of an escape. A whole pair is
# tried before its halves.
_ESCAPE = re.compile(
    rb"""\\(?: u[dD][89abAB][0-9a-fA-F]{2} \\u[dD][c-fC-F][0-9a-fA-F]{2}
          | (?P<half> u[dD][89a-fA-F][0-9a-fA-F]{2})
          | . )""",
    re.VERBOSE | re.DOTALL,
)


class MendedBodies:
    """An application that never sees half a surrogate pair; a body's length stays what its header says."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, repaired. The body must come in one piece, as the middleware that limits its size delivers it."""

        async def receive_mended() -> Message:
            message = await receive()
            if message["type"] == "http.request":
                return {**message, "body": mend(message.get("body", b""))}
            return message

        await self._app(scope, receive_mended, send)


def mend(body: bytes) -> bytes:
    """JSON in which U+FFFD replaces every unpaired surrogate escape; everything else is untouched."""
    return _ESCAPE.sub(_mended, body) if _SUSPECT.search(body) else body


def _mended(escape: re.Match[bytes]) -> bytes:
    return rb"\ufffd" if escape["half"] else escape[0]
