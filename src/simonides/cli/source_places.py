"""The place of a memory in the file that it was read from."""

from pathlib import Path
from typing import TYPE_CHECKING

from simonides.mining.files.reading import Unreadable, decode

if TYPE_CHECKING:
    from simonides.domain.memory import Memory

FILE_MAX_BYTES = 2_000_000
"""Larger files are not read for the sake of a line's number."""


def source_place(memory: "Memory") -> str:
    """The file of a memory and, where the file still holds the text, the line it begins in: `path:line`."""
    source = memory.origin.source or ""
    line = _line_of(Path(source), memory.content)
    return source if line is None else f"{source}:{line}"


def _line_of(path: Path, text: str) -> int | None:
    # The number is not stored: every edit above the text would make it wrong.
    begins = text.strip()
    try:
        # A source is whatever somebody filed: a relative name means nothing here, and a pipe would never end.
        if not begins or not path.is_absolute() or not path.is_file() or path.stat().st_size > FILE_MAX_BYTES:
            return None
        # With the ends of lines as they are, and decoded as it was when it was filed.
        content = decode(path.read_bytes())
    except (OSError, ValueError, Unreadable):
        return None
    position = content.find(begins)
    return None if position < 0 else content.count("\n", 0, position) + 1
