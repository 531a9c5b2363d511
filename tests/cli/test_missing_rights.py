"""Whoever may not read or write a file or a folder is told in one line, with exit code 1, and nothing is left half written."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Run

TEXT = "The lighthouse keeper counts ships at dusk."
NOBODY = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
"""Before a command: takes from root the right to read and write everything, which nobody else has."""

pytestmark = [
    pytest.mark.requirement("files-rights"),
    pytest.mark.skipif(sys.platform == "win32", reason="rights are told in another way there"),
    pytest.mark.skipif(bool(NOBODY) and shutil.which("setpriv") is None, reason="root may read everything"),
]


def refusal(*words: str) -> str:
    """The line on which a command that fails says why."""
    command = [*NOBODY, sys.executable, "-m", "simonides", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    [line] = done.stderr.splitlines()
    return line.removeprefix("simonides: ")


def locked(path: Path, mode: int = 0) -> Path:
    path.chmod(mode)
    return path


@pytest.mark.parametrize("words", [("remember", "Another."), ("export",), ("mine", ".")])
def test_a_palace_that_may_not_be_read_is_named(run: Run, home: Path, words: tuple[str, ...]) -> None:
    run("remember", TEXT)
    folder = locked(home / "palaces" / "default")

    said = refusal(*words)
    folder.chmod(0o700)

    assert said.startswith(f"{folder}")
    assert said.endswith("Permission denied")
    assert TEXT in run("export").out


@pytest.mark.parametrize("words", [("remember", "Another."), ("mine", ".")])
def test_a_palace_that_may_not_be_written_is_named_and_stays(run: Run, home: Path, words: tuple[str, ...]) -> None:
    run("remember", TEXT)
    before = run("export").out
    file = locked(home / "palaces" / "default" / "palace.db", 0o400)

    said = refusal(*words)

    assert said == f"{file}: the file or its directory is read-only; allow this user to write there"
    assert run("export").out == before


def test_a_data_folder_that_may_not_be_made_is_named(home: Path) -> None:
    home.mkdir()
    locked(home, 0o500)

    said = refusal("remember", TEXT, "--data-dir", str(home / "inner"))

    assert said.endswith(f"cannot create {home / 'inner'}: Permission denied")
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("name", ["", "note.md"])
def test_what_may_not_be_mined_is_named_and_makes_no_palace(run: Run, home: Path, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "note.md").write_text(TEXT, encoding="utf-8")
    meant = locked(folder / name)

    said = refusal("mine", str(meant))
    meant.chmod(0o700)

    assert said == f"invalid 'DIR': this user may not read {meant}"
    assert run("palace", "list", "--json").json == []
    assert not (home / "palaces").exists()


def test_of_a_folder_what_may_not_be_read_is_named_and_the_rest_is_filed(run: Run, home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    (folder / "inner").mkdir(parents=True)
    for name in ("note.md", "locked.md", "inner/other.md"):
        (folder / name).write_text(f"{name}: {TEXT}", encoding="utf-8")
    locked(folder / "locked.md")
    locked(folder / "inner")

    command = [*NOBODY, sys.executable, "-m", "simonides", "mine", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    (folder / "inner").chmod(0o700)

    assert (done.returncode, done.stderr) == (0, "")
    assert "    inner: Permission denied" in done.stdout.splitlines()
    assert "    locked.md: Permission denied" in done.stdout.splitlines()
    assert "note.md: The lighthouse" in run("export").out


def test_a_folder_for_an_export_that_may_not_be_written_is_named_and_stays_empty(run: Run, tmp_path: Path) -> None:
    run("remember", TEXT)
    folder = tmp_path / "closed"
    folder.mkdir()
    locked(folder, 0o500)

    said = refusal("export", str(folder / "out.jsonl"))

    assert said == f"{folder / 'out.jsonl'}: Permission denied"
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("words", [(), ("--remove",)])
def test_a_config_that_may_not_be_read_is_named_and_the_other_clients_are_connected(
    run: Run, ada: Path, words: tuple[str, ...]
) -> None:
    run("palace", "list")
    for name in (".gemini", ".cursor"):
        (ada / name).mkdir(parents=True)
    (ada / ".gemini" / "settings.json").write_text("{}", encoding="utf-8")
    folder = locked(ada / ".gemini")

    command = [*NOBODY, sys.executable, "-m", "simonides", "setup", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    check = refusal_of_check()
    folder.chmod(0o700)

    assert (done.returncode, done.stderr) == (1, f"simonides: gemini: {folder / 'settings.json'}: Permission denied\n")
    assert (ada / ".cursor" / "mcp.json").exists() != bool(words)
    assert check == f"gemini         failed: cannot read {folder / 'settings.json'}: Permission denied\n"
    assert (folder / "settings.json").read_text(encoding="utf-8") == "{}"
    assert [path.name for path in folder.iterdir()] == ["settings.json"]


def refusal_of_check() -> str:
    command = [*NOBODY, sys.executable, "-m", "simonides", "setup", "--check", "--client", "gemini"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 1
    return done.stdout
