"""How is the server started?"""

import argparse

from simonides.cli.call import Call
from simonides.cli.command import Command, argument
from simonides.settings import TOOLSETS


def serve(call: Call) -> int:
    """Serve one MCP client on stdin and stdout until it leaves."""
    # `--help` must not pay for the server.
    from simonides.wiring import serve as run

    return run(call.settings, call.args.tools)


def _tool_sets(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    unknown = [name for name in names if name not in TOOLSETS]
    if unknown or not names:
        raise argparse.ArgumentTypeError(f"'{', '.join(unknown)}' is no tool set; choose from: {', '.join(TOOLSETS)}")
    return names


SERVE = Command(
    "serve",
    "serve the palace to an MCP client on stdin and stdout",
    serve,
    (
        argument(
            "--tools",
            type=_tool_sets,
            default=("palace",),
            metavar="SETS",
            help=f"the tool sets to offer, with commas: {', '.join(TOOLSETS)} (default: palace)",
        ),
    ),
)
