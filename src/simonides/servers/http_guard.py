"""What is turned away before any route sees it? Foreign hosts and origins, and requests without the token."""

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from simonides.servers.http_access import Access

HEALTH = "/health"


class Guard:
    """Stands before the whole application, so that no route can forget to check."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through or answer it with a refusal."""
        refusal = self._refusal(scope) if scope["type"] == "http" else None
        await (refusal or self._app)(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if not self._access.allows_host(headers.get("host")):
            return PlainTextResponse("Invalid Host header", 421)
        if not self._access.allows_origin(headers.get("origin")):
            return PlainTextResponse("Invalid Origin header", 403)
        if scope["path"] != HEALTH and not self._access.allows_token(headers.get("authorization")):
            return _unauthorized(is_wrong="authorization" in headers)
        return None


def _unauthorized(*, is_wrong: bool) -> Response:
    challenge = 'Bearer realm="simonides"' + (', error="invalid_token"' if is_wrong else "")
    return PlainTextResponse("Unauthorized", 401, {"WWW-Authenticate": challenge})
