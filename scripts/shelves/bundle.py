"""The bundle that desktop programs install with one click: our wheel, a manifest, and how uv starts it.

    python -m scripts.shelves.bundle WHEEL [FILE]

The host's uv fetches what the wheel needs for the machine at hand, so one bundle fits every system. The same wheel gives the
same bytes.
"""

import json
import sys
import zipfile
from pathlib import Path

from scripts.shelves.project import AUTHORS, ROOT, SENTENCE, TITLE, project, version

from simonides.wiring import build_catalogue

MANIFEST_VERSION = "0.4"
_BEGINNING = (1980, 1, 1, 0, 0, 0)
_SERVER = '''"""Serves the core set of simonides; further words are passed on."""

import sys

from simonides.cli.main import program

sys.argv = ["simonides", "serve", "--tools", "core", *sys.argv[1:]]
program()
'''


def manifest() -> dict[str, object]:
    """The manifest, with the tools as the server lists them."""
    facts = project()
    listed = [entry.listing(has_default_scope=True) for entry in build_catalogue(["core"]).entries.values()]
    start = ["run", "--no-dev", "--directory", "${__dirname}", "server.py", "--palace", "${user_config.palace}"]
    return {
        "manifest_version": MANIFEST_VERSION,
        "name": "simonides",
        "display_name": TITLE,
        "version": version(),
        "description": facts["description"],
        "long_description": SENTENCE,
        "author": {"name": AUTHORS},
        "license": facts["license"],
        "keywords": facts["keywords"],
        "server": {"type": "uv", "entry_point": "server.py", "mcp_config": {"command": "uv", "args": start}},
        "tools": [{"name": tool["name"], "description": tool["description"].split("\n", 1)[0]} for tool in listed],
        "compatibility": {
            "platforms": ["darwin", "linux", "win32"],
            "runtimes": {"python": facts["requires-python"]},
        },
        "user_config": {
            "palace": {
                "type": "string",
                "title": "Palace",
                "description": "The palace to use; other agents that name the same one share it",
                "default": "default",
                "required": False,
            }
        },
    }


def pyproject(wheel: str) -> str:
    """What tells uv to run the wheel in the bundle."""
    return "\n".join(
        [
            "[project]",
            'name = "simonides-bundle"',
            f"version = {json.dumps(version())}",
            f"requires-python = {json.dumps(project()['requires-python'])}",
            'dependencies = ["simonides"]',
            "",
            "[tool.uv]",
            "package = false",
            "",
            "[tool.uv.sources]",
            f"simonides = {{ path = {json.dumps(wheel)} }}",
            "",
        ]
    )


def pack(wheel: Path, bundle: Path) -> None:
    """Write the bundle."""
    texts = {
        "manifest.json": json.dumps(manifest(), indent=2, ensure_ascii=False) + "\n",
        "pyproject.toml": pyproject(wheel.name),
        "server.py": _SERVER,
        "LICENSE": (ROOT / "LICENSE").read_text(encoding="utf-8"),
    }
    with zipfile.ZipFile(bundle, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(zipfile.ZipInfo(name, _BEGINNING), text)
        # A wheel is compressed already.
        archive.writestr(zipfile.ZipInfo(wheel.name, _BEGINNING), wheel.read_bytes(), zipfile.ZIP_STORED)


def main() -> int:
    """Pack the wheel that is named."""
    wheel = Path(sys.argv[1])
    bundle = Path(sys.argv[2]) if len(sys.argv) > 2 else wheel.with_name(f"simonides-{version()}.mcpb")
    pack(wheel, bundle)
    print(f"{bundle}: {bundle.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
