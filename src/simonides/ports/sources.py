"""Where does source code come from? Folders that can be walked, read, cut and watched."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from simonides.domain.code import Piece, Skipped, SourceFile


@dataclass(frozen=True, slots=True)
class SourceText:
    """What stands in a file."""

    text: str
    digest: bytes
    """Tells any two contents apart."""
    is_settled: bool
    """Whether a later change would show in the file's time."""


class Sources(Protocol):
    """Reads folders of source code. Every method may be called from any thread."""

    def root(self, path: str) -> Path:
        """The folder that a path names, links resolved. Raises Invalid when there is none, or none that may be read."""
        ...

    def walk(self, root: Path) -> Iterator[SourceFile | Skipped]:
        """The source files below a folder, in order of path, and what was passed over for a reason worth knowing."""
        ...

    def language(self, path: str) -> str:
        """The language of a source file."""
        ...

    def read(self, root: Path, file: SourceFile) -> SourceText | Skipped:
        """What stands in a file, or why it cannot be told."""
        ...

    def cut(self, text: str, language: str) -> list[Piece]:
        """The pieces of a file, in order; their contents together are the text."""
        ...

    def changes(self, root: Path, stop: threading.Event) -> Iterator[None]:
        """Once when watching has begun, then once after every burst of changes below a folder, until `stop` is set."""
        ...
