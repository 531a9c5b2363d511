"""The extensions of Codex and Gemini CLI and the entry of the MCP registry: made from the plugin, in their readers' form."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest
from scripts.shelves.extensions import NAME, PLUGIN, commands, files
from scripts.shelves.project import REGISTRY_NAME, ROOT, version
from validate_pyproject.api import Validator
from validate_pyproject.errors import ValidationError

pytestmark = pytest.mark.requirement("shelf-extensions")

GEMINI = {
    "type": "object",
    "required": ["name", "version", "mcpServers"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z0-9-]+$"},
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        "description": {"type": "string"},
        "contextFileName": {"type": "string"},
        "mcpServers": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "required": ["command"],
                # Gemini CLI ignores `trust` in an extension.
                "not": {"required": ["trust"]},
                "properties": {"command": {"type": "string"}, "args": {"type": "array", "items": {"type": "string"}}},
            },
        },
    },
}
"""As the documentation of Gemini CLI describes a manifest, as far as ours goes."""


def test_what_is_committed_is_what_the_plugin_makes() -> None:
    made = files()

    changed = [name for name, text in made.items() if (ROOT / name).read_text(encoding="utf-8") != text]
    assert changed == [], "run `make extensions`"
    kept = {str(path.relative_to(ROOT)) for path in (ROOT / "extensions").rglob("*") if path.is_file()}
    assert kept <= set(made)


def test_plugins_skills_and_registry_entry_pass_the_linter_of_their_schemas(tmp_path: Path) -> None:
    for name in (*files(), ".claude-plugin/marketplace.json", "pyproject.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(PLUGIN, tmp_path / "plugin")

    run = subprocess.run(
        [str(Path(sys.executable).with_name("skillsaw")), "lint", str(tmp_path), "--format", "json"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    report = json.loads(run.stdout)
    assert [each for each in report["violations"] if each["severity"] == "error"] == []
    assert run.returncode == 0


def test_the_project_file_has_the_form_of_its_schemas() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    validate = Validator()

    validate(project)
    with pytest.raises(ValidationError):
        validate({**project, "project": {**project["project"], "licence": "Apache-2.0"}})


def test_the_registry_knows_the_package_by_the_readme() -> None:
    entry = json.loads((ROOT / "server.json").read_text(encoding="utf-8"))

    assert entry["name"] == REGISTRY_NAME
    assert f"mcp-name: {REGISTRY_NAME}" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(entry["description"]) <= 100
    assert {entry["version"], entry["packages"][0]["version"]} == {version()}


def test_gemini_reads_a_manifest_a_context_and_three_commands() -> None:
    folder = ROOT / "extensions" / "gemini"
    manifest = json.loads((folder / "gemini-extension.json").read_text(encoding="utf-8"))

    jsonschema.validate(manifest, GEMINI)
    assert (folder / manifest["contextFileName"]).is_file()
    read = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in (folder / "commands").glob("*.toml")}
    assert set(read) == {"remember", "recall", "wake-up"} == {command.name for command in commands()}
    assert all(set(each) == {"description", "prompt"} for each in read.values())
    assert "{{args}}" in read["remember"]["prompt"]
    assert not any("$ARGUMENTS" in each["prompt"] for each in read.values())


def test_codex_finds_a_plugin_with_skills_that_are_named_like_their_folders() -> None:
    [entry] = json.loads((ROOT / ".agents/plugins/marketplace.json").read_text(encoding="utf-8"))["plugins"]
    folder = ROOT / entry["source"]["path"]
    manifest = json.loads((folder / ".codex-plugin" / "plugin.json").read_text(encoding="utf-8"))

    assert (entry["name"], manifest["version"]) == (manifest["name"], version())
    assert NAME in json.loads((folder / manifest["mcpServers"]).read_text(encoding="utf-8"))["mcpServers"]
    for skill in (folder / manifest["skills"]).glob("*/SKILL.md"):
        assert re.search(rf"^name: {skill.parent.name}$", skill.read_text(encoding="utf-8"), re.MULTILINE)


def test_every_shelf_starts_the_server_in_the_same_way() -> None:
    places = ["plugin/.mcp.json", "extensions/codex/.mcp.json", "extensions/gemini/gemini-extension.json"]

    read = [json.loads((ROOT / place).read_text(encoding="utf-8"))["mcpServers"] for place in places]

    assert read[0] == read[1] == read[2]
    assert (PLUGIN / "commands").is_dir()
