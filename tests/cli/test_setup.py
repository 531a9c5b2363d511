import json
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run

CLAUDE = os.environ.get("SIMONIDES_TEST_CLAUDE") or shutil.which("claude")
SERVERS = (
    '{"numStartups": 3, "projects": {"/a": {"mcpServers": {}}},\n "note": "\\u00e9", "mcpServers": {"other": {"command": "x"}}}'
)
SETTINGS = """{
    "model": "opus",
    "hooks": {
        "Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]
    }
}
"""
CODEX = """# my own config
model = "gpt-5"   # the good one

[mcp_servers.other]
command = "x"

[profiles.fast]
text = '''
[mcp_servers.simonides_notes]
'''"""
FILES = {
    ".claude.json": SERVERS,
    ".claude/settings.json": SETTINGS,
    ".codex/config.toml": CODEX,
    ".cursor/mcp.json": '{\n\t"mcpServers": {}\n}\n',
    ".gemini/settings.json": "{}",
}


@pytest.fixture
def person(ada: Path) -> Path:
    """A home folder of its own, with four clients."""
    for name, text in FILES.items():
        path = ada / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o640)
    return ada


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def configs(home: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file() and ".bak" not in path.name
    }


@pytest.mark.requirement("setup-merge")
def test_every_client_that_is_there_gets_an_entry_beside_its_own(run: Run, person: Path) -> None:
    result = run("setup", "--palace", "ships")

    claude, cursor, gemini = (read(person / name) for name in (".claude.json", ".cursor/mcp.json", ".gemini/settings.json"))
    codex = tomllib.loads((person / ".codex/config.toml").read_text(encoding="utf-8"))
    entry = claude["mcpServers"]["simonides"]
    assert (result.code, result.out.count("changed")) == (0, 4)
    assert (entry["type"], entry["args"][-5:]) == ("stdio", ["serve", "--palace", "ships", "--tools", "core"])
    assert os.access(entry["command"], os.X_OK)
    assert {key: claude[key] for key in ("numStartups", "projects", "note")} == {
        key: json.loads(SERVERS)[key] for key in ("numStartups", "projects", "note")
    }
    assert claude["mcpServers"]["other"] == {"command": "x"}
    assert cursor["mcpServers"]["simonides"] == gemini["mcpServers"]["simonides"] == codex["mcp_servers"]["simonides"]
    lines = (person / ".codex/config.toml").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line in CODEX.splitlines()] == CODEX.splitlines()
    assert (person / ".claude/settings.json").read_text(encoding="utf-8") == SETTINGS


@pytest.mark.requirement("setup-merge")
def test_hooks_stand_beside_those_of_others(run: Run, person: Path) -> None:
    run("setup", "--hooks")

    hooks = read(person / ".claude/settings.json")["hooks"]
    assert list(hooks) == ["Stop", "SessionStart", "UserPromptSubmit", "PreCompact", "SessionEnd"]
    assert hooks["Stop"][0]["hooks"][0]["command"] == "say done"
    assert "hook run --event stop --harness claude-code" in hooks["Stop"][1]["hooks"][0]["command"]
    assert "SessionEnd" not in read(person / ".codex/hooks.json")["hooks"]


@pytest.mark.requirement("setup-merge")
def test_clients_that_keep_their_things_elsewhere_are_set_up_there(
    run: Run, person: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))

    files = [
        Path(each["file"]).relative_to(tmp_path)
        for client in ("claude-code", "codex")
        for each in run("setup", "--client", client, "--hooks", "--json").json
    ]

    assert [str(path) for path in files] == [
        "claude/.claude.json",
        "claude/settings.json",
        "codex/config.toml",
        "codex/hooks.json",
    ]
    assert (person / ".claude.json").read_text(encoding="utf-8") == SERVERS


@pytest.mark.requirement("setup-idempotent")
def test_a_second_run_changes_nothing_and_other_words_take_the_place_of_the_first(run: Run, person: Path) -> None:
    run("setup", "--hooks")
    once = configs(person)
    again = run("setup", "--hooks", "--json").json
    same = configs(person) == once
    run("setup", "--hooks", "--palace", "ships")

    assert [each["changed"] for each in again] == [False] * 6
    assert same
    assert len(read(person / ".claude/settings.json")["hooks"]["Stop"]) == 2
    assert (person / ".codex/config.toml").read_text(encoding="utf-8").count("[mcp_servers.simonides]") == 1


@pytest.mark.requirement("setup-remove")
def test_removing_gives_every_file_its_bytes_and_rights_back(run: Run, person: Path) -> None:
    before = configs(person)
    run("setup", "--hooks")
    run("setup", "--hooks", "--palace", "ships")

    removed = run("setup", "--remove")

    assert removed.code == 0
    assert configs(person) == before
    assert {(person / name).stat().st_mode & 0o777 for name in FILES} == {0o640}
    assert run("setup", "--remove", "--json").json == [
        {**each, "changed": False, "backup": None} for each in run("setup", "--remove", "--json").json
    ]


@pytest.mark.requirement("setup-remove")
def test_what_a_person_wrote_meanwhile_stays_when_we_go(run: Run, person: Path) -> None:
    run("setup", "--client", "cursor")
    path = person / ".cursor/mcp.json"
    document = read(path)
    document["mcpServers"]["mine"] = {"url": "http://localhost"}
    path.write_text(json.dumps(document), encoding="utf-8")
    codex = person / ".codex/config.toml"
    run("setup", "--client", "codex")
    codex.write_text(codex.read_text(encoding="utf-8") + "\n[later]\nx = 1\n", encoding="utf-8")

    run("setup", "--remove")

    assert read(path) == {"mcpServers": {"mine": {"url": "http://localhost"}}}
    assert codex.read_text(encoding="utf-8").startswith(CODEX)
    assert codex.read_text(encoding="utf-8").endswith("[later]\nx = 1\n")
    assert "simonides]" not in codex.read_text(encoding="utf-8")


@pytest.mark.requirement("setup-backup")
def test_a_changed_file_is_backed_up_and_a_link_stays_a_link(run: Run, person: Path) -> None:
    real = person / "dotfiles.json"
    (person / ".cursor/mcp.json").replace(real)
    (person / ".cursor/mcp.json").symlink_to(real)

    [done] = run("setup", "--client", "cursor", "--json").json

    assert Path(done["backup"]).read_text(encoding="utf-8") == FILES[".cursor/mcp.json"]
    assert Path(done["backup"]).stat().st_mode & 0o777 == 0o640
    assert (person / ".cursor/mcp.json").is_symlink()
    assert "simonides" in read(real)["mcpServers"]


@pytest.mark.requirement("setup-careful")
@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".cursor/mcp.json", '{"mcpServers": {} // mine\n}'),
        (".cursor/mcp.json", "[]"),
        (".gemini/settings.json", '{"mcpServers": []}'),
        (".claude/settings.json", '{"hooks": {"Stop": "x"}}'),
        (".codex/config.toml", "a = = 1"),
        (".codex/config.toml", "mcp_servers = 3"),
    ],
)
def test_a_file_that_is_not_understood_is_named_and_left_alone_while_the_others_are_connected(
    run: Run, person: Path, name: str, text: str
) -> None:
    (person / name).write_text(text, encoding="utf-8")
    before = configs(person)

    result = run("setup", "--hooks")

    after = configs(person)
    own = {each for each in before if Path(each).parts[0].partition(".json")[0] == Path(name).parts[0]}
    assert result.code == 1
    told = rf"^simonides: [a-z-]+: cannot edit .+{re.escape(Path(name).name)}: .+; the file is unchanged$"
    assert re.search(told, result.err, re.MULTILINE)
    assert {each: after[each] for each in own} == {each: before[each] for each in own}
    assert {each for each in before if before[each] != after[each]} == set(before) - own
    assert not list((person / name).parent.glob("*.bak"))


@pytest.mark.requirement("setup-careful")
def test_a_dry_run_writes_nothing(run: Run, person: Path) -> None:
    before = configs(person)

    shown = run("setup", "--hooks", "--dry-run").out

    assert shown.count("would change") == 6
    assert configs(person) == before


@pytest.mark.requirement("setup-careful")
def test_without_clients_it_says_so_and_a_named_one_is_set_up_all_the_same(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "bob"))
    (tmp_path / "bob").mkdir()

    nobody = run("setup")
    run("setup", "--client", "codex", "--hooks")
    made = sorted(path.name for path in (tmp_path / "bob" / ".codex").iterdir())
    mode = (tmp_path / "bob" / ".codex" / "config.toml").stat().st_mode & 0o777
    run("setup", "--client", "codex", "--remove")

    assert (nobody.code, "no client was found" in nobody.err) == (1, True)
    assert (made, mode) == (["config.toml", "hooks.json"], 0o600)
    assert configs(tmp_path / "bob") == {}


@pytest.mark.requirement("setup-merge")
@pytest.mark.skipif(CLAUDE is None, reason="Claude Code is neither on PATH nor named by SIMONIDES_TEST_CLAUDE")
def test_claude_code_itself_finds_the_server_after_setup(run: Run, home: Path, person: Path) -> None:
    run("setup", "--client", "claude-code", "--hooks", "--data-dir", str(home))

    listed = subprocess.run(
        [str(CLAUDE), "mcp", "list"], cwd=person, capture_output=True, text=True, timeout=100, check=True
    ).stdout

    assert any(line.startswith("simonides:") and line.endswith("Connected") for line in listed.splitlines())


@pytest.mark.requirement("setup-tools")
def test_tool_sets_become_part_of_every_entry_and_no_hook(run: Run, person: Path) -> None:
    run("setup", "--tools", "trusty,memory", "--hooks", "--palace", "work")

    assert read(person / ".cursor/mcp.json")["mcpServers"]["simonides"]["args"][-5:] == [
        "serve", "--palace", "work", "--tools", "trusty,memory",
    ]  # fmt: skip
    codex = tomllib.loads((person / ".codex/config.toml").read_text(encoding="utf-8"))
    assert codex["mcp_servers"]["simonides"]["args"][-2:] == ["--tools", "trusty,memory"]
    assert "--tools" not in (person / ".claude/settings.json").read_text(encoding="utf-8")


@pytest.mark.requirement("setup-tools")
def test_an_unknown_tool_set_is_refused_and_nothing_written(run: Run, person: Path) -> None:
    told = run("setup", "--tools", "trusti")

    assert told.code == 2
    assert (person / ".cursor/mcp.json").read_text(encoding="utf-8") == FILES[".cursor/mcp.json"]


@pytest.mark.requirement("setup-remove")
@pytest.mark.parametrize("name", [".cursor/mcp.json", ".codex/config.toml"])
def test_the_mark_and_the_line_ends_of_windows_stay(run: Run, person: Path, name: str) -> None:
    path = person / name
    written = b"\xef\xbb\xbf" + FILES[name].replace("\n", "\r\n").encode()
    path.write_bytes(written)
    client = name[1:].partition("/")[0]

    run("setup", "--client", client)
    changed = path.read_bytes()
    run("setup", "--client", client, "--remove")

    assert changed.startswith(b"\xef\xbb\xbf")
    assert changed.count(b"\n") == changed.count(b"\r\n") > written.count(b"\n")
    assert path.read_bytes() == written


@pytest.mark.parametrize(
    "nothing", ['{"mcpServers": null}', '{\n  // mine\n  "mcpServers": null,\n}\n', '{"a": 1, "mcpServers": null}']
)
def test_servers_that_are_null_are_as_good_as_absent_and_come_back_when_we_go(run: Run, ada: Path, nothing: str) -> None:
    config = ada / ".gemini/settings.json"
    config.parent.mkdir(parents=True)
    config.write_text(nothing, encoding="utf-8")

    added = run("setup", "--client", "gemini")
    text = config.read_text(encoding="utf-8")
    removed = run("setup", "--client", "gemini", "--remove")

    assert (added.code, added.err, '"simonides"' in text, removed.code) == (0, "", True, 0)
    assert config.read_text(encoding="utf-8") == nothing


def test_hooks_that_are_null_are_as_good_as_absent(run: Run, person: Path) -> None:
    (person / ".claude/settings.json").write_text('{"hooks": null}', encoding="utf-8")

    added = run("setup", "--client", "claude-code", "--hooks")

    assert added.code == 0
    assert "SessionStart" in read(person / ".claude/settings.json")["hooks"]


def test_nothing_is_said_of_hooks_for_codex_whose_config_cannot_be_changed(run: Run, person: Path) -> None:
    (person / ".codex/config.toml").write_text("mcp_servers = 7", encoding="utf-8")

    refused = run("setup", "--client", "codex", "--hooks")

    assert refused.code == 1
    assert "'mcp_servers' is not a table" in refused.err
    assert "trust" not in refused.err
