"""The port for the ledger of mined files."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from simonides.domain.records.record import RecordTable
from simonides.frozen import frozen


@frozen
class Mined:
    """A file as it stood when it was mined."""

    path: str
    digest: bytes
    """Differs for any two contents."""
    size: int
    modified_ns: int
    """When the file was last changed; 0 when a later change might leave the timestamp as it is."""
    mode: str
    wing: str
    shape: str
    """How it was read: mode, place and rules. A file that would now be read differently is read again."""
    drawers: int
    mined_at: datetime
    twin_of: str | None = None
    """The file whose drawers also represent this one: with the same content, or with turns of the same conversations."""


MINED = RecordTable(
    Mined,
    "",
    """
    path           KEY
    digest         DIGEST
    size           WHOLE
    modified_ns    INTEGER
    mode           TEXT
    wing           TEXT
    shape          TEXT
    drawers        WHOLE
    mined_at       MOMENT
    twin_of        NOTE
    """,
)


class Ledger(Protocol):
    """One line for every file that was mined; the drawers themselves are memories that name it as their source."""

    def under(self, folder: str) -> dict[str, Mined]:
        """The lines of all files below a folder, and of the file of that very path, by path."""
        ...

    def after(self, path: str, limit: int) -> list[Mined]:
        """The lines after that of a path, by path; for paging through all of them."""
        ...

    def get(self, path: str) -> Mined | None:
        """The line of a file; None when it was never mined."""
        ...

    def ending(self, name: str, limit: int) -> list[str]:
        """The paths that end with a file's name, or with folders before it, in any case of ASCII letters; by path."""
        ...

    def same(self, digest: bytes, mode: str) -> Mined | None:
        """The file with that content that has drawers of its own, mined in that mode; the first by path, never a twin."""
        ...

    def put(self, lines: Sequence[Mined]) -> None:
        """Keep the lines of files, replacing older ones."""
        ...

    def drop(self, paths: Sequence[str]) -> int:
        """Remove lines and those of their twins, and return how many were removed. Memories stay."""
        ...

    def release(self, paths: Sequence[str], *, is_of_turns: bool) -> list[str]:
        """Have the copies of these files read again, and every file that left turns to others if asked; returns their paths.

        Their lines lose their shape and stay otherwise.
        """
        ...
