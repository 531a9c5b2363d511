"""The extensions for Codex and Gemini CLI, and the entry in the registry of MCP, made from the plugin for Claude Code.

    python -m scripts.shelves.extensions

The plugin is the one place where commands and skill are written; a test compares what is committed with what this makes.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from scripts.shelves.project import AUTHORS, REGISTRY_NAME, ROOT, SENTENCE, TITLE, project, version, write_files

PLUGIN = ROOT / "plugin"
NAME = "simonides"
SERVER = {"command": NAME, "args": ["serve", "--tools", "core", "--detect-palace"]}
_FRONT = re.compile(r"---\n(?P<front>.*?)\n---\n(?P<body>.*)\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PluginCommand:
    """A command of the plugin."""

    name: str
    description: str
    prompt: str


def files() -> dict[str, str]:
    """Every file by its path from the root of the repository."""
    made = {**_codex(), **_gemini(), "server.json": _json(_registry_entry())}
    return dict(sorted(made.items()))


def commands() -> Iterator[PluginCommand]:
    """The commands of the plugin, by name."""
    for page in sorted((PLUGIN / "commands").glob("*.md")):
        found = _FRONT.match(page.read_text(encoding="utf-8"))
        if found is None:
            raise ValueError(f"{page}: no description between lines of dashes")
        described = re.search(r"^description: (.+)$", found["front"], re.MULTILINE)
        if described is None:
            raise ValueError(f"{page}: no description")
        yield PluginCommand(page.stem, described[1], found["body"])


def _codex() -> dict[str, str]:
    manifest = {
        **_identity(),
        "skills": "./skills/",
        "mcpServers": "./.mcp.json",
        "interface": {
            "displayName": TITLE,
            "shortDescription": project()["description"],
            "longDescription": SENTENCE,
            "developerName": AUTHORS,
            "category": "Productivity",
            "capabilities": ["Read", "Write"],
            "defaultPrompt": ["What did we decide about the database, and why?"],
        },
    }
    entry = {
        "name": NAME,
        "source": {"source": "local", "path": "./extensions/codex"},
        "policy": {"installation": "AVAILABLE", "authentication": "ON_INSTALL"},
        "category": "Productivity",
    }
    catalogue = {"name": NAME, "interface": {"displayName": TITLE}, "plugins": [entry]}
    skills = {f"extensions/codex/skills/{command.name}/SKILL.md": _skill(command) for command in commands()}
    return {
        ".agents/plugins/marketplace.json": _json(catalogue),
        "extensions/codex/.codex-plugin/plugin.json": _json(manifest),
        "extensions/codex/.mcp.json": _json({"mcpServers": {NAME: SERVER}}),
        "extensions/codex/skills/memory/SKILL.md": _memory_skill(),
        **skills,
    }


def _gemini() -> dict[str, str]:
    manifest = {
        "name": NAME,
        "version": version(),
        "description": SENTENCE,
        "mcpServers": {NAME: SERVER},
        "contextFileName": "GEMINI.md",
    }
    return {
        "extensions/gemini/gemini-extension.json": _json(manifest),
        # The skill without its head: Gemini CLI reads this file at the start of every session.
        "extensions/gemini/GEMINI.md": _memory_skill().split("---\n", 2)[2],
        **{f"extensions/gemini/commands/{command.name}.toml": _toml(command) for command in commands()},
    }


def _registry_entry() -> dict[str, object]:
    variables = [
        ("SIMONIDES_HOME", "The folder that palaces are kept in; the platform's user data folder unless set", "filepath"),
        ("SIMONIDES_PALACE", "The palace to use when none is named", "string"),
    ]
    package = {
        "registryType": "pypi",
        "identifier": NAME,
        "version": version(),
        "runtimeHint": "uvx",
        "transport": {"type": "stdio"},
        "packageArguments": [
            {"type": "positional", "value": "serve"},
            {"type": "named", "name": "--tools", "value": "core"},
        ],
        "environmentVariables": [{"name": name, "description": text, "format": form} for name, text, form in variables],
    }
    return {
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": REGISTRY_NAME,
        "title": TITLE,
        "description": project()["description"],
        "version": version(),
        "packages": [package],
    }


def _identity() -> dict[str, object]:
    return {
        "name": NAME,
        "version": version(),
        "description": SENTENCE,
        "author": {"name": AUTHORS},
        "license": project()["license"],
        "keywords": project()["keywords"],
    }


def _memory_skill() -> str:
    return (PLUGIN / "skills" / "memory" / "SKILL.md").read_text(encoding="utf-8")


def _skill(command: PluginCommand) -> str:
    told = command.prompt.replace("$ARGUMENTS", "What the user wrote beside the name of this skill.")
    sentence = f"{command.description}. Use when the user asks for ${command.name}."
    return f"---\nname: {command.name}\ndescription: {sentence}\n---\n# {command.name}\n\n{told}"


def _toml(command: PluginCommand) -> str:
    prompt = command.prompt.replace("$ARGUMENTS", "{{args}}")
    return f'description = {json.dumps(command.description)}\nprompt = """\n{prompt}"""\n'


def _json(document: object) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def main() -> int:
    """Write them all into the repository."""
    write_files(ROOT, files())
    print("\n".join(files()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
