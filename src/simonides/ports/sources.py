"""The port for source code: folders that can be walked, read, cut into pieces and watched."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from simonides.domain.code import Piece, Skipped, SourceFile
from simonides.frozen import frozen


@frozen
class SourceText:
    """The contents of a file."""

    text: str
    digest: bytes
    """Differs for any two contents."""
    is_settled: bool
    """Whether a later change is certain to change the file's timestamp."""


class Sources(Protocol):
    """Reads folders of source code. Every method may be called from any thread."""

    def root(self, path: str) -> Path:
        """The folder that a path names, links resolved. Raises Invalid when it does not exist or may not be read."""
        ...

    def walk(self, root: Path) -> Iterator[SourceFile | Skipped]:
        """The source files below a folder, by path, and the files that were skipped for a reason worth knowing."""
        ...

    def language(self, path: str) -> str:
        """The language of a source file."""
        ...

    def read(self, root: Path, file: SourceFile) -> SourceText | Skipped:
        """The contents of a file, or why it cannot be read."""
        ...

    def cut(self, text: str, language: str) -> list[Piece]:
        """The pieces of a file, in order; joined, their contents are the text."""
        ...

    def changes(self, root: Path, stop: threading.Event) -> Iterator[None]:
        """Yields once when watching has begun, then once after every burst of changes below a folder, until `stop` is set."""
        ...
