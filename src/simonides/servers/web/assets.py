"""The files of the page: read once, compressed once, and named by what is in them.

The shell names the modules of the view that is asked for, so that a browser gets all of them at once and not one after the other.
"""

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
SHELL = "index.html"
_START = "app.js"
_IMPORTED = re.compile(r'from "(\.[^"]+)"')
_MISSING, _HOME, _OVERVIEW = "missing", "home", "overview"
_SHORT_NAMES = {"m": "memory", "e": "entity"}


@dataclass(frozen=True)
class Asset:
    """One file, plain and compressed."""

    media_type: str
    body: bytes

    @cached_property
    def compressed(self) -> bytes:
        """The body as gzip; always the same bytes for the same file."""
        return gzip.compress(self.body, 9, mtime=0)

    @cached_property
    def tag(self) -> str:
        """What a browser asks with whether its copy is still the same."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:16]}"'


class Assets:
    """Every file of the page by its path; `version` changes with any of them."""

    def __init__(self, folder: Path) -> None:
        paths = sorted(path for path in folder.rglob("*") if path.suffix in _TYPES and path.is_file())
        bodies = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        digest = hashlib.sha256()
        for name, body in bodies.items():
            digest.update(f"{name}\n{len(body)}\n".encode() + body)
        self.version = digest.hexdigest()[:12]
        self._files = {name: Asset(_TYPES[Path(name).suffix], body) for name, body in bodies.items() if name != SHELL}
        # The one file whose address stays the same names the version of all the others.
        template = bodies.get(SHELL, b"").decode().replace("{version}", self.version)
        views = [PurePosixPath(name).stem for name in bodies if name.startswith("pages/")]
        self._shells = {view: self._shell(template, bodies, view) for view in views}

    def find(self, path: str) -> Asset | None:
        """The file under a path; None when there is none."""
        return self._files.get(path)

    def shell(self, path: str) -> Asset:
        """The shell for an address of the page, given without `/ui/`."""
        view = view_of(path)
        return self._shells[view if view in self._shells else _MISSING]

    def _shell(self, template: str, bodies: Mapping[str, bytes], view: str) -> Asset:
        modules = sorted(_needed(bodies, (_START, f"pages/{view}.js")) - {_START})
        links = "\n".join(f'<link rel="modulepreload" href="/ui/{self.version}/{name}">' for name in modules)
        return Asset(_TYPES[".html"], template.replace("{modules}", links).encode())


def view_of(path: str) -> str:
    """The view that an address of the page shows, by the name of its module."""
    first, *others = path.split("/")
    if first != "p" or not others or not others[0]:
        return first or _HOME
    page = others[1] if len(others) > 1 and others[1] else _OVERVIEW
    return _SHORT_NAMES.get(page, page)


def _needed(bodies: Mapping[str, bytes], start: tuple[str, ...]) -> set[str]:
    """The modules with everything that they import before they run."""
    found, wanted = set[str](), list(start)
    while wanted:
        name = wanted.pop()
        if name in found or name not in bodies:
            continue
        found.add(name)
        wanted += [_beside(name, each) for each in _IMPORTED.findall(bodies[name].decode())]
    return found


def _beside(name: str, imported: str) -> str:
    parts = list(PurePosixPath(name).parent.parts)
    for part in PurePosixPath(imported).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
