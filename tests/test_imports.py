"""Allowed imports between layers, in one table that follows ARCHITECTURE.md."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "simonides"

MAY_IMPORT = {
    "digests": set[str](),
    "frozen": set[str](),
    "settings": {"domain"},
    "machine": {"machine"},
    "installation": set(),
    # Data files of each language are read here, so the domain touches no disk.
    "languages": {"languages"},
    "domain": {"domain", "languages"},
    "ports": {"domain", "ports"},
    "engine": {"languages", "domain", "ports", "engine"},
    "peers": {"domain", "ports", "engine", "peers"},
    "replicas": {"domain", "engine", "replicas"},
    "mining": {"installation", "languages", "domain", "ports", "engine", "mining"},
    "stores": {"machine", "domain", "ports", "stores"},
    "embedders": {"languages", "domain", "ports", "embedders"},
    # A writer sends JSON the way a remote embedder does.
    "writers": {"domain", "embedders", "writers"},
    "toolkit": {"toolkit"},
    # One tool tells the version that runs.
    "toolsets": {"domain", "engine", "peers", "toolkit", "toolsets", "__init__"},
    "servers": {"machine", "toolkit", "servers"},
    "models": {"settings", "domain", "ports", "embedders", "writers"},
    "storage": {"installation", "settings", "domain", "ports", "stores"},
    "hosting": {"machine", "settings", "domain", "ports", "engine", "toolkit", "hosting"},
    "checkup": {"machine", "settings", "storage", "domain", "engine"},
    "engines": {"settings", "models", "storage", "hosting", "domain", "ports", "engine", "mining"},
    "wiring": {
        "checkup",
        "engines",
        "installation",
        "storage",
        "hosting",
        "__init__",
        "settings",
        "domain",
        "engine",
        "toolkit",
        "toolsets",
        "servers",
    },
    "cli": {
        "checkup",
        "machine",
        "settings",
        "storage",
        "hosting",
        "engines",
        "wiring",
        "domain",
        "ports",
        "engine",
        "mining",
        "peers",
        "replicas",
        "cli",
        "__init__",
    },
    "library": {"settings", "engines", "domain", "engine", "mining"},
    "__main__": {"cli"},
    # The front door loads what it names when somebody uses it.
    "__init__": {"library", "domain"},
}


def layer_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_layers(path: Path) -> set[str]:
    layers = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: imports are absolute here"
            modules = [node.module] if node.module != "simonides" else [f"simonides.{alias.name}" for alias in node.names]
        layers |= {name.split(".")[1] for name in modules if name.startswith("simonides.")}
    return {layer if layer != "__version__" else "__init__" for layer in layers}


def test_every_layer_is_in_the_table() -> None:
    assert {layer_of(path) for path in SOURCE.rglob("*.py")} == set(MAY_IMPORT)


@pytest.mark.parametrize("layer", sorted(MAY_IMPORT))
def test_a_layer_imports_only_what_it_may(layer: str) -> None:
    for path in SOURCE.rglob("*.py"):
        if layer_of(path) == layer:
            # How a class of values and a digest are made is the language of every layer.
            assert imported_layers(path) - {"frozen", "digests"} <= MAY_IMPORT[layer], path


@pytest.mark.parametrize("layer", sorted(MAY_IMPORT))
def test_a_layer_may_import_nothing_that_it_does_not_need(layer: str) -> None:
    needed = set[str]().union(*(imported_layers(path) for path in SOURCE.rglob("*.py") if layer_of(path) == layer))

    assert MAY_IMPORT[layer] - {layer} <= needed
