"""The bridge from the official SDK to our core: the SDK carries messages and keeps sessions, the core answers requests.

The core sits in the SDK's middleware, not in its handlers: the SDK checks parameters before a handler sees them and would
answer with its own errors, so that a call would fail differently over HTTP than over stdio.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import partial
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.runner import serve_dual_era_loop
from mcp.server.sse import SseServerTransport
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER
from mcp.shared.exceptions import MCPError
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from simonides.frozen import frozen
from simonides.servers.http.access import readable
from simonides.servers.http.client_line import HttpLine, notifier
from simonides.servers.http.guard import grant_of
from simonides.servers.http.limits.sessions import OpenSessions
from simonides.servers.http.waiting import CallOverdue, run_in
from simonides.servers.mcp.eras import era_named
from simonides.servers.mcp.messages import INTERNAL_ERROR, RpcError
from simonides.servers.mcp.methods import Ask, Result
from simonides.servers.mcp.protocol import Core
from simonides.servers.mcp.session import Session
from simonides.servers.workers import Workers
from simonides.toolkit.catalogue import Catalogue
from simonides.toolkit.grant import Grant

_LOG = logging.getLogger(__name__)

Context = ServerRequestContext[Any, Any]


def build_server(core: Core, pool: Workers, sessions: OpenSessions) -> Server[Any]:
    """An SDK server whose every request goes to the core, slow ones in threads."""
    about = core.server_info
    server: Server[Any] = Server(
        about["name"], version=about["version"], get_tool_input_schema=partial(_schema_with_headers, core.catalogue)
    )
    # This drops the SDK's tracing, which nothing here collects.
    server.middleware[:] = [_Bridge(core, pool, sessions)]
    return server


@frozen
class _Opening:
    """What a connection on SSE keeps for all its messages: the headers it came with, and what we know about its client."""

    headers: Mapping[str, str]
    session: Session = field(default_factory=Session)


class SseStream:
    """The long answer to `GET /sse`, on which the replies to its messages come."""

    def __init__(self, server: Server[Any], transport: SseServerTransport) -> None:
        self._server = server
        self._transport = transport

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one client until it leaves; the headers it connected with count for all its messages."""
        opening = _Opening(readable(Headers(scope=scope)))
        async with self._transport.connect_sse(scope, receive, send) as (messages, replies):
            await serve_dual_era_loop(self._server, messages, replies, lifespan_state=opening)


class _Bridge:
    """The SDK's middleware that asks the core."""

    def __init__(self, core: Core, pool: Workers, sessions: OpenSessions) -> None:
        self._core = core
        self._pool = pool
        self._speaks = core.catalogue.speaks
        self._sessions = sessions

    async def __call__(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Answer a request; notifications are the SDK's own business."""
        if ctx.request_id is None:
            return await call_next(ctx)
        line = HttpLine(ctx) if self._speaks else None
        era, grant = era_named(ctx.protocol_version), _grant_of(ctx)
        ask = Ask(ctx.params or {}, era, self._session_of(ctx), _headers_of(ctx), line, grant)
        answer = partial(self._told, ctx.method, partial(self._core.answer, ctx.method, ask))
        if not self._core.is_slow(ctx.method):
            return answer()
        try:
            return await run_in(self._pool, answer, grant.holder, self._core.seconds_for(ask))
        except CallOverdue:
            return self._told(ctx.method, partial(self._core.overdue, ask))
        finally:
            if line is not None:
                line.hang_up()

    def _told(self, method: str, answer: Callable[[], Result]) -> Result:
        try:
            return answer()
        except RpcError as error:
            raise MCPError(code=error.code, message=error.message, data=error.data) from error
        # The SDK would send a bug's text with code 0. A tool's failure never gets here: the core has answered it.
        except Exception as error:
            _LOG.exception("%s failed", method)
            raise MCPError(code=INTERNAL_ERROR, message="Internal error") from error

    def _session_of(self, ctx: Context) -> Session:
        """What we know about the client: as long as its connection on SSE, or the session that its header names."""
        if isinstance(ctx.lifespan_context, _Opening):
            return _reachable(ctx.lifespan_context.session, ctx)
        number = ctx.request.headers.get(MCP_SESSION_ID_HEADER) if ctx.request is not None else None
        # The SDK has checked the number.
        return _reachable(self._sessions.client_of(number), ctx) if number is not None else _named(Session(), ctx)


def _reachable(session: Session, ctx: Context) -> Session:
    """The session, with its version and a way to notify its client between requests; any of its requests provides one."""
    session.era = era_named(ctx.protocol_version)
    session.notify = session.notify or notifier(ctx)
    return _named(session, ctx)


def _named(session: Session, ctx: Context) -> Session:
    """The session, with what its client called itself in the handshake, which the SDK has read."""
    said = ctx.session.client_params
    if said is not None and not session.client:
        session.client = {"name": said.client_info.name, "version": said.client_info.version}
    return session


def _schema_with_headers(catalogue: Catalogue, name: str) -> dict[str, Any] | None:
    """What the SDK compares headers with: the schema of a tool's arguments, where any of them travels in a header."""
    entry = catalogue.find(name)
    return entry.input_schema(has_default_scope=True) if entry is not None and entry.signature.headers else None


def _grant_of(ctx: Context) -> Grant:
    # The grant of this request, not of the connection it came over.
    if ctx.request is None:
        raise MCPError(code=INTERNAL_ERROR, message="Internal error: the HTTP request has no headers")
    return grant_of(ctx.request.scope)


def _headers_of(ctx: Context) -> dict[str, str]:
    opening = ctx.lifespan_context
    kept = opening.headers if isinstance(opening, _Opening) else {}
    return {**kept, **readable(ctx.request.headers if ctx.request is not None else {})}
