"""A server with what the conformance suite asks for by name, on the same core and HTTP server as the product.

`python -m servers.conformance.fixture_server`; with `--stdio` over pipes.
"""

import sys

from servers.conformance.fixture_offers import OFFERING
from servers.conformance.fixture_tools import TOOLSET, Bench
from simonides.servers.http.access import access_to
from simonides.servers.http.address import read_address
from simonides.servers.http.server import HttpServer, serve_alone
from simonides.servers.mcp.protocol import Core, identify
from simonides.servers.stdio.server import serve_stdio
from simonides.servers.stopping import Stop
from simonides.toolkit.catalogue import Catalogue
from simonides.toolkit.introduction import Introduction


def main() -> int:
    introduction = Introduction("Tools for the conformance suite.", logs=True)
    core = Core(
        introduction,
        lambda: Catalogue((TOOLSET,)),
        lambda _grant: lambda _kind, _name, _purpose: Bench(),
        server_info=identify(introduction, "conformance-fixture", "1.0"),
        offering=OFFERING,
    )
    if "--stdio" in sys.argv:
        return serve_stdio(core)
    address, stop = read_address("0"), Stop()
    return serve_alone(HttpServer(core, address.listen(), access_to(address, None), on_end=stop.ask), stop)


if __name__ == "__main__":
    sys.exit(main())
