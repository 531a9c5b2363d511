"""The routes of the page: `/ui/` and everything below it, without data, and the exchange of a code for a key.

Every address below `/ui/` that is no file is the shell, since the page reads its own address.
"""

from collections.abc import Callable, Sequence
from functools import partial

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from simonides.servers.http.guard import ROOT, SECURITY_HEADERS, UI
from simonides.servers.mcp.messages import RpcError, decode
from simonides.servers.web.assets import Asset, Assets
from simonides.toolkit.grant import Grant
from simonides.toolkit.replies import to_json

LOGIN = f"{UI}/login"
# The policy that Trusted Types allow makes the address of our worker, and nothing else.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types simonides-worker"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_FOR_GOOD = "public, max-age=31536000, immutable"
_ASKS_AGAIN = "no-cache"
_CODE_MAX = 200

Redeem = Callable[[str], tuple[str, Grant] | None]


def page_routes(assets: Assets, redeem: Redeem) -> Sequence[BaseRoute]:
    """The routes of the page; `redeem` gives the key for a code, once."""
    return [
        Route(LOGIN, partial(_log_in, redeem), methods=["POST"]),
        Route(ROOT, _to_the_page),
        Route(UI, _to_the_page),
        Route(f"{UI}/{assets.version}/{{path:path}}", partial(_file, assets)),
        Route(f"{UI}/{{path:path}}", partial(_shell, assets)),
    ]


async def _to_the_page(_request: Request) -> Response:
    """Whoever types the address of the server into a browser looks for the page."""
    return RedirectResponse(f"{UI}/", 308, HEADERS)


async def _shell(assets: Assets, request: Request) -> Response:
    return _answer(request, assets.shell(request.path_params["path"]), _ASKS_AGAIN)


async def _file(assets: Assets, request: Request) -> Response:
    found = assets.find(request.path_params["path"])
    if found is None:
        return PlainTextResponse("Not found", 404, HEADERS)
    return _answer(request, found, _FOR_GOOD)


def _answer(request: Request, asset: Asset, caching: str) -> Response:
    headers = {**HEADERS, "Cache-Control": caching, "ETag": asset.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == asset.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(asset.compressed, 200, headers, asset.media_type)
    return Response(asset.body, 200, headers, asset.media_type)


async def _log_in(redeem: Redeem, request: Request) -> Response:
    # Unlike a link to the page, this is never asked for by another site.
    if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return _told(403, {"error": "another page cannot log in"})
    found = redeem(_code_of(await request.body()))
    if found is None:
        return _told(401, {"error": "this link was used already, or is older than a minute: run `simonides open` again"})
    key, grant = found
    return _told(200, {"key": key, "palace": grant.scope, "may_write": grant.may_write})


def _code_of(body: bytes) -> str:
    try:
        wire = decode(body)
    except RpcError:
        return ""
    code = wire.get("code") if isinstance(wire, dict) else None
    return code if isinstance(code, str) and len(code) <= _CODE_MAX else ""


def _told(status: int, document: dict[str, object]) -> Response:
    return Response(to_json(document), status, {**HEADERS, **SECURITY_HEADERS}, "application/json")
