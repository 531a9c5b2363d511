"""The programs that read our files, where they are installed: `make shelf-test` fetches them."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from scripts.shelves.bundle import manifest
from scripts.shelves.project import ROOT

from simonides.cli.main import main

pytestmark = pytest.mark.long
TOOLS = ROOT / ".shelves" / "node_modules" / ".bin"


def program(name: str) -> str:
    found = shutil.which(name, path=f"{TOOLS}{os.pathsep}{os.environ['PATH']}")
    if found is None:
        pytest.skip(f"{name} is not installed; `make shelf-test` fetches it")
    return found


def told(home: Path, *words: str) -> str:
    home.mkdir(exist_ok=True)
    folders = {"CODEX_HOME": str(home / ".codex"), "CLAUDE_CONFIG_DIR": str(home / ".claude")}
    environment = {**os.environ, "HOME": str(home), **folders}
    (home / ".codex").mkdir(exist_ok=True)
    run = subprocess.run([program(words[0]), *words[1:]], cwd=home, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout + run.stderr


@pytest.mark.requirement("shelf-bundle")
def test_mcpb_validates_the_manifest(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps(manifest()), encoding="utf-8")

    assert "passes" in told(tmp_path / "home", "mcpb", "validate", str(tmp_path / "manifest.json"))


@pytest.mark.requirement("shelf-extensions")
def test_gemini_validates_the_extension(tmp_path: Path) -> None:
    assert "success" in told(tmp_path, "gemini", "extensions", "validate", str(ROOT / "extensions" / "gemini"))


@pytest.mark.requirement("shelf-extensions")
@pytest.mark.parametrize("place", [".", "plugin"])
def test_claude_validates_marketplace_and_plugin(tmp_path: Path, place: str) -> None:
    assert "Validation passed" in told(tmp_path, "claude", "plugin", "validate", str(ROOT / place))


@pytest.mark.requirement("shelf-extensions")
def test_codex_installs_the_plugin_and_lists_its_server(tmp_path: Path) -> None:
    told(tmp_path, "codex", "plugin", "marketplace", "add", str(ROOT))
    told(tmp_path, "codex", "plugin", "add", "simonides@simonides")

    listed = told(tmp_path, "codex", "mcp", "list")
    skills = {path.parent.name for path in (tmp_path / ".codex" / "plugins").rglob("SKILL.md")}

    assert any(line.split()[:4] == ["simonides", "simonides", "serve", "--tools"] for line in listed.splitlines())
    assert skills == {"memory", "remember", "recall", "wake-up"}


@pytest.mark.requirement("setup-clients")
@pytest.mark.parametrize("client", ["codex", "gemini", "claude-code"])
def test_a_client_lists_the_server_that_setup_wrote(client: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("CODEX_HOME", str(home / ".codex"))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / ".claude"))
    name = program(client.removesuffix("-code"))

    assert main(["setup", "--client", client, "--data-dir", str(tmp_path / "data")]) == 0

    assert "simonides" in told(home, name, "mcp", "list")
