"""The folders of this machine's clients, and the environment in which they start servers, on each system."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from simonides.frozen import frozen

_FOLDER_VARIABLES = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "APPDATA")
_PASSED = frozenset({"HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"})
_PASSED_ON_WINDOWS = frozenset(
    "APPDATA HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PATHEXT PROCESSOR_ARCHITECTURE PROGRAMFILES"
    " SYSTEMDRIVE SYSTEMROOT TEMP USERNAME USERPROFILE".split()
)
"""What the official libraries of MCP hand down to a server, unless its entry says more."""


@frozen
class ClientFolders:
    """The folders in which the agents on this machine keep their data."""

    home: Path
    claude: Path
    claude_servers: Path
    """The file in which Claude Code keeps its servers: beside its folder, or in it when a variable names the folder."""
    codex: Path
    config: Path
    """Where programs that follow the XDG rules keep their settings, on every system."""
    applications: Path
    """Where desktop programs keep theirs: the roaming folder of Windows, Application Support of macOS."""
    system: str = "linux"
    """As `sys.platform` names it."""

    @property
    def trusted(self) -> tuple[Path, ...]:
        """The folders whose transcripts we read."""
        return (self.home, self.claude, self.codex)


def client_folders(
    environment: Mapping[str, str] | None = None, system: str = sys.platform, home: Path | None = None
) -> ClientFolders:
    """The user's home, and the folders that clients keep their configs in; some have an environment variable of their own."""
    environment = os.environ if environment is None else environment
    home = home or Path.home()
    named = {name: Path(environment[name]) for name in _FOLDER_VARIABLES if environment.get(name)}
    config = named.get("XDG_CONFIG_HOME", home / ".config")
    applications = {
        "win32": named.get("APPDATA", home / "AppData" / "Roaming"),
        "darwin": home / "Library" / "Application Support",
    }.get(system, config)
    claude, codex = named.get("CLAUDE_CONFIG_DIR", home / ".claude"), named.get("CODEX_HOME", home / ".codex")
    servers = (named.get("CLAUDE_CONFIG_DIR") or home) / ".claude.json"
    return ClientFolders(home, claude, servers, codex, config, applications, system)


def client_environment(environment: Mapping[str, str] | None = None, system: str = sys.platform) -> dict[str, str]:
    """What most clients pass to the servers they start: a few variables, not the shell's."""
    environment = os.environ if environment is None else environment
    passed = _PASSED_ON_WINDOWS if system == "win32" else _PASSED
    return {name: value for name, value in environment.items() if name.upper() in passed}


def in_environment(name: str) -> str | None:
    """A variable that a config of a client refers to."""
    return os.environ.get(name)
