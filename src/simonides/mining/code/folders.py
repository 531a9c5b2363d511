"""Folders of source code in the file system, behind the port `Sources`."""

import threading
from collections.abc import Iterator
from pathlib import Path

from simonides.domain.code import Piece, Skipped, SourceFile
from simonides.domain.errors import Invalid
from simonides.mining.code.languages import language_of
from simonides.mining.files.changes import changes
from simonides.mining.files.ignore_rules import IGNORE_FILES
from simonides.mining.files.reading import Unreadable, decode, digest_of, read_bytes
from simonides.mining.files.walk import SIZE_MAX, is_unicode, walk
from simonides.ports.sources import SourceText


class Folders:
    """Source code in the folders of this machine."""

    def __init__(self, size_max: int = SIZE_MAX) -> None:
        self._size_max = size_max

    def root(self, path: str) -> Path:
        """The folder at a path, with links resolved. Raises Invalid."""
        try:
            root = Path(path).expanduser().resolve(strict=True)
            is_folder = root.is_dir()
        except (OSError, RuntimeError, ValueError) as error:
            raise Invalid("path", f"'{path}' cannot be read; check that it exists and that you may open it") from error
        if not is_unicode(str(root)):
            raise Invalid("path", "the name of the folder, or of one around it, is not UTF-8; rename it")
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
        """The content of a file, or the reason why it cannot be read."""
        try:
            data, is_settled = read_bytes(root / file.path, self._size_max)
            return SourceText(decode(data), digest_of(data), is_settled)
        except Unreadable as error:
            return Skipped(file.path, str(error))

    def cut(self, text: str, language: str) -> list[Piece]:
        """The pieces of a file, in order."""
        # Imported here because most processes never cut a file.
        from simonides.mining.code.cutting import pieces_of

        return pieces_of(text, language)

    def changes(self, root: Path, stop: threading.Event) -> Iterator[None]:
        """Yields once when watching has begun, then after every burst of changes below a folder, until `stop` is set."""
        return changes(root, stop, _concerns_us)


def _concerns_us(path: Path) -> bool:
    # When a folder is moved away, only its own name is reported.
    is_known = language_of(path.as_posix()) is not None or not path.suffix or path.name in IGNORE_FILES
    return is_known and not any(part.startswith(".") and part not in IGNORE_FILES for part in path.parts)
