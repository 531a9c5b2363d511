"""Plain calls of tools over `/mcp`, answered without the SDK.

A call that is regular in every respect needs nothing of what the SDK provides: no stream, no question to the client, no new
session. It is parsed once, checked once and answered as one JSON object. Everything else that is a message, and every doubt,
goes to the SDK, so that each refusal stays its own. A session's first call goes there too: the SDK knows what was agreed on in
its handshake.
"""

import asyncio
import logging
from collections.abc import Mapping
from functools import partial
from typing import Any

from mcp.server.streamable_http import MCP_SESSION_ID_HEADER, REQUEST_CANCELLED
from mcp.shared.inbound import ERROR_CODE_HTTP_STATUS
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from simonides.frozen import frozen
from simonides.servers.http.access import readable
from simonides.servers.http.bodies import mend
from simonides.servers.http.guard import grant_of, holder_of
from simonides.servers.http.limits.sessions import OpenSessions
from simonides.servers.http.waiting import CallOverdue, run_in
from simonides.servers.mcp.eras import CAPABILITIES_KEY, CLIENT_INFO_KEY, HANDSHAKES, MODERN, VERSION_KEY, Era
from simonides.servers.mcp.messages import (
    INTERNAL_ERROR,
    MessageId,
    Reply,
    RpcError,
    decode,
    encode,
    error_reply,
    id_of,
    read_message,
    result_reply,
)
from simonides.servers.mcp.methods import Ask, Result
from simonides.servers.mcp.protocol import Core
from simonides.servers.mcp.session import Session
from simonides.servers.workers import Workers

PATH = "/mcp"
METHOD = "tools/call"
CANCELLED = "notifications/cancelled"

_FIELDS = {"jsonrpc", "id", "method", "params"}
_PARAMS = {"name", "arguments", "_meta"}
_ENVELOPE = {VERSION_KEY, CAPABILITIES_KEY, CLIENT_INFO_KEY}
_CLIENT = {"name", "version"}
_SESSION = MCP_SESSION_ID_HEADER.encode()
_LOG = logging.getLogger(__name__)


@frozen
class PlainCall:
    """A call as the core takes it, the id of its reply, and the number of its session, if it has one."""

    ask: Ask
    id: MessageId
    session: str | None


class PlainCalls:
    """An application whose plain calls are answered here."""

    def __init__(self, app: ASGIApp, core: Core, pool: Workers, sessions: OpenSessions) -> None:
        self._app = app
        self._core = core
        self._pool = pool
        self._sessions = sessions
        self._running: dict[tuple[str, MessageId], asyncio.Future[Any]] = {}
        """What sessions wait for, by the number of the session and the id of the request."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a plain call, and pass everything else on. The body must come in one piece."""
        if scope["type"] != "http" or scope["path"] != PATH or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        message = await receive()
        call = self._read(scope, message)
        if call is not None:
            await self._answer(call, receive, send)
        elif refusal := _refusal_of(message):
            await Response(encode(refusal), 400, media_type="application/json")(scope, receive, send)
        else:
            self._heed(scope, message)
            await self._app(scope, _again(message, receive), send)

    async def _answer(self, call: PlainCall, receive: Receive, send: Send) -> None:
        ask = call.ask
        work = partial(self._told, call, partial(self._core.answer, METHOD, ask))
        seconds = self._core.seconds_for(ask)
        running = asyncio.ensure_future(run_in(self._pool, work, ask.grant.holder, seconds))
        if call.session is not None:
            self._running[call.session, call.id] = running
        try:
            if ask.era is MODERN and not await _is_awaited(running, receive):
                return
            status, body = await running
        except CallOverdue:
            status, body = self._told(call, partial(self._core.overdue, ask))
        except asyncio.CancelledError:
            if not running.cancelled() or call.session is None:
                raise
            # As the SDK answers it: in this era a request ends with a response.
            status, body = 200, _line(error_reply(call.id, RpcError(REQUEST_CANCELLED, "Request cancelled")))
        finally:
            if call.session is not None and self._running.get((call.session, call.id)) is running:
                del self._running[call.session, call.id]
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if call.session is not None:
            headers.append((_SESSION, call.session.encode()))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _heed(self, scope: Scope, message: Message) -> None:
        """Let go of the plain call that a session cancels; the SDK, which hears of it too, does not know that call."""
        body = message.get("body", b"")
        # Almost nothing else names the method, so that no other body is parsed for it.
        if CANCELLED.encode() not in body:
            return
        try:
            note = decode(body)
        except RpcError:
            return
        number = next((value.decode("latin-1") for name, value in scope["headers"] if name == _SESSION), None)
        opened = self._sessions.find(number) if number is not None else None
        params = note.get("params") if isinstance(note, dict) and note.get("method") == CANCELLED else None
        request = id_of({"id": params.get("requestId")}) if isinstance(params, dict) else None
        if opened is not None and opened.holder == holder_of(scope) and request is not None:
            running = self._running.get((opened.number, request))
            if running is not None:
                running.cancel()

    def _told(self, call: PlainCall, answer: "partial[Result]") -> tuple[int, bytes]:
        """The status and the body of the reply; made in the thread of the call, so that others are served meanwhile."""
        try:
            return 200, _line(result_reply(call.id, answer()))
        except RpcError as error:
            failure = error
        # A broad catch, as in the bridge to the SDK: a bug's text must not be sent. The core has answered what a tool raises.
        except Exception:  # noqa: BLE001
            _LOG.exception("%s failed", METHOD)
            failure = RpcError(INTERNAL_ERROR, "Internal error")
        status = ERROR_CODE_HTTP_STATUS.get(failure.code, 200) if call.ask.era is MODERN else 200
        return status, _line(error_reply(call.id, failure))

    def _read(self, scope: Scope, message: Message) -> PlainCall | None:
        """The call in a request; None for what is not plain."""
        headers = _headers_of(scope)
        if headers is None or message["type"] != "http.request" or message.get("more_body"):
            return None
        try:
            body = decode(mend(message.get("body", b"")))
        except RpcError:
            return None
        number = id_of(body)
        if number is None or not isinstance(body, dict) or not self._is_plain(body):
            return None
        found = self._client_of(scope, headers, body["params"])
        if found is None:
            return None
        era, session, of = found
        return PlainCall(Ask(body["params"], era, session, readable(headers), None, grant_of(scope)), number, of)

    def _is_plain(self, body: Mapping[str, Any]) -> bool:
        params = body.get("params")
        if body.keys() != _FIELDS or body["jsonrpc"] != "2.0" or body["method"] != METHOD or not isinstance(params, dict):
            return False
        name = params.get("name")
        if not isinstance(name, str) or not params.keys() <= _PARAMS or not isinstance(params.get("arguments", {}), dict):
            return False
        entry = self._core.catalogue.find(name)
        # A tool that speaks needs a stream, and one with arguments in headers their comparison.
        return entry is not None and entry.signature.voice is None and not entry.signature.headers

    def _client_of(
        self, scope: Scope, headers: Mapping[str, str], params: Mapping[str, Any]
    ) -> tuple[Era, Session, str | None] | None:
        """The era of a request, what is known about its client, and the number of its session; None where there is a doubt."""
        version, number = headers.get("mcp-protocol-version"), headers.get(MCP_SESSION_ID_HEADER)
        if version == MODERN.version:
            is_plain = number is None and _is_enveloped(headers, params)
            return (MODERN, Session(), None) if is_plain else None
        opened = self._sessions.find(number) if number is not None and version in HANDSHAKES else None
        if opened is None or params.get("_meta") or opened.holder != holder_of(scope):
            return None
        session = self._sessions.client_of(opened.number)
        # The SDK has served it once, and both sides still speak of the same version.
        is_known = session.notify is not None and session.era.version == version
        return (session.era, session, number) if is_known else None


def _refusal_of(message: Message) -> Reply | None:
    """What a body is answered with that is JSON and no message: the SDK would tell all that it might have been."""
    try:
        body = decode(mend(message.get("body", b"")))
    except RpcError:
        return None
    try:
        read_message(body)
    except RpcError as error:
        return error_reply(id_of(body), error)
    return None


def _headers_of(scope: Scope) -> dict[str, str] | None:
    """The headers of a request by lower-case name; None where one comes twice, or is not what a plain call has."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    accept, kind = headers.get("accept", ""), headers.get("content-type", "")
    is_usual = "application/json" in accept and "text/event-stream" in accept and ";" not in accept and kind == "application/json"
    is_plain = is_usual and len(headers) == len(scope["headers"]) and not any(name.startswith("mcp-param-") for name in headers)
    return headers if is_plain else None


def _is_enveloped(headers: Mapping[str, str], params: Mapping[str, Any]) -> bool:
    """Whether the envelope of a modern request is complete, and agrees with its headers."""
    meta = params.get("_meta")
    if not isinstance(meta, dict) or not meta.keys() <= _ENVELOPE or meta.get(VERSION_KEY) != MODERN.version:
        return False
    client = meta.get(CLIENT_INFO_KEY, dict.fromkeys(_CLIENT, ""))
    is_named = isinstance(client, dict) and client.keys() == _CLIENT and all(isinstance(each, str) for each in client.values())
    agrees = headers.get("mcp-method") == METHOD and headers.get("mcp-name") == params["name"]
    return is_named and agrees and _are_usual(meta.get(CAPABILITIES_KEY))


def _are_usual(capabilities: object) -> bool:
    """Whether capabilities are such as clients declare; the SDK says what is wrong with others."""
    return isinstance(capabilities, dict) and all(each in ({}, {"listChanged": True}) for each in capabilities.values())


async def _is_awaited(running: "asyncio.Future[Any]", receive: Receive) -> bool:
    """Wait for a call as long as its client does; False when the client hangs up first, and no longer wants the answer."""
    listening = asyncio.ensure_future(receive())
    try:
        await asyncio.wait((running, listening), return_when=asyncio.FIRST_COMPLETED)
    finally:
        listening.cancel()
    return running.done() or not running.cancel()


def _line(reply: Reply) -> bytes:
    return encode(reply).removesuffix(b"\n")


def _again(message: Message, receive: Receive) -> Receive:
    messages = [message]

    async def received() -> Message:
        return messages.pop() if messages else await receive()

    return received
