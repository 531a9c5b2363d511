"""The tools that the conformance suite asks for by name, on the same core and the same HTTP server as the product.

`python -m servers.conformance.fixture_server`. Only what the core can say is here: texts, failures, and calls that say
nothing on the side. Images, sounds, resources, prompts, and everything that asks the client back are no part of it.
"""

import sys

from simonides.servers.http import HttpServer, serve_alone
from simonides.servers.http_access import access_to
from simonides.servers.http_address import read_address
from simonides.servers.protocol import Core, identify
from simonides.servers.stopping import Stop
from simonides.toolkit.catalogue import Catalogue
from simonides.toolkit.faults import result_faults
from simonides.toolkit.introduction import Introduction
from simonides.toolkit.scope import ScopeSetting
from simonides.toolkit.tool import Effect, Tool, Toolset


class Bench:
    """What the tools work on: nothing at all."""


class Wanted(Exception):
    """The failure that the suite asks for."""


def test_simple_text(bench: Bench) -> str:
    """Say one sentence."""
    return "This is a simple text response for testing."


def test_error_handling(bench: Bench) -> str:
    """Fail."""
    raise Wanted("This tool intentionally returns an error for testing")


def test_streaming_elicitation(bench: Bench) -> str:
    """Answer without asking the client anything."""
    return "Nothing was asked."


def test_logging_tool(bench: Bench) -> str:
    """Answer without logging anything."""
    return "Nothing was logged."


TOOLSET = Toolset(
    "conformance",
    (
        Tool(test_simple_text, "Simple text", Effect.READ),
        Tool(test_error_handling, "Error", Effect.READ),
        Tool(test_streaming_elicitation, "Stream", Effect.READ),
        Tool(test_logging_tool, "Log", Effect.READ),
    ),
    result_faults(expected=Wanted),
    ScopeSetting(Bench),
)


def main() -> int:
    introduction = Introduction("Tools for the conformance suite.")
    core = Core(
        introduction,
        lambda: Catalogue((TOOLSET,)),
        lambda _kind, _name, _may_make: Bench(),
        server_info=identify(introduction, "conformance-fixture", "1.0"),
    )
    address, stop = read_address("0"), Stop()
    return serve_alone(HttpServer(core, address.listen(), access_to(address, None), on_end=stop.ask), stop)


if __name__ == "__main__":
    sys.exit(main())
