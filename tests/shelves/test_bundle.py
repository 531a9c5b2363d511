"""The bundle for desktop programs."""

import json
import tomllib
import zipfile
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest
from scripts.shelves.bundle import manifest, pack
from scripts.shelves.project import version

pytestmark = pytest.mark.requirement("shelf-bundle")

TEXT = {"type": "string", "minLength": 1}
SCHEMA = {
    "type": "object",
    "required": ["manifest_version", "name", "version", "description", "author", "server"],
    "additionalProperties": False,
    "properties": {
        **dict.fromkeys(("name", "display_name", "description", "long_description", "license"), TEXT),
        "manifest_version": {"const": "0.4"},
        "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        "author": {"type": "object", "required": ["name"], "properties": {"name": TEXT}, "additionalProperties": False},
        "keywords": {"type": "array", "items": TEXT},
        "server": {
            "type": "object",
            "required": ["type", "entry_point"],
            "additionalProperties": False,
            "properties": {
                "type": {"const": "uv"},
                "entry_point": TEXT,
                "mcp_config": {
                    "type": "object",
                    "required": ["command"],
                    "additionalProperties": False,
                    "properties": {"command": TEXT, "args": {"type": "array", "items": TEXT}, "env": {"type": "object"}},
                },
            },
        },
        "tools": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name"],
                "properties": {"name": TEXT, "description": TEXT},
                "additionalProperties": False,
            },
        },
        "compatibility": {
            "type": "object",
            "properties": {
                "platforms": {"type": "array", "items": {"enum": ["darwin", "win32", "linux"]}},
                "runtimes": {"type": "object", "properties": {"python": TEXT}, "additionalProperties": False},
            },
            "additionalProperties": False,
        },
        "user_config": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "required": ["type", "title", "description"],
                "properties": {"type": {"enum": ["string", "number", "boolean", "directory", "file"]}},
            },
        },
    },
}
"""As version 0.4 of the specification describes a manifest, as far as ours goes."""


def test_the_manifest_has_the_form_of_its_specification_and_names_the_tools() -> None:
    made = manifest()

    jsonschema.validate(made, SCHEMA)
    assert made["version"] == version()
    tools = made["tools"]
    assert isinstance(tools, list)
    assert {tool["name"] for tool in tools} >= {"remember", "recall_memory"}
    assert len(tools) == 6


def test_a_bundle_holds_what_its_manifest_names_and_is_the_same_twice(tmp_path: Path) -> None:
    wheel = tmp_path / "simonides-9-py3-none-any.whl"
    wheel.write_bytes(b"wheel")

    pack(wheel, tmp_path / "a.mcpb")
    pack(wheel, tmp_path / "b.mcpb")

    assert (tmp_path / "a.mcpb").read_bytes() == (tmp_path / "b.mcpb").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.mcpb") as archive:
        names = archive.namelist()
        told = json.loads(archive.read("manifest.json"))
        project = tomllib.loads(archive.read("pyproject.toml").decode())
        compile(archive.read("server.py"), "server.py", "exec")
    assert told["server"]["entry_point"] in names
    assert project["tool"]["uv"]["sources"]["simonides"]["path"] == wheel.name
    assert wheel.name in names
