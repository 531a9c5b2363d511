"""How does the official SDK speak for our core? It carries messages and keeps sessions; every request is answered by the core.

The core stands in the SDK's middleware, not in its handlers: the SDK checks parameters before a handler sees them and would
answer in words of its own, so that a call would fail differently over HTTP than over stdio.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.runner import serve_dual_era_loop
from mcp.server.sse import SseServerTransport
from mcp.shared.exceptions import MCPError
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from simonides.servers.eras import era_named
from simonides.servers.http_access import readable
from simonides.servers.messages import INTERNAL_ERROR, RpcError
from simonides.servers.methods import Result
from simonides.servers.pool import Pool
from simonides.servers.protocol import Core

_LOG = logging.getLogger(__name__)

Context = ServerRequestContext[Any, Any]


def build_server(core: Core, pool: Pool) -> Server[Any]:
    """An SDK server whose every request goes to the core, slow ones in threads."""
    server: Server[Any] = Server(core.server_info["name"], version=core.server_info["version"])
    # This leaves the SDK's tracing out, which nobody here collects.
    server.middleware[:] = [_Bridge(core, pool)]
    return server


class SseStream:
    """The long answer to `GET /sse`, on which the replies to its messages come."""

    def __init__(self, server: Server[Any], transport: SseServerTransport) -> None:
        self._server = server
        self._transport = transport

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one client until it leaves; the headers it connected with count for all its messages."""
        opening = readable(Headers(scope=scope))
        async with self._transport.connect_sse(scope, receive, send) as (messages, replies):
            await serve_dual_era_loop(self._server, messages, replies, lifespan_state=opening)


class _Bridge:
    """The SDK's middleware that asks the core."""

    def __init__(self, core: Core, pool: Pool) -> None:
        self._core = core
        self._pool = pool

    async def __call__(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Answer a request; notifications are the SDK's own business."""
        if ctx.request_id is None:
            return await call_next(ctx)
        answer = partial(self._answer, ctx.method, ctx.params or {}, ctx.protocol_version, _headers_of(ctx))
        return await _run(self._pool, answer) if self._core.is_slow(ctx.method) else answer()

    def _answer(self, method: str, params: Mapping[str, Any], version: str, headers: Mapping[str, str]) -> Result:
        try:
            return self._core.answer(method, params, era=era_named(version), headers=headers)
        except RpcError as error:
            raise MCPError(code=error.code, message=error.message, data=error.data) from error
        # The SDK would send a bug's text with the code 0. A tool's failure never comes here: the core has answered it.
        except Exception as error:
            _LOG.exception("%s failed", method)
            raise MCPError(code=INTERNAL_ERROR, message="Internal error") from error


def _headers_of(ctx: Context) -> dict[str, str]:
    # What a connection keeps for its requests is empty, except on SSE: there it is what the client connected with.
    opening: Mapping[str, str] = ctx.lifespan_context
    return {**opening, **readable(ctx.request.headers if ctx.request is not None else {})}


async def _run(pool: Pool, answer: Callable[[], Result]) -> Result:
    """Run in one of the pool's threads. Whoever waits may be cancelled: then a waiting job is dropped, a running one ends."""
    promise: Future[Result] = Future()
    pool.submit(partial(_fulfil, promise, answer))
    return await asyncio.wrap_future(promise)


def _fulfil(promise: Future[Result], answer: Callable[[], Result]) -> None:
    if not promise.set_running_or_notify_cancel():
        return
    try:
        result = answer()
    except MCPError as error:
        promise.set_exception(error)
    else:
        promise.set_result(result)
