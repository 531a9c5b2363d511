"""The command `serve`."""

import argparse
import os
import sys
from dataclasses import replace

from simonides.cli.arguments import none_or_more
from simonides.cli.call import Call
from simonides.cli.command import Command, argument, switch
from simonides.cli.output import is_interactive
from simonides.settings import LOG_FORMATS, LOG_LEVELS, SCHEMAS, Settings
from simonides.wiring import toolset_names

_FLAGS = (
    "read_only",
    "http", "http_only", "http_names", "token", "max_tokens", "schemas", "log_level", "log_file", "log_format", "access_log",
)  # fmt: skip
GRAPH_ADDRESS, DEFAULT_ADDRESS = "127.0.0.1:8765", "127.0.0.1:3031"


def serve(call: Call) -> int:
    """Serve one MCP client on stdin and stdout until it leaves, and with --http any number over HTTP."""
    # `--help` must not pay for the server.
    from simonides.wiring import serve as run

    settings = settings_of(call)
    if not settings.http_only and is_interactive():
        call.out.note("waiting for the messages of an MCP client; `simonides setup` connects clients, Ctrl-D ends this")
    code = run(settings, call.args.tools)
    # Threads may still be inside the model's own code, and would abort the process while the interpreter shuts down.
    # Everything acknowledged is on the disk, and every shutdown callback has run.
    sys.stderr.flush()
    os._exit(code)


def settings_of(call: Call) -> Settings:
    """The settings with what the command line says; `--http` alone takes the address of the tool sets' contract."""
    given = {name: getattr(call.args, name) for name in _FLAGS}
    if given["http"] == "":
        given["http"] = GRAPH_ADDRESS if "graph" in call.args.tools else DEFAULT_ADDRESS
    return replace(call.settings, **{name: value for name, value in given.items() if value is not None})


def _host_names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def tool_sets(text: str) -> tuple[str, ...]:
    """The names of tool sets, for argparse."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    unknown = [name for name in names if name not in toolset_names()]
    if unknown or not names:
        raise argparse.ArgumentTypeError(f"unknown tool set '{', '.join(unknown)}'; choose from: {', '.join(toolset_names())}")
    return names


SERVE = Command(
    "serve",
    "serve the palace to an MCP client on stdin and stdout",
    serve,
    (
        argument(
            "--tools",
            type=tool_sets,
            default=("palace",),
            metavar="SETS",
            help=f"the tool sets to offer, separated by commas: {', '.join(toolset_names())} (default: palace)",
        ),
        argument(
            "--schemas",
            choices=SCHEMAS,
            help="list the schemas of arguments and replies (full), or of arguments alone (default: full; input for core)",
        ),
        switch("--read-only", "refuse what writes, and do no background work", default=None),
        argument(
            "--http",
            nargs="?",
            const="",
            metavar="ADDR",
            help="also listen over HTTP, at HOST:PORT, :PORT or PORT; port 0 means any free one"
            f" (without ADDR: {DEFAULT_ADDRESS}, with the graph set {GRAPH_ADDRESS})",
        ),
        switch("--http-only", "listen over HTTP only, and not on stdin and stdout", default=None),
        argument(
            "--http-names", type=_host_names, metavar="NAMES", help="further host names of this server, separated by commas"
        ),
        argument(
            "--max-tokens", type=none_or_more, metavar="N", help="the most tokens of memories in one answer; 0 for any number"
        ),
        argument("--token", metavar="TOKEN", help="the token that every HTTP request must carry (better: SIMONIDES_TOKEN)"),
        argument("--log-level", choices=LOG_LEVELS, help="what to log (default: warning)"),
        argument("--log-file", metavar="FILE", help="where to log (default: stderr)"),
        argument("--log-format", choices=LOG_FORMATS, help="how to write log lines (default: text)"),
        switch("--access-log", "log every HTTP request", default=None),
    ),
)
