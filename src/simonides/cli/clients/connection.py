"""The clients on this machine, and the edits of their configs that connect them: a server entry, and hooks for some."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from simonides.cli.clients import config_json
from simonides.cli.clients.config_files import ConfigEdit
from simonides.cli.clients.entries import with_server, without_server
from simonides.cli.clients.instructions import EVERY_DAY, serve_command, server_command
from simonides.cli.clients.known import HABITS, ClientHabits, EntrySlot, filled, is_so, place
from simonides.cli.hook.command import EVENTS
from simonides.frozen import frozen
from simonides.machine.folders import ClientFolders

TIMEOUT_S = 10
"""How long a harness waits for a hook before it goes on without it."""
WITHOUT_END = frozenset({"codex"})
"""Harnesses without a hook for the end of a session."""
PALACE_HEADER = "X-Memory-Workspace"


@frozen
class Client:
    """A client on this machine. `server` is None when its config cannot name the server that is wanted."""

    habits: ClientHabits
    folder: Path
    config: Path
    server: ConfigEdit | None
    hooks: ConfigEdit | None = None

    @property
    def name(self) -> str:
        """The name by which a person chooses it."""
        return self.habits.name

    @property
    def is_there(self) -> bool:
        """Whether it is installed here."""
        return is_so(self.folder.is_dir) or is_so(self.config.is_file)

    def edits(self, *, with_hooks: bool) -> list[ConfigEdit]:
        """The edits that connect it."""
        return [each for each in (self.server, self.hooks if with_hooks else None) if each]


@frozen
class Wanted:
    """The server that clients are to use: one that each starts itself, or one over HTTP at an address."""

    tools: str = EVERY_DAY
    more: Sequence[str] = ()
    """Further arguments for our own program, such as the palace."""
    url: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def entry(self, habits: ClientHabits) -> dict[str, object] | None:
        """The server in the form of one client; None when its config has no such form."""
        if self.url is not None:
            values: dict[EntrySlot, object] = {EntrySlot.URL: self.url, EntrySlot.HEADERS: dict(self.headers) or None}
            return filled(habits.remote, values) if habits.remote else None
        words = serve_command(self.tools, self.more)
        return filled(habits.local, {EntrySlot.PROGRAM: words[0], EntrySlot.ARGUMENTS: words[1:], EntrySlot.WORDS: words})


def find_clients(folders: ClientFolders, wanted: Wanted) -> list[Client]:
    """Every client we know, with the edits that connect it."""
    return [_client(habits, folders, wanted) for habits in HABITS]


def _client(habits: ClientHabits, folders: ClientFolders, wanted: Wanted) -> Client:
    path = habits.config(folders)
    entry = wanted.entry(habits)
    hooks = _hooks(place(folders, habits.hooks), habits.name, wanted.more) if habits.hooks else None
    return Client(habits, habits.home(folders), path, _server(path, habits, entry) if entry else None, hooks)


def _server(path: Path, habits: ClientHabits, entry: Mapping[str, object]) -> ConfigEdit:
    put = with_server(habits.syntax, habits.servers, entry, habits.ours)
    return ConfigEdit(path, "server", habits.syntax.parse, put, without_server(habits.syntax, habits.servers))


def _hooks(path: Path, harness: str, more: Sequence[str]) -> ConfigEdit:
    commands = {
        name: {"type": "command", "command": _command(event, harness, more), "timeout": TIMEOUT_S}
        for event, name in EVENTS.items()
        if not (event == "session-end" and harness in WITHOUT_END)
    }
    return ConfigEdit(path, "hooks", config_json.parse, config_json.with_hooks(commands), config_json.without_hooks)


def _command(event: str, harness: str, more: Sequence[str]) -> str:
    return shlex.join([*server_command(), "hook", "run", "--event", event, "--harness", harness, *more])
