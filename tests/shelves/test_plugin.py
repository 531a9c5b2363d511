"""The plugin for Claude Code, and the container files: each name in them must exist here."""

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from simonides.cli.hook.command import EVENTS
from simonides.cli.main import main

ROOT = Path(__file__).parent.parent.parent
PLUGIN = ROOT / "plugin"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def document(path: Path) -> dict[str, Any]:
    read = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(read, dict)
    return read


def front_matter(path: Path) -> dict[str, object]:
    head = re.match(r"---\n(.*?)\n---\n", path.read_text(encoding="utf-8"), re.DOTALL)
    assert head, path
    read = yaml.safe_load(head.group(1))
    assert isinstance(read, dict)
    return read


def test_the_marketplace_leads_to_the_plugin() -> None:
    [entry] = document(ROOT / ".claude-plugin" / "marketplace.json")["plugins"]
    manifest = document(ROOT / entry["source"] / ".claude-plugin" / "plugin.json")

    assert (entry["name"], manifest["version"]) == (manifest["name"], PROJECT["version"])


def test_the_plugin_starts_the_core_set() -> None:
    server = document(PLUGIN / ".mcp.json")["mcpServers"]["simonides"]

    assert server["command"] in PROJECT["scripts"]
    assert server["args"][:3] == ["serve", "--tools", "core"]


def test_the_plugins_hooks_are_events_that_we_answer(capsys: pytest.CaptureFixture[str]) -> None:
    hooks = document(PLUGIN / "hooks" / "hooks.json")["hooks"]
    assert isinstance(hooks, dict)

    told = {event: shlex.split(group["hooks"][0]["command"]) for event, [group] in hooks.items()}

    assert {words[-1] for words in told.values()} == set(EVENTS)
    assert all(words[:4] == ["simonides", "hook", "run", "--event"] for words in told.values())
    assert main(["hook", "run", "--help"]) == 0


def test_commands_and_skill_name_only_tools_of_the_core_set() -> None:
    tools = set(re.findall(r"^### `(\w+)`", _core_section(), re.MULTILINE))
    pages = [*PLUGIN.glob("commands/*.md"), *PLUGIN.glob("skills/*/SKILL.md")]

    named = {name for page in pages for name in re.findall(r"`(\w+_\w+|remember)`", page.read_text(encoding="utf-8"))}

    assert len(tools) == 6
    assert named == tools
    assert all(front_matter(page)["description"] for page in pages)


def _core_section() -> str:
    text = (ROOT / "docs" / "tools.md").read_text(encoding="utf-8")
    return text.split("## The core set", 1)[1].split("\n## ", 1)[0]
