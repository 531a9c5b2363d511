"""The guard before all routes: foreign hosts, origins and pages, requests without a valid token, holders beyond their limits.

Host, Origin and the size of the headers are checked first, then the token, then what its holder has used. The files of the web
page hold no data and need no token.
"""

import asyncio

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from simonides.servers.http.access import Access
from simonides.servers.http.limits.holders import Holders, Refusal
from simonides.servers.http.limits.logins import FailedLogins
from simonides.servers.http.limits.values import HEADER_BYTES_MAX, SMALL_BODY_BYTES
from simonides.servers.http.streams import Revocations
from simonides.toolkit.grant import EVERYTHING, Grant

HEALTH = "/health"
UI = "/ui"
ROOT = "/"
"""Leads to the page."""
REFUSAL_S = 0.5
"""How long the refusal of a holder beyond its limits takes."""
LARGE_REFUSAL_S = 3.0
"""How long it takes where a large body is on its way: each one that is sent anew costs both sides, though nobody reads it."""
SECURITY_HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}

_GRANT = "simonides.grant"
# What browsers say of a request that our own page sends, or that a person typed; other programs say nothing.
_OWN_SITES = {None, "same-origin", "none"}


class Guard:
    """Wraps the whole application, so that no route can forget to check; records with each request what it may do."""

    def __init__(self, app: ASGIApp, access: Access, holders: Holders, revocations: Revocations) -> None:
        self._app = app
        self._access = access
        self._holders = holders
        self._revocations = revocations
        self._logins = FailedLogins()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through or answer it with a refusal."""
        refusal = await self._refusal(scope) if scope["type"] == "http" else None
        grant: Grant = scope.get(_GRANT, EVERYTHING)
        if refusal is not None or grant == EVERYTHING:
            await (refusal or self._app)(scope, receive, send)
            return
        try:
            await self._revocations.run(self._app, grant, scope, receive, send)
        finally:
            if grant.holder:
                self._holders.leave(grant.holder)

    async def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > HEADER_BYTES_MAX:
            return _refused("Request headers too large", 431)
        if not self._access.allows_host(headers.get("host")):
            return _refused("Invalid Host header", 421)
        if not self._access.allows_origin(headers.get("origin"), headers.get("host")):
            return _refused("Invalid Origin header", 403)
        if scope["path"] in (HEALTH, ROOT, UI) or scope["path"].startswith(f"{UI}/"):
            return None
        if headers.get("sec-fetch-site") not in _OWN_SITES:
            return _refused("Requests of other pages are refused", 403)
        grant = await self._grant(headers.get("authorization"))
        if grant is None:
            return await self._unauthorized(scope, is_wrong="authorization" in headers)
        refusal = self._admit(grant, scope)
        if refusal is not None:
            # Whoever asks again at once must not keep the server busy with refusals.
            await asyncio.sleep(LARGE_REFUSAL_S if _is_large(headers) else REFUSAL_S)
        return refusal

    async def _grant(self, authorization: str | None) -> Grant | None:
        # Only a key has to be looked up in its store, which may be slow.
        if authorization is None or self._access.is_masters(authorization):
            return self._access.grant_of(authorization)
        return await run_in_threadpool(self._access.grant_of, authorization)

    async def _unauthorized(self, scope: Scope, *, is_wrong: bool) -> Response:
        address = scope["client"][0] if scope.get("client") else "unknown"
        await asyncio.sleep(self._logins.note(address, loggable_path(scope), is_wrong=is_wrong))
        challenge = 'Bearer realm="simonides"' + (', error="invalid_token"' if is_wrong else "")
        return _refused("Unauthorized", 401, {"WWW-Authenticate": challenge})

    def _admit(self, grant: Grant, scope: Scope) -> Response | None:
        refusal = self._holders.enter(grant.holder) if grant.holder else None
        if refusal is not None:
            return _too_many(refusal)
        scope[_GRANT] = grant
        if grant.holder:
            # The SDK refuses a session that somebody else has opened.
            scope["user"] = AuthenticatedUser(AccessToken(token="", client_id=grant.holder, scopes=[]))
        return None


def grant_of(scope: Scope) -> Grant:
    """What a request that passed the guard may do. Raises KeyError for any other."""
    grant: Grant = scope[_GRANT]
    return grant


def holder_of(scope: Scope) -> str:
    """Whose token came with a request; empty for the server's own and for none."""
    grant: Grant | None = scope.get(_GRANT)
    return grant.holder if grant is not None else ""


def loggable_path(scope: Scope) -> str:
    """The path of a request, in one line whatever it holds: anybody may send one with line breaks in it."""
    path: str = scope["path"]
    return path.encode("unicode_escape").decode()


def _is_large(headers: Headers) -> bool:
    length = headers.get("content-length", "0")
    return length.isdecimal() and int(length[:20]) > SMALL_BODY_BYTES


def _too_many(refusal: Refusal) -> Response:
    text = f"Too many requests with this token: {refusal.reason}; try again in {refusal.retry_s} s"
    return _refused(text, 429, {"Retry-After": str(refusal.retry_s)})


def _refused(text: str, status: int, headers: dict[str, str] | None = None) -> Response:
    return PlainTextResponse(text, status, {**SECURITY_HEADERS, **(headers or {})})
