"""Which file a palace was opened from, and whether somebody has put another there or written to it; told without opening it.

Nobody may open the file of a palace but SQLite: whoever closes it gives up the locks that this process has on it (`byte_search`).
"""

import errno
import os
import sqlite3
import time
from pathlib import Path

from simonides.frozen import frozen
from simonides.machine.system import IS_WINDOWS
from simonides.stores.sqlite.connection.failures import translated
from simonides.stores.sqlite.connection.syncing import IS_SHARED

_SETTLED_NS = (2 if IS_SHARED else 30) * 1_000_000_000
"""File systems note times in steps of up to two seconds; where SQLite waits for the disk, a commit is seen only after that."""
_CREATED = "SELECT value FROM meta WHERE key = 'created_at'"


@frozen
class _Identity:
    """Which file it is: its number on the disk, and when the palace in it was made."""

    device: int
    inode: int
    created_at: str


@frozen
class _Look:
    """What the file and the log beside it look like: which they are, how long, and when they were last written."""

    file: tuple[int, ...]
    log: tuple[int, ...]

    def is_settled(self) -> bool:
        """Whether the last write is so long ago that another one has another time."""
        return time.time_ns() - max(*self.file[2:], *self.log[2:], 0) > _SETTLED_NS


class KnownFile:
    """The file at a path; `note` is called once it is prepared."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._identity: _Identity | None = None
        self._left_as: _Look | None = None

    def note(self, connection: sqlite3.Connection) -> None:
        """Note which file a connection is open to."""
        self._identity = self._identified(connection)

    def refuse_other(self, connection: sqlite3.Connection) -> None:
        """Raises FileNotFoundError when a connection is open to another file than the one that was noted."""
        if self._identity is None:
            return
        with translated(self._path):
            found = self._identified(connection)
        if found != self._identity:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self._path))

    def is_in_place(self) -> bool:
        """Whether a file of that number is at its path; while nobody has it open, another one may get the number."""
        try:
            found = self._path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        noted = self._identity
        return noted is not None and (found.st_dev, found.st_ino) == (noted.device, noted.inode)

    def leave(self) -> None:
        """Note how it looks, since nobody here has it open from now on."""
        self._left_as = self._look()

    def is_as_left(self) -> bool:
        """Whether it looks as when it was left."""
        return self._left_as is not None and self._left_as == self._look()

    def write_mark(self) -> _Look | None:
        """Another value after every write, of whichever process; None where only reading tells."""
        # Windows notes the time of a write when the file is closed.
        found = None if IS_WINDOWS else self._look()
        return found if found and found.is_settled() else None

    def _look(self) -> _Look | None:
        try:
            # An empty log comes and goes with those who read.
            log = _numbers(self._log) if self._log.exists() else ()
            return _Look(_numbers(self._path), log if any(log[1:2]) else ())
        except OSError:
            # It is gone, or nobody may look: only reading tells.
            return None

    def _identified(self, connection: sqlite3.Connection) -> _Identity:
        found, row = self._path.stat(), connection.execute(_CREATED).fetchone()
        return _Identity(found.st_dev, found.st_ino, "" if row is None else str(row[0]))


def _numbers(path: Path) -> tuple[int, ...]:
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns
