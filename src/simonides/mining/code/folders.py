"""How is a folder of source code read? What the port `Sources` asks for, from the file system."""

import threading
from collections.abc import Iterator
from pathlib import Path

from simonides.domain.code import Piece, Skipped, SourceFile
from simonides.domain.errors import Invalid
from simonides.mining.code.languages import language_of
from simonides.mining.ignoring import IGNORE_FILES
from simonides.mining.reading import Unreadable, decode, digest_of, read_bytes
from simonides.mining.walking import SIZE_MAX, walk
from simonides.mining.watching import changes
from simonides.ports.sources import SourceText


class Folders:
    """Source code in the folders of this machine."""

    def __init__(self, size_max: int = SIZE_MAX) -> None:
        self._size_max = size_max

    def root(self, path: str) -> Path:
        """The folder that a path names, links resolved."""
        try:
            root = Path(path).expanduser().resolve(strict=True)
            is_folder = root.is_dir()
        except (OSError, RuntimeError, ValueError) as error:
            raise Invalid("path", f"'{path}' cannot be read") from error
        if not is_folder:
            raise Invalid("path", f"'{path}' is not a folder")
        return root

    def walk(self, root: Path) -> Iterator[SourceFile | Skipped]:
        """The source files below a folder, in order of path."""
        for found in walk(root, self._size_max):
            if language_of(found.path) is not None:
                yield found

    def language(self, path: str) -> str:
        """The language of a source file."""
        return language_of(path) or "text"

    def read(self, root: Path, file: SourceFile) -> SourceText | Skipped:
        """What stands in a file, or why it cannot be told."""
        try:
            data, is_settled = read_bytes(root / file.path, self._size_max)
            return SourceText(decode(data), digest_of(data), is_settled)
        except Unreadable as error:
            return Skipped(file.path, str(error))

    def cut(self, text: str, language: str) -> list[Piece]:
        """The pieces of a file, in order."""
        # Most processes never cut a file.
        from simonides.mining.code.chunking import pieces_of

        return pieces_of(text, language)

    def changes(self, root: Path, stop: threading.Event) -> Iterator[None]:
        """Once when watching has begun, then once after every burst of changes below a folder, until `stop` is set."""
        return changes(root, stop, _concerns_us)


def _concerns_us(path: Path) -> bool:
    # A folder that was moved away is told of by its own name alone.
    is_known = language_of(path.as_posix()) is not None or not path.suffix or path.name in IGNORE_FILES
    return is_known and not any(part.startswith(".") and part not in IGNORE_FILES for part in path.parts)
