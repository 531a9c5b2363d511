"""The known MCP clients as a table: where each keeps its config, in which syntax, and the form of a server in it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from enum import Enum
from pathlib import Path

from simonides.cli.clients import config_json, config_toml, config_yaml
from simonides.cli.clients.entries import SERVER, Syntax
from simonides.frozen import frozen
from simonides.machine.folders import ClientFolders


class EntrySlot(Enum):
    """A place in the form of an entry that we fill."""

    PROGRAM = "the program"
    ARGUMENTS = "its arguments"
    WORDS = "program and arguments in one list"
    URL = "the address of a server over HTTP"
    HEADERS = "the headers of every request"


EntryForm = Mapping[str, object]
"""An entry, with slots where our values go."""

_LOCAL: EntryForm = {"command": EntrySlot.PROGRAM, "args": EntrySlot.ARGUMENTS}
_REMOTE: EntryForm = {"url": EntrySlot.URL, "headers": EntrySlot.HEADERS}


@frozen
class ClientHabits:
    """What is known of a client. Files are named from one of the ClientFolders; of several, the first that exists counts."""

    name: str
    title: str
    files: Sequence[str]
    syntax: Syntax = config_json.STRICT
    on_windows: Sequence[str] = ()
    """The files on Windows, where they differ."""
    folder: str = ""
    """The folder that shows that the client is installed; unless named, the config's own."""
    servers: str = "mcpServers"
    local: EntryForm = field(default_factory=lambda: _LOCAL)
    remote: EntryForm | None = field(default_factory=lambda: _REMOTE)
    """None: the client connects to servers over HTTP in another way than by its config file."""
    environment: str = "env"
    working_folder: str = "cwd"
    hooks: str = ""
    """The file that holds its hooks, where we know them."""

    def config(self, folders: ClientFolders) -> Path:
        """The config file on this machine."""
        files = self.on_windows if self.on_windows and folders.system == "win32" else self.files
        paths = [place(folders, each) for each in files]
        # A folder that this user may not enter holds none, as far as can be told; it must not stop the other clients.
        return next((path for path in paths if is_so(path.is_file)), paths[0])

    def home(self, folders: ClientFolders) -> Path:
        """The folder that shows that the client is installed."""
        return place(folders, self.folder) if self.folder else self.config(folders).parent

    @property
    def ours(self) -> set[str]:
        """The names in an entry that are ours to set."""
        return {*self.local, *(self.remote or {})}


HABITS = (
    ClientHabits(
        "claude-code",
        "Claude Code",
        ["claude_servers"],
        folder="claude",
        local={"type": "stdio", **_LOCAL},
        remote={"type": "http", **_REMOTE},
        hooks="claude/settings.json",
    ),
    ClientHabits("claude-desktop", "Claude Desktop", ["applications/Claude/claude_desktop_config.json"], remote=None),
    ClientHabits(
        "codex",
        "Codex",
        ["codex/config.toml"],
        config_toml.TOML,
        servers="mcp_servers",
        remote={"url": EntrySlot.URL, "http_headers": EntrySlot.HEADERS},
        hooks="codex/hooks.json",
    ),
    ClientHabits("cursor", "Cursor", ["home/.cursor/mcp.json"]),
    ClientHabits(
        "vscode",
        "VS Code",
        ["applications/Code/User/mcp.json"],
        config_json.WITH_COMMENTS,
        servers="servers",
        local={"type": "stdio", **_LOCAL},
        remote={"type": "http", **_REMOTE},
    ),
    ClientHabits(
        "windsurf",
        "Windsurf",
        ["home/.codeium/windsurf/mcp_config.json"],
        remote={"serverUrl": EntrySlot.URL, "headers": EntrySlot.HEADERS},
    ),
    ClientHabits(
        "zed",
        "Zed",
        ["config/zed/settings.json"],
        config_json.WITH_COMMENTS,
        on_windows=["applications/Zed/settings.json"],
        servers="context_servers",
    ),
    ClientHabits(
        "gemini",
        "Gemini CLI",
        ["home/.gemini/settings.json"],
        config_json.WITH_COMMENTS,
        remote={"httpUrl": EntrySlot.URL, "headers": EntrySlot.HEADERS},
    ),
    ClientHabits(
        "opencode",
        "OpenCode",
        ["config/opencode/opencode.json", "config/opencode/opencode.jsonc"],
        config_json.WITH_COMMENTS,
        servers="mcp",
        local={"type": "local", "command": EntrySlot.WORDS, "enabled": True},
        remote={"type": "remote", "url": EntrySlot.URL, "headers": EntrySlot.HEADERS, "enabled": True},
        environment="environment",
    ),
    ClientHabits(
        "cline",
        "Cline in VS Code",
        ["applications/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"],
        folder="applications/Code/User/globalStorage/saoudrizwan.claude-dev",
        remote={"type": "streamableHttp", **_REMOTE},
    ),
    ClientHabits(
        "cline-cli",
        "Cline in a terminal",
        ["home/.cline/data/settings/cline_mcp_settings.json"],
        folder="home/.cline",
        remote={"type": "streamableHttp", **_REMOTE},
    ),
    ClientHabits(
        "goose",
        "Goose",
        ["config/goose/config.yaml"],
        config_yaml.YAML,
        on_windows=["applications/Block/goose/config/config.yaml"],
        servers="extensions",
        local={
            "name": SERVER,
            "type": "stdio",
            "cmd": EntrySlot.PROGRAM,
            "args": EntrySlot.ARGUMENTS,
            "enabled": True,
            "timeout": 300,
        },
        remote={
            "name": SERVER,
            "type": "streamable_http",
            "uri": EntrySlot.URL,
            "headers": EntrySlot.HEADERS,
            "enabled": True,
            "timeout": 300,
        },
        environment="envs",
    ),
)
"""Every client, in the order in which they are connected."""

CLIENTS = tuple(habits.name for habits in HABITS)


def is_so(look: Callable[[], bool]) -> bool:
    """Whether a look at a path finds it so; not where this user may not look."""
    try:
        return look()
    except PermissionError:
        return False


def place(folders: ClientFolders, name: str) -> Path:
    """A file or folder, named by its base, a field of ClientFolders, and the way from there."""
    base, _, rest = name.partition("/")
    bases = {
        "home": folders.home,
        "claude": folders.claude,
        "claude_servers": folders.claude_servers,
        "codex": folders.codex,
        "config": folders.config,
        "applications": folders.applications,
    }
    return bases[base] / rest if rest else bases[base]


def filled(form: EntryForm, values: Mapping[EntrySlot, object]) -> dict[str, object]:
    """An entry: the form with values in its slots; a slot without a value is left out."""
    entry = {name: values.get(value) if isinstance(value, EntrySlot) else value for name, value in form.items()}
    return {name: value for name, value in entry.items() if value is not None}


def read_slots(form: EntryForm, entry: Mapping[str, object]) -> dict[EntrySlot, object]:
    """The other way round: the values that stand in the slots of an entry."""
    return {value: entry[name] for name, value in form.items() if isinstance(value, EntrySlot) and name in entry}
