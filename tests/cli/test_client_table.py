"""Every client of the table, on each system: its file, the form of its entry, and an entry that goes away again."""

import tomllib
from pathlib import Path, PurePath
from typing import Any

import pytest
import yaml

from cli.conftest import Run
from simonides.cli.clients.check import check
from simonides.cli.clients.config_files import adding, carry_out, removing
from simonides.cli.clients.connection import Wanted, find_clients
from simonides.cli.clients.instructions import server_command
from simonides.cli.clients.known import CLIENTS, HABITS, ClientHabits
from simonides.domain.time import system_clock
from simonides.machine.folders import client_environment, client_folders

PROGRAM, *WORDS = [*server_command(), "serve", "--tools", "core"]
LOCAL: dict[str, object] = {"command": PROGRAM, "args": WORDS}
URL = "http://127.0.0.1:3031/mcp"
HEADERS = {"Authorization": "Bearer t", "X-Memory-Workspace": "ships"}
REMOTE: dict[str, object] = {"url": URL, "headers": HEADERS}

PLACES = {
    "claude-code": ".claude.json",
    "claude-desktop": ".config/Claude/claude_desktop_config.json",
    "codex": ".codex/config.toml",
    "cursor": ".cursor/mcp.json",
    "vscode": ".config/Code/User/mcp.json",
    "windsurf": ".codeium/windsurf/mcp_config.json",
    "zed": ".config/zed/settings.json",
    "gemini": ".gemini/settings.json",
    "opencode": ".config/opencode/opencode.json",
    "cline": ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    "cline-cli": ".cline/data/settings/cline_mcp_settings.json",
    "goose": ".config/goose/config.yaml",
}
ELSEWHERE = {
    ("darwin", "claude-desktop"): "Library/Application Support/Claude/claude_desktop_config.json",
    ("darwin", "vscode"): "Library/Application Support/Code/User/mcp.json",
    ("darwin", "zed"): ".config/zed/settings.json",
    ("darwin", "goose"): ".config/goose/config.yaml",
    ("win32", "claude-desktop"): "Roaming/Claude/claude_desktop_config.json",
    ("win32", "vscode"): "Roaming/Code/User/mcp.json",
    ("win32", "zed"): "Roaming/Zed/settings.json",
    ("win32", "goose"): "Roaming/Block/goose/config/config.yaml",
    ("win32", "opencode"): ".config/opencode/opencode.json",
    ("win32", "cursor"): ".cursor/mcp.json",
}
FORMS: dict[str, tuple[str, dict[str, object], dict[str, object] | None]] = {
    "claude-code": ("mcpServers", {"type": "stdio", **LOCAL}, {"type": "http", **REMOTE}),
    "claude-desktop": ("mcpServers", LOCAL, None),
    "codex": ("mcp_servers", LOCAL, {"url": URL, "http_headers": HEADERS}),
    "cursor": ("mcpServers", LOCAL, REMOTE),
    "vscode": ("servers", {"type": "stdio", **LOCAL}, {"type": "http", **REMOTE}),
    "windsurf": ("mcpServers", LOCAL, {"serverUrl": URL, "headers": HEADERS}),
    "zed": ("context_servers", LOCAL, REMOTE),
    "gemini": ("mcpServers", LOCAL, {"httpUrl": URL, "headers": HEADERS}),
    "opencode": (
        "mcp",
        {"type": "local", "command": [PROGRAM, *WORDS], "enabled": True},
        {"type": "remote", "enabled": True, **REMOTE},
    ),
    "cline": ("mcpServers", LOCAL, {"type": "streamableHttp", **REMOTE}),
    "cline-cli": ("mcpServers", LOCAL, {"type": "streamableHttp", **REMOTE}),
    "goose": (
        "extensions",
        {"name": "simonides", "type": "stdio", "cmd": PROGRAM, "args": WORDS, "enabled": True, "timeout": 300},
        {"name": "simonides", "type": "streamable_http", "uri": URL, "headers": HEADERS, "enabled": True, "timeout": 300},
    ),
}


def read(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        return tomllib.loads(text)
    # JSON is YAML, too.
    return yaml.safe_load(text)


@pytest.fixture
def everybody(ada: Path) -> Path:
    """A home folder in which every client was used once, with nothing in its config."""
    for place in PLACES.values():
        (ada / place).parent.mkdir(parents=True, exist_ok=True)
    (ada / ".claude").mkdir()
    return ada


@pytest.mark.requirement("setup-clients")
def test_every_client_gets_its_own_form_in_its_own_file(run: Run, everybody: Path) -> None:
    done = run("setup", "--json")

    assert (done.code, {each["client"]: each["error"] for each in done.json}) == (0, dict.fromkeys(CLIENTS))
    assert set(FORMS) == set(PLACES) == set(CLIENTS)
    for name, (servers, local, _) in FORMS.items():
        assert read(everybody / PLACES[name]) == {servers: {"simonides": local}}
    run("setup", "--remove")
    assert [path.name for path in everybody.rglob("*") if path.is_file() and ".bak" not in path.name] == []


@pytest.mark.requirement("setup-http")
def test_an_address_and_a_token_take_the_place_of_the_program(run: Run, everybody: Path) -> None:
    run("setup")

    done = run("setup", "--http", "http://127.0.0.1:3031", "--token", "t", "--palace", "ships", "--json")

    assert [each["client"] for each in done.json if each["error"]] == ["claude-desktop"]
    assert done.code == 1
    for name, (servers, local, remote) in FORMS.items():
        assert read(everybody / PLACES[name]) == {servers: {"simonides": remote or local}}
    assert (everybody / ".cursor/mcp.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.requirement("setup-http")
@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--http", "127.0.0.1:3031"], "http://HOST:PORT/mcp"),
        (["--http", "ftp://a/mcp"], "http://HOST:PORT/mcp"),
        (["--token", "t"], "--http"),
        (["--http", URL, "--hooks"], "--hooks"),
        (["--http", URL, "--tools", "trusty"], "--tools"),
        (["--http", URL, "--data-dir", "/x"], "--data-dir"),
    ],
)
def test_what_does_not_go_together_is_refused_in_one_line(run: Run, everybody: Path, words: list[str], named: str) -> None:
    result = run("setup", *words)

    assert result.code in {1, 2}
    assert named in result.err.splitlines()[-1]
    assert not (everybody / ".cursor/mcp.json").exists()


@pytest.mark.requirement("setup-clients")
@pytest.mark.parametrize(("system", "name"), sorted(ELSEWHERE))
def test_files_lie_where_each_system_keeps_them(system: str, name: str, tmp_path: Path) -> None:
    folders = client_folders({"APPDATA": str(tmp_path / "Roaming")}, system, tmp_path)

    path = habits(name).config(folders)

    assert PurePath(path).relative_to(tmp_path).as_posix() == ELSEWHERE[system, name]


@pytest.mark.requirement("setup-clients")
def test_an_existing_file_of_two_possible_ones_is_taken(tmp_path: Path) -> None:
    folder = tmp_path / ".config" / "opencode"
    folder.mkdir(parents=True)
    (folder / "opencode.jsonc").write_text("{} // mine\n", encoding="utf-8")

    assert habits("opencode").config(client_folders({}, "linux", tmp_path)).name == "opencode.jsonc"


@pytest.mark.requirement("setup-clients")
@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_entries_go_in_and_out_on_every_system(system: str, tmp_path: Path) -> None:
    clients = find_clients(client_folders({}, system, tmp_path), Wanted())

    for client in clients:
        assert client.server is not None
        carry_out(adding(client.server), system_clock)
    listed = {client.name: client.config for client in clients}
    assert len(set(listed.values())) == len(CLIENTS)
    assert all(path.is_file() for path in listed.values())
    for client in clients:
        assert client.server is not None
        carry_out(removing(client.server), system_clock)
    assert not any(path.exists() for path in listed.values())


@pytest.mark.requirement("setup-check")
def test_variables_reach_a_server_as_far_as_clients_pass_them_on() -> None:
    shell = {"HOME": "/a", "Path": "p", "SIMONIDES_HOME": "/b", "USERPROFILE": "u"}

    assert client_environment(shell, "linux") == {"HOME": "/a", "Path": "p"}
    assert client_environment(shell, "win32") == {"Path": "p", "USERPROFILE": "u"}


@pytest.mark.requirement("setup-check")
def test_a_client_without_an_entry_is_neither_well_nor_ill(tmp_path: Path) -> None:
    [client, *_] = find_clients(client_folders({}, "linux", tmp_path), Wanted())

    checked = check(client, tmp_path)

    assert (checked.met, checked.wrong) == (None, "")


@pytest.mark.requirement("setup-clients")
def test_a_program_that_uvx_made_for_a_moment_is_started_by_uvx() -> None:
    assert server_command("/home/a/.cache/uv/archive-v0/x1/bin/python")[-1] == "simonides"
    assert server_command("/home/a/.cache/uv/archive-v0/x1/bin/python")[0].endswith("uvx")
    assert server_command("/nowhere/bin/python") == ["/nowhere/bin/python", "-m", "simonides"]


def habits(name: str) -> ClientHabits:
    return next(each for each in HABITS if each.name == name)
