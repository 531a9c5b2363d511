"""The HTTP application: `/mcp` (Streamable HTTP), `/sse` with its messages, `/health`, and the routes the wiring adds."""

from collections.abc import Sequence

from mcp.server.sse import SseServerTransport
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import RequestBodyLimitMiddleware
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp

from simonides.servers.http.access import Access
from simonides.servers.http.bodies import MendedBodies
from simonides.servers.http.guard import HEALTH, Guard
from simonides.servers.http.sessions import SESSIONS_MAX, SseStream, build_server
from simonides.servers.mcp.protocol import Core
from simonides.servers.workers import Workers

BODY_BYTES_MAX = 4 * 1024 * 1024

_MESSAGES = "/sse/messages/"


def build_app(core: Core, pool: Workers, access: Access, routes: Sequence[BaseRoute] = ()) -> ASGIApp:
    """The application, guarded as a whole; `routes` are served beside our own."""
    server = build_server(core, pool)
    # When no tool says anything but its reply, the reply need not be a stream. The SDK's own check of Host and
    # Origin is left out: the guard does it for all routes alike, and two lists of names would drift.
    sessions = StreamableHTTPSessionManager(
        server, json_response=not core.catalogue.speaks, max_request_body_size=BODY_BYTES_MAX, max_sessions=SESSIONS_MAX
    )
    sse = SseServerTransport(_MESSAGES, max_request_body_size=BODY_BYTES_MAX)
    own = [
        Route(HEALTH, _health),
        Route("/mcp", MendedBodies(StreamableHTTPASGIApp(sessions))),
        Mount(_MESSAGES, app=MendedBodies(sse.handle_post_message)),
        Route("/sse", SseStream(server, sse), methods=["GET"]),
    ]
    app = Starlette(routes=[*own, *routes], lifespan=lambda _app: sessions.run())
    return Guard(RequestBodyLimitMiddleware(app, BODY_BYTES_MAX), access)


async def _health(_request: Request) -> Response:
    return PlainTextResponse("ok")
