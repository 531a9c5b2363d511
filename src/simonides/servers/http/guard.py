"""The guard before all routes: refuses foreign hosts and origins, and requests without a valid token."""

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from simonides.servers.http.access import Access
from simonides.toolkit.grant import Grant

HEALTH = "/health"

_GRANT = "simonides.grant"


class Guard:
    """Wraps the whole application, so that no route can forget to check; records with each request what it may do."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through or answer it with a refusal."""
        refusal = await self._refusal(scope) if scope["type"] == "http" else None
        await (refusal or self._app)(scope, receive, send)

    async def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if not self._access.allows_host(headers.get("host")):
            return PlainTextResponse("Invalid Host header", 421)
        if not self._access.allows_origin(headers.get("origin")):
            return PlainTextResponse("Invalid Origin header", 403)
        if scope["path"] == HEALTH:
            return None
        grant = await self._grant(headers.get("authorization"))
        if grant is None:
            return _unauthorized(is_wrong="authorization" in headers)
        _note(grant, scope)
        return None

    async def _grant(self, authorization: str | None) -> Grant | None:
        # Only a key has to be looked up in its store, which may be slow.
        if authorization is None or self._access.is_masters(authorization):
            return self._access.grant_of(authorization)
        return await run_in_threadpool(self._access.grant_of, authorization)


def grant_of(scope: Scope) -> Grant:
    """What a request that passed the guard may do. Raises KeyError for any other."""
    grant: Grant = scope[_GRANT]
    return grant


def _note(grant: Grant, scope: Scope) -> None:
    scope[_GRANT] = grant
    if grant.holder:
        # The SDK refuses a session that somebody else has opened.
        scope["user"] = AuthenticatedUser(AccessToken(token="", client_id=grant.holder, scopes=[]))


def _unauthorized(*, is_wrong: bool) -> Response:
    challenge = 'Bearer realm="simonides"' + (', error="invalid_token"' if is_wrong else "")
    return PlainTextResponse("Unauthorized", 401, {"WWW-Authenticate": challenge})
