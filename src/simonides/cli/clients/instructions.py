"""Instructions for connecting a client: what to put into Claude Code, Codex and Cursor."""

import argparse
import json
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

EVERY_DAY = "core"
"""The tool set that clients are connected with, unless others are named."""


_PASSING = frozenset({"archive-v0", "environments-v2"})
"""Folders of uv's cache, in which `uvx` makes an environment that may be swept away."""


def server_command(interpreter: str = sys.executable) -> list[str]:
    """The command that starts this program, with its full path: clients may have another PATH."""
    folder = Path(interpreter).parent
    if _PASSING & set(folder.parts):
        return [shutil.which("uvx") or "uvx", "simonides"]
    # On Windows it is a file with an ending of its own, which only `which` knows.
    program = shutil.which("simonides", path=str(folder))
    return [program] if program else [interpreter, "-m", "simonides"]


def where_meant(args: argparse.Namespace) -> list[str]:
    """The command-line options that select the store and the palace."""
    named = {"--data-dir": args.data_dir, "--database": args.database, "--palace": args.palace}
    return [word for flag, value in named.items() if value for word in (flag, value)]


def serve_command(tools: str, more: Sequence[str]) -> list[str]:
    """The command that serves these tool sets; `more` are further arguments, such as the palace."""
    return [*server_command(), "serve", *more, "--tools", tools]


def instructions(*more: str) -> str:
    """How to connect a client; `more` are further arguments of `serve`."""
    command = serve_command(EVERY_DAY, more)
    program, words = command[0], command[1:]
    cursor = {"mcpServers": {"simonides": {"command": program, "args": words}}}
    return "\n".join(
        [
            "Claude Code:",
            f"  claude mcp add simonides -- {shlex.join(command)}",
            "Codex, in ~/.codex/config.toml:",
            "  [mcp_servers.simonides]",
            f"  command = {json.dumps(program)}",
            f"  args = {json.dumps(words)}",
            "Cursor, in ~/.cursor/mcp.json:",
            f"  {json.dumps(cursor)}",
        ]
    )
