"""The files of the page: read once, compressed once, and named by what is in them."""

import gzip
import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
SHELL = "index.html"


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
        shell = bodies.get(SHELL, b"").replace(b"{version}", self.version.encode())
        self.shell = Asset(_TYPES[".html"], shell)

    def find(self, path: str) -> Asset | None:
        """The file under a path; None when there is none."""
        return self._files.get(path)
