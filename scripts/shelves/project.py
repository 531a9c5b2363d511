"""The facts of the project that every shelf repeats, and how the files of a shelf are written."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
AUTHORS = "The simonides authors"
TITLE = "Simonides"
SENTENCE = "Remembers what was said, word for word, and finds it again: six tools, and the commands remember, recall and wake-up."
REGISTRY_NAME = "io.github.simonides/simonides"
"""The name in the registry of MCP; the README carries it, too, by which the registry knows whose package it is."""


def project() -> dict[str, Any]:
    """The table `project` of pyproject.toml."""
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def version() -> str:
    """The version of the package."""
    return str(project()["version"])


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write texts under a folder, each by its path there."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
