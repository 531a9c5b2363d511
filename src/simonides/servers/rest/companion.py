"""The companion: a REST interface beside MCP, with requests and replies in JSON."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from anyio import CapacityLimiter
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from simonides.frozen import frozen
from simonides.servers.deadlines import NO_LIMIT, CallLimit
from simonides.servers.http.guard import SECURITY_HEADERS, grant_of
from simonides.servers.http.waiting import CallOverdue, run_in
from simonides.servers.mcp.calls import log_bug
from simonides.servers.rest.downloads import FileReply, first_piece
from simonides.servers.rest.events import LOOKING_MAX, EventSource, stream
from simonides.servers.rest.openapi import describe
from simonides.servers.rest.requests import RequestRefused, read_path, read_wire
from simonides.servers.rest.routes import Operation, RouteEndpoint, read_operations, segments_of
from simonides.servers.workers import Workers
from simonides.toolkit.arguments import read_arguments
from simonides.toolkit.calling import OpenReceiver, Purpose
from simonides.toolkit.content import Download
from simonides.toolkit.faults import BadArgument
from simonides.toolkit.grant import Grant
from simonides.toolkit.replies import to_json

PREFIX = "/api/v1"
EVENTS = "events"
DESCRIPTION = "openapi.json"


@frozen
class Api:
    """Everything the companion serves, with the status of each kind of failure, who opens receivers and who follows events."""

    version: str
    operations: Sequence[Operation]
    statuses: Mapping[type[Exception], int]
    open_within: Callable[[Grant], OpenReceiver]
    follow: Callable[[str, Grant], EventSource]
    is_good: Callable[[Grant], bool]
    """Whether the grant a stream began with is still valid."""
    interval_s: float = 0.5
    """How often a listener looks for events."""
    heartbeat_s: float = 15.0
    """How often a listener is told that the stream is alive."""
    limit: CallLimit = NO_LIMIT
    """How long an operation may take."""
    sign: Callable[[str, str], AbstractContextManager[None]] = lambda _client, _holder: contextlib.nullcontext()
    """Signs what an operation writes, by the client's `User-Agent` and the holder of its grant."""


class Companion(BaseRoute):
    """One route of a larger application, which guards it and lends its pool; failures are JSON with one sentence under `error`.

    A route of our own, since Starlette decodes a path before it cuts it at the slashes, and cannot match a line break in it.
    """

    def __init__(self, api: Api, pool: Workers) -> None:
        self._api = api
        self._pool = pool
        self._looking = CapacityLimiter(LOOKING_MAX)
        self._endpoints = read_operations(api.operations)
        self._description = to_json(describe(self._endpoints, api.version, api.statuses.values(), PREFIX))

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether the request is for us: everything below the prefix is."""
        root = scope.get("root_path", "")
        path = scope["path"].removeprefix(root)
        if scope["type"] != "http" or not f"{path}/".startswith(f"{PREFIX}/"):
            return Match.NONE, {}
        return Match.FULL, {"root_path": root + PREFIX}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        try:
            response = await self._respond(request, segments_of(scope))
        except RequestRefused as refusal:
            response = _json(refusal.status, {"error": refusal.reason}, refusal.headers)
        # A browser must take a reply for what it says it is, and nobody on the way may keep it.
        response.headers.update(SECURITY_HEADERS)
        await response(scope, receive, send)

    async def _respond(self, request: Request, segments: list[str]) -> Response:
        if segments == [EVENTS]:
            _allow(request, ["GET"])
            grant = grant_of(request.scope)
            follower = self._api.follow(request.headers.get("last-event-id", ""), grant)
            is_welcome = partial(self._api.is_good, grant)
            return stream(follower, is_welcome, self._looking, self._api.interval_s, self._api.heartbeat_s)
        if segments == [DESCRIPTION]:
            _allow(request, ["GET"])
            return Response(self._description, media_type="application/json")
        endpoint, path = self._find(request, segments)
        wire = await read_wire(endpoint, request)
        grant, seconds = grant_of(request.scope), self._api.limit.seconds
        signed = self._api.sign(request.headers.get("user-agent", ""), grant.holder)
        answer = partial(self._answer, endpoint, path, wire, self._api.open_within(grant), signed)
        try:
            response = await run_in(self._pool, answer, grant.holder, seconds)
        except CallOverdue:
            return self._fail(endpoint, self._api.limit.overdue(seconds))
        if isinstance(response, FileReply):
            response.pull_by(partial(self._pull, response, grant))
        return response

    async def _pull(self, file: FileReply, grant: Grant) -> bytes | None:
        """The next piece of a file, made by a thread of the pool as a call of its own; None at its end."""
        return await run_in(self._pool, partial(self._next_piece, file, grant), grant.holder, self._api.limit.seconds)

    def _next_piece(self, file: FileReply, grant: Grant) -> bytes | None:
        with self._api.limit.limited(self._api.limit.seconds):
            if not self._api.is_good(grant):
                raise PermissionError("its token was revoked")
            return file.next_piece()

    def _find(self, request: Request, segments: list[str]) -> tuple[RouteEndpoint, Mapping[str, str]]:
        found = [(endpoint, path) for endpoint in self._endpoints if (path := endpoint.match(segments)) is not None]
        if not found:
            raise RequestRefused(404, f"nothing found at {request.url.path}; see {PREFIX}/{DESCRIPTION} for all paths")
        _allow(request, [endpoint.operation.method for endpoint, _ in found])
        method = "GET" if request.method == "HEAD" else request.method
        return next((endpoint, path) for endpoint, path in found if endpoint.operation.method == method)

    def _answer(
        self, endpoint: RouteEndpoint, path: Mapping[str, str], wire: Mapping[str, Any], opener: OpenReceiver,
        signed: AbstractContextManager[None],
    ) -> Response:  # fmt: skip
        try:
            with self._api.limit.limited(self._api.limit.seconds), signed:
                reply = _call(endpoint, path, wire, opener)
                if isinstance(reply, Download):
                    # What fails at the beginning is still told as an error.
                    return FileReply(reply, first_piece(reply), endpoint.operation.status)
            return Response(status_code=204) if reply is None else _json(endpoint.operation.status, reply)
        except BadArgument as error:
            return _json(400, {"error": error.reason})
        # As with tools: whatever an operation does, its caller gets an answer.
        except Exception as error:  # noqa: BLE001
            return self._fail(endpoint, error)

    def _fail(self, endpoint: RouteEndpoint, error: Exception) -> Response:
        for kind in type(error).__mro__:
            if kind in self._api.statuses:
                return _json(self._api.statuses[kind], {"error": str(error)})
        log_bug(error)
        return _json(500, {"error": f"internal error in {endpoint.label}: {type(error).__name__}"})


def _call(endpoint: RouteEndpoint, path: Mapping[str, str], wire: Mapping[str, Any], opener: OpenReceiver) -> object:
    scope = path.get(endpoint.scope_name) if endpoint.scope_name else None
    keywords = read_arguments(endpoint.label, endpoint.path_fields, read_path(endpoint.path_fields, path))
    keywords |= read_arguments(endpoint.label, endpoint.fields, wire)
    operation, method = endpoint.operation, endpoint.operation.method
    purpose = Purpose(
        writes=method != "GET",
        reads_files=operation.reads_files,
        adds=method == "POST",
        takes_notes=operation.takes_notes,
    )
    return operation.function(opener(endpoint.signature.receiver, scope, purpose), **keywords)


def _allow(request: Request, methods: list[str]) -> None:
    allowed = [*methods, *(["HEAD"] if "GET" in methods else [])]
    if request.method not in allowed:
        raise RequestRefused(
            405, f"{request.method} is not allowed here; use {' or '.join(allowed)}", {"Allow": ", ".join(allowed)}
        )


def _json(status: int, reply: object, headers: Mapping[str, str] | None = None) -> Response:
    return Response(to_json(reply), status, headers, media_type="application/json")
