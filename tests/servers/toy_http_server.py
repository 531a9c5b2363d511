"""The toy tool set over HTTP, beside stdio unless told otherwise: `python -m servers.toy_http_server [--set NAME] [--alone]`."""

import argparse
import sys
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from servers.toy import hold, open_within, toy_core
from simonides.servers.http.access import access_to
from simonides.servers.http.address import read_address
from simonides.servers.http.server import HttpServer, serve_alone
from simonides.servers.rest.companion import Api, Companion
from simonides.servers.rest.events import EventSource
from simonides.servers.stdio.server import serve_stdio
from simonides.servers.stopping import Stop
from simonides.servers.workers import Workers
from simonides.toolkit.grant import Grant
from simonides.toolsets.companion.route import Route as Operation


async def extra(_request: Request) -> Response:
    return PlainTextResponse("extra")


def nobody(_last_event: str, _grant: Grant) -> EventSource:
    raise NotImplementedError


def extra_routes(pool: Workers) -> Sequence[BaseRoute]:
    rest = Api("1.0", [Operation("POST", "/hold", hold, "Hold")], {}, open_within, nobody, lambda _grant: False)
    return [Route("/extra", extra, methods=["GET", "POST"]), Companion(rest, pool)]


def broken_routes(_pool: Workers) -> Sequence[BaseRoute]:
    raise RuntimeError("no routes today")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--set", default="rpc")
    parser.add_argument("--drain", type=float, default=30.0)
    parser.add_argument("--token")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--broken", action="store_true")
    flags = parser.parse_args()
    core = toy_core(flags.set)
    core.server_info["default_palace"] = "attic"
    address = read_address("127.0.0.1:0")
    stop = Stop()
    http = HttpServer(
        core,
        address.listen(),
        access_to(address, flags.token),
        on_end=stop.ask,
        read_routes=broken_routes if flags.broken else extra_routes,
        drain_s=flags.drain,
    )
    if flags.alone:
        return serve_alone(http, stop, shutdown=[lambda: sys.stderr.write("closing engine\n")])
    http.start()
    serve_stdio(core, stop=stop, shutdown=[http.end, lambda: sys.stderr.write("closing engine\n")])
    return http.leave()


if __name__ == "__main__":
    sys.exit(main())
