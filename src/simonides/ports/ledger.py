"""Which files were mined, and how did they stand then?"""

from collections.abc import Sequence
from typing import Protocol

from simonides.domain.mined import Mined


class Ledger(Protocol):
    """One line for every file that was mined; the drawers themselves are memories that name it as their source."""

    def under(self, folder: str) -> dict[str, Mined]:
        """The lines of all files below a folder, and of the file of that very path, by path."""
        ...

    def after(self, path: str, limit: int) -> list[Mined]:
        """The lines after that of a path, by path: a way through all of them."""
        ...

    def get(self, path: str) -> Mined | None:
        """The line of a file; None when it was never mined."""
        ...

    def same(self, digest: bytes, mode: str) -> Mined | None:
        """The file of that content whose drawers stand, mined in that mode; the first by path, never a twin."""
        ...

    def put(self, lines: Sequence[Mined]) -> None:
        """Note how files stand, in place of what was noted before."""
        ...

    def drop(self, paths: Sequence[str]) -> int:
        """Strike out lines, and those of their twins; how many went. Memories stay."""
        ...

    def twins_of(self, path: str) -> list[str]:
        """The files that rely on the drawers of this one, by path."""
        ...
