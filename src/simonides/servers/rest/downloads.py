"""Files as replies: sent while they are made, one piece at a time, so that memory holds no more than a piece."""

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable
from urllib.parse import quote

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from simonides.toolkit.content import Download


def first_piece(download: Download) -> bytes:
    """The beginning of a file; empty when it holds nothing."""
    return next(download.pieces, b"")


class FileReply(Response):
    """A file that a browser saves. Where its making fails halfway the connection breaks off: nobody takes it for whole.

    It is made no further when the client leaves.
    """

    def __init__(self, download: Download, first: bytes, status: int) -> None:
        super().__init__(status_code=status, media_type=download.media_type)
        # The length is not known before the end.
        del self.headers["content-length"]
        self.headers["content-disposition"] = f"attachment; filename*=UTF-8''{quote(download.name, safe='')}"
        self._download = download
        self._first = first
        self._pull: Callable[[], Awaitable[bytes | None]] | None = None

    def pull_by(self, pull: Callable[[], Awaitable[bytes | None]]) -> None:
        """Set who makes the further pieces."""
        self._pull = pull

    def next_piece(self) -> bytes | None:
        """The next piece, made in this thread; None at the end."""
        return next(self._download.pieces, None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file."""
        leaving = asyncio.ensure_future(_until_gone(receive))
        try:
            await self._send_to(leaving, send, is_head=scope["method"] == "HEAD")
        finally:
            leaving.cancel()

    async def _send_to(self, leaving: "asyncio.Future[None]", send: Send, *, is_head: bool) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        piece: bytes | None = b"" if is_head else self._first
        while piece:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            try:
                piece = await self._pull() if self._pull else None
            # Whatever fails, the status is sent already; a server that returns without the end closes the connection.
            except Exception as error:  # noqa: BLE001
                self._tell(str(error) or type(error).__name__)
                return
            # A server takes what is sent to a client that has left, and says nothing.
            if leaving.done():
                return
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _tell(self, reason: str) -> None:
        # stderr may be closed.
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(f"simonides: the download of {self._download.name} broke off: {reason}\n")


async def _until_gone(receive: Receive) -> None:
    """Wait until the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass
