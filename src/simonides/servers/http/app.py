"""The HTTP application: `/mcp` (Streamable HTTP), `/sse` with its messages, `/health`, and the routes the wiring adds."""

from collections.abc import Sequence

from mcp.server.sse import SseServerTransport
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp

from simonides.servers.http.access import Access
from simonides.servers.http.access_log import AccessLog
from simonides.servers.http.bodies import MendedBodies
from simonides.servers.http.guard import HEALTH, Guard
from simonides.servers.http.limits.bodies import WholeBodies
from simonides.servers.http.limits.holders import Holders
from simonides.servers.http.limits.resources import give_back_memory
from simonides.servers.http.limits.sessions import OpenSessions, SessionQuota
from simonides.servers.http.limits.values import BODY_BYTES_MAX, HttpLimits
from simonides.servers.http.plain_calls import PATH, PlainCalls
from simonides.servers.http.plain_replies import PlainReplies
from simonides.servers.http.sessions import SseStream, build_server
from simonides.servers.http.streams import Revocations
from simonides.servers.mcp.protocol import Core
from simonides.servers.workers import Workers

_MESSAGES = "/sse/messages/"


def build_app(
    core: Core, pool: Workers, access: Access, limits: HttpLimits, holders: Holders, routes: Sequence[BaseRoute] = ()
) -> ASGIApp:
    """The application, guarded as a whole; `routes` are served beside our own."""
    open_sessions = OpenSessions(limits)
    server = build_server(core, pool, open_sessions)
    # When no tool says anything but its reply, the reply need not be a stream. The SDK's own check of Host and
    # Origin is left out: the guard does it for all routes alike, and two lists of names would drift.
    sessions = StreamableHTTPSessionManager(
        server,
        json_response=not core.catalogue.speaks,
        max_request_body_size=BODY_BYTES_MAX,
        # Ours are ended before there are so many.
        max_sessions=2 * limits.sessions,
    )
    sse = SseServerTransport(_MESSAGES, max_request_body_size=BODY_BYTES_MAX)
    own = [
        Route(HEALTH, _health),
        Route(
            PATH,
            SessionQuota(PlainReplies(MendedBodies(StreamableHTTPASGIApp(sessions))), open_sessions, holders.charge_session),
        ),
        Mount(_MESSAGES, app=MendedBodies(sse.handle_post_message)),
        Route("/sse", SseStream(server, sse), methods=["GET"]),
    ]
    app = Starlette(routes=[*own, *routes], lifespan=lambda _app: sessions.run())
    whole = WholeBodies(PlainCalls(app, core, pool, open_sessions), limits, holders.charge_bytes, give_back_memory)
    guarded = Guard(whole, access, holders, Revocations(access.keys.are_good))
    return AccessLog(guarded) if limits.logs_access else guarded


async def _health(_request: Request) -> Response:
    return PlainTextResponse("ok")
