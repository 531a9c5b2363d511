"""Programs under the contracts' names: what they start, and what they never replace."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run

NAMES = ["mempalace-mcp", "trusty-memory", "memory-mcp", "graph-memory"]
OPENING = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "open-mpm", "version": "1.0.0"}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    return folder


def hands_shaken(command: list[str]) -> dict[str, Any]:
    """The reply to the first message of a client."""
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": OPENING})
    done = subprocess.run(command, input=f"{message}\n", capture_output=True, text=True, timeout=60, check=True)
    result: dict[str, Any] = json.loads(done.stdout)["result"]
    return result


@pytest.mark.requirement("alias-install")
def test_the_programs_are_named_by_the_contracts_and_can_be_run(run: Run, folder: Path) -> None:
    told = run("alias", "install", str(folder), "--json").json

    assert told == {"installed": [str(folder / name) for name in NAMES]}
    assert all(os.access(folder / name, os.X_OK) for name in NAMES)
    assert sorted(path.name for path in folder.iterdir()) == sorted(NAMES)


@pytest.mark.requirement("alias-install")
def test_trusty_memory_serves_with_its_contracts_flags(run: Run, folder: Path) -> None:
    run("alias", "install", str(folder))

    result = hands_shaken([str(folder / "trusty-memory"), "serve", "--palace", "my-project"])

    assert result["serverInfo"] == {"name": "trusty-memory", "version": "0.1.10", "default_palace": "my-project"}


@pytest.mark.requirement("alias-install")
def test_memory_mcp_and_mempalace_mcp_serve_without_a_word(run: Run, folder: Path) -> None:
    run("alias", "install", str(folder))

    assert hands_shaken([str(folder / "memory-mcp")])["serverInfo"] == {"name": "memory-mcp", "version": "0.1.0"}
    assert "mempalace_status" in hands_shaken([str(folder / "mempalace-mcp")])["instructions"]


@pytest.mark.requirement("alias-install")
@pytest.mark.parametrize(("environment", "address"), [({}, []), ({"SIMONIDES_HTTP": "127.0.0.1:9000"}, None)])
def test_graph_memory_listens_over_http_where_the_environment_says(
    run: Run, folder: Path, tmp_path: Path, environment: dict[str, str], address: list[str] | None
) -> None:
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\nfor word in "$@"; do echo "$word"; done\n')
    program.chmod(0o755)
    run("alias", "install", str(folder), "--palace", "team atlas")
    script = folder / "graph-memory"
    first, rest = script.read_text().split("exec ", 1)
    script.write_text(f"{first}exec {program} serve{rest.split(' serve', 1)[1]}")

    done = subprocess.run([script], env={**environment, "PATH": os.environ["PATH"]}, capture_output=True, text=True, check=True)

    words = ["serve", "--palace", "team atlas", "--tools", "graph", "--http-only"]
    assert done.stdout.splitlines() == (words if address is None else [*words, "--http"])


@pytest.mark.requirement("alias-install")
def test_trusty_memory_without_its_word_says_how_it_is_used(run: Run, folder: Path) -> None:
    run("alias", "install", str(folder), "--name", "trusty-memory")

    done = subprocess.run([folder / "trusty-memory", "--palace", "x"], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "usage: trusty-memory serve [--http ADDR] [--palace NAME]\n"
    assert [path.name for path in folder.iterdir()] == ["trusty-memory"]


@pytest.mark.requirement("alias-shadows-nothing")
def test_where_one_name_is_taken_nothing_is_written_unless_forced(run: Run, folder: Path) -> None:
    (folder / "memory-mcp").write_text("#!/bin/sh\necho mine\n")

    refused = run("alias", "install", str(folder))
    removed = run("alias", "remove", str(folder), "--json").json
    kept = {path.name: path.read_text() for path in folder.iterdir()}
    forced = run("alias", "install", str(folder), "--force")

    assert refused.code == 1
    assert f"{folder / 'memory-mcp'} is another program; use --force" in refused.err
    assert (removed, kept) == ({"removed": []}, {"memory-mcp": "#!/bin/sh\necho mine\n"})
    assert forced.code == 0
    assert "--tools memory" in (folder / "memory-mcp").read_text()


@pytest.mark.requirement("alias-shadows-nothing")
def test_a_program_elsewhere_on_the_path_is_not_shadowed(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "trusty-memory").write_text("#!/bin/sh\n")
    (other / "trusty-memory").chmod(0o755)
    monkeypatch.setenv("PATH", f"{other}:{os.environ['PATH']}")

    refused = run("alias", "install", str(folder))
    others = run("alias", "install", str(folder), "--name", "memory-mcp", "--name", "graph-memory")

    assert (refused.code, others.code) == (1, 0)
    assert str(other / "trusty-memory") in refused.err
    assert sorted(path.name for path in folder.iterdir()) == ["graph-memory", "memory-mcp"]


@pytest.mark.requirement("alias-shadows-nothing")
def test_installing_twice_changes_nothing_and_removing_takes_ours_back(run: Run, folder: Path) -> None:
    run("alias", "install", str(folder))
    before = {path.name: path.read_text() for path in folder.iterdir()}
    again = run("alias", "install", str(folder))
    after = {path.name: path.read_text() for path in folder.iterdir()}

    removed = run("alias", "remove", str(folder), "--json").json

    assert (again.code, before) == (0, after)
    assert removed == {"removed": [str(folder / name) for name in NAMES]}
    assert list(folder.iterdir()) == []


def test_a_folder_that_is_not_there_is_told(run: Run, tmp_path: Path) -> None:
    told = run("alias", "install", str(tmp_path / "nowhere"))

    assert told.code == 1
    assert "is not a folder; create it first" in told.err


def test_windows_is_told_that_it_starts_no_scripts(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simonides.cli.commands.alias.IS_WINDOWS", True)

    told = run("alias", "install", str(tmp_path))

    assert (told.code, "shell scripts" in told.err, list(tmp_path.glob("*-memory"))) == (1, True, [])
