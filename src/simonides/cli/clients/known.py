"""The known MCP clients and what each of them needs: a server entry, and hooks where the client has them."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from simonides.cli.clients import config_json, config_toml
from simonides.cli.clients.config_files import ConfigEdit
from simonides.cli.clients.instructions import EVERY_DAY, serve_command, server_command
from simonides.cli.hook.command import EVENTS
from simonides.settings import ClientFolders

TIMEOUT_S = 10
"""How long a harness waits for a hook before it goes on without it."""

CLIENTS = ("claude-code", "codex", "cursor", "gemini")
WITHOUT_END = frozenset({"codex"})
"""Harnesses without a hook for the end of a session."""


@dataclass(frozen=True, slots=True)
class Client:
    """A client on this machine."""

    name: str
    folder: Path
    server: ConfigEdit
    hooks: ConfigEdit | None = None

    @property
    def is_there(self) -> bool:
        """Whether it is installed here."""
        return self.folder.is_dir() or self.server.path.is_file()

    def edits(self, *, with_hooks: bool) -> list[ConfigEdit]:
        """The edits that connect it."""
        return [self.server, *([self.hooks] if self.hooks and with_hooks else [])]


def find_clients(folders: ClientFolders, more: Sequence[str] = (), tools: str = EVERY_DAY) -> list[Client]:
    """Every client we know, with these tool sets; `more` are further arguments for our own program, such as the palace."""
    home, claude, codex = folders.home, folders.claude, folders.codex
    # Claude Code keeps its servers beside its folder, unless the folder was moved.
    servers = home / ".claude.json" if claude == home / ".claude" else claude / ".claude.json"
    entry = _entry(tools, more)
    json_server = partial(_json_server, server=entry)
    return [
        Client("claude-code", claude, json_server(servers, kind="stdio"), _hooks(claude / "settings.json", "claude-code", more)),
        Client("codex", codex, _toml_server(codex / "config.toml", entry), _hooks(codex / "hooks.json", "codex", more)),
        Client("cursor", home / ".cursor", json_server(home / ".cursor" / "mcp.json")),
        Client("gemini", home / ".gemini", json_server(home / ".gemini" / "settings.json")),
    ]


def _entry(tools: str, more: Sequence[str]) -> dict[str, object]:
    command = serve_command(tools, more)
    return {"command": command[0], "args": command[1:]}


def _json_server(path: Path, *, server: Mapping[str, object], kind: str | None = None) -> ConfigEdit:
    entry = {**({"type": kind} if kind else {}), **server}
    return ConfigEdit(path, "server", config_json.parse, config_json.with_server(entry), config_json.without_server)


def _toml_server(path: Path, entry: Mapping[str, object]) -> ConfigEdit:
    return ConfigEdit(path, "server", config_toml.parse, config_toml.with_server(entry), config_toml.without_server)


def _hooks(path: Path, harness: str, more: Sequence[str]) -> ConfigEdit:
    commands = {
        name: {"type": "command", "command": _command(event, harness, more), "timeout": TIMEOUT_S}
        for event, name in EVENTS.items()
        if not (event == "session-end" and harness in WITHOUT_END)
    }
    return ConfigEdit(path, "hooks", config_json.parse, config_json.with_hooks(commands), config_json.without_hooks)


def _command(event: str, harness: str, more: Sequence[str]) -> str:
    return shlex.join([*server_command(), "hook", "run", "--event", event, "--harness", harness, *more])
