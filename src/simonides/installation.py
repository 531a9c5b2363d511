"""How this package was installed, for hints that name a command to type."""

import json
from collections.abc import Iterator
from importlib.metadata import Distribution
from pathlib import Path
from urllib.parse import unquote, urlsplit

PACKAGE = Path(__file__).resolve().parent


def install_command(extra: str, package: Path = PACKAGE) -> str:
    """The command that installs an extra in the way in which the package in that folder was installed."""
    checkout = _checkout(package)
    return f"pip install 'simonides[{extra}]'" if checkout is None else f"pip install '.[{extra}]' in {checkout}"


def _checkout(package: Path) -> Path | None:
    """The source tree that the package runs in or was installed from, if it still exists."""
    tree = package.parent.parent
    if package.parent.name != "src" or not (tree / "pyproject.toml").is_file():
        tree = next(_trees(package), tree)
    return tree if (tree / "pyproject.toml").is_file() else None


def _trees(package: Path) -> Iterator[Path]:
    for distribution in Distribution.discover(name="simonides", path=[str(package.parent)]):
        # Written by installers as PEP 610 says; a package from an index has none.
        told = json.loads(distribution.read_text("direct_url.json") or "{}")
        if "dir_info" in told:
            yield Path(unquote(urlsplit(told["url"]).path))
