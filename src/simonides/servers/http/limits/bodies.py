"""Bodies of requests: read whole before the application sees them, within a budget for all of them together.

A large body is read only once there is room for the whole of it; until then its sender is not read from, so that the bytes stay
on the sender's side. Nobody can take more than a quarter of the room.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from simonides.servers.http.guard import holder_of
from simonides.servers.http.limits.values import BODY_BYTES_MAX, SMALL_BODY_BYTES, HttpLimits

_HOLDERS_SHARE = 4


class BodyBudget:
    """Room for the bodies in flight; used in the event loop only. `on_empty` is called when the last large body has gone."""

    def __init__(self, total: int, on_empty: Callable[[], None] = lambda: None) -> None:
        self._total = max(total, BODY_BYTES_MAX)
        self._on_empty = on_empty
        self._used: Counter[str] = Counter()
        self._waiting: deque[tuple[str, int, asyncio.Future[None]]] = deque()

    async def take(self, holder: str, size: int) -> None:
        """Take room for a body, once there is some; in the order of asking, but for those whose holder has too much already."""
        if self._fits(holder, size):
            self._used[holder] += size
        else:
            await self._wait(holder, size)

    def give_back(self, holder: str, size: int) -> None:
        """Give back what was taken."""
        self._used[holder] -= size
        if not self._used[holder]:
            del self._used[holder]
        self._let_in()
        if not self._used:
            self._on_empty()

    async def _wait(self, holder: str, size: int) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((holder, size, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back(holder, size)
            raise

    def _fits(self, holder: str, size: int) -> bool:
        share = max(self._total // _HOLDERS_SHARE, BODY_BYTES_MAX) if holder else self._total
        return self._used.total() + size <= self._total and self._used[holder] + size <= share

    def _let_in(self) -> None:
        left: deque[tuple[str, int, asyncio.Future[None]]] = deque()
        for holder, size, turn in self._waiting:
            if turn.done():
                continue
            if self._fits(holder, size):
                self._used[holder] += size
                turn.set_result(None)
            else:
                left.append((holder, size, turn))
        self._waiting = left


class WholeBodies:
    """An application that gets each body in one piece; one beyond the limit is refused (413)."""

    def __init__(
        self, app: ASGIApp, limits: HttpLimits, count: Callable[[str, int], None], on_empty: Callable[[], None] = lambda: None
    ) -> None:
        self._app = app
        self._patience_s = limits.body_s
        self._count = count
        self._budget = BodyBudget(limits.bodies_bytes, on_empty)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body, if there is one, and pass the request on."""
        declared = _declared(scope) if scope["type"] == "http" else 0
        if declared == 0:
            await self._app(scope, receive, send)
            return
        head = _NOTHING_YET if declared is not None and declared > SMALL_BODY_BYTES else await _read(receive, SMALL_BODY_BYTES)
        if declared is not None and declared > BODY_BYTES_MAX:
            await _TOO_LARGE(scope, receive, send)
        elif head.is_whole:
            await self._pass_on(scope, head, receive, send)
        else:
            await self._take(scope, head, declared or BODY_BYTES_MAX, receive, send)

    async def _take(self, scope: Scope, head: "_Read", size: int, receive: Receive, send: Send) -> None:
        holder = holder_of(scope)
        try:
            async with asyncio.timeout(self._patience_s):
                await self._budget.take(holder, size)
        except TimeoutError:
            await _NO_ROOM(scope, receive, send)
            return
        try:
            await self._pass_on(scope, await _read(receive, size, head.body), receive, send)
        finally:
            self._budget.give_back(holder, size)

    async def _pass_on(self, scope: Scope, read: "_Read", receive: Receive, send: Send) -> None:
        if not read.is_whole:
            # Nobody hears it when the sender has gone.
            await _TOO_LARGE(scope, receive, send)
            return
        self._count(holder_of(scope), len(read.body))
        await self._app(scope, _replay(read.body, receive), send)


class _Read(NamedTuple):
    """What has been read of a body; not whole when more of it may come, it is too large, or its sender has gone."""

    body: bytes
    is_whole: bool


_NOTHING_YET = _Read(b"", is_whole=False)
_TOO_LARGE = PlainTextResponse("Request body too large", 413)
_NO_ROOM = PlainTextResponse("Too many large requests at once", 503, {"Retry-After": "5"})


def _declared(scope: Scope) -> int | None:
    """The length of the body; None when it is not told."""
    headers = Headers(scope=scope)
    if "transfer-encoding" in headers:
        return None
    length = headers.get("content-length", "0")
    return int(length) if length.isdecimal() else 0


async def _read(receive: Receive, limit: int, head: bytes = b"") -> _Read:
    """The body up to its end, or until it is beyond the limit. What comes with its end is whole also beyond it."""
    message = await receive()
    if not head and message["type"] == "http.request" and not message.get("more_body"):
        return _Read(message.get("body", b""), is_whole=True)
    whole = bytearray(head) + message.get("body", b"")
    while message.get("more_body") and len(whole) <= limit:
        message = await receive()
        whole += message.get("body", b"")
    # After the end there is nothing to receive: whoever waited for more would wait until the sender leaves.
    is_over = message["type"] == "http.request" and not message.get("more_body")
    return _Read(bytes(whole), is_whole=is_over and len(whole) <= BODY_BYTES_MAX)


def _replay(body: bytes, receive: Receive) -> Receive:
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return messages.pop() if messages else await receive()

    return replayed
