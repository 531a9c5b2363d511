"""Which bodies would the SDK refuse, though stdio takes them? JSON with half a surrogate pair: it arrives as U+FFFD."""

import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SUSPECT = re.compile(rb"\\u[dD][89a-fA-F]")
# Every escape is read, so that the second backslash of two is never taken for the first of an escape. A whole pair comes
# before its halves.
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
        """Pass a request on, mended. The body must come in one piece, as the limit of its size hands it on."""

        async def receive_mended() -> Message:
            message = await receive()
            if message["type"] == "http.request":
                return {**message, "body": mend(message.get("body", b""))}
            return message

        await self._app(scope, receive_mended, send)


def mend(body: bytes) -> bytes:
    """JSON with the escape of U+FFFD for that of every unpaired surrogate, and everything else untouched."""
    return _ESCAPE.sub(_mended, body) if _SUSPECT.search(body) else body


def _mended(escape: re.Match[bytes]) -> bytes:
    return rb"\ufffd" if escape["half"] else escape[0]
