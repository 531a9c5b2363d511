"""File locks: processes queue for a lock file before they queue for SQLite.

SQLite's own busy handler polls, which starves writers. The kernel wakes those who wait for a file lock, but whoever has just
released it may take it again before they run: so the first who waits holds a second lock, and those who give way wait for that.
"""

import errno
import os
from pathlib import Path
from types import TracebackType

from simonides.machine.files import open_private
from simonides.machine.locks import acquire, held, release, try_to_acquire


class FileLock:
    """A lock on the lock file, held inside `with`; only one thread at a time may use an object.

    Raises FileNotFoundError when the file or its directory was moved or deleted meanwhile.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def __enter__(self) -> None:
        if self._descriptor is None:
            self._descriptor = open_private(self._path)
        if not try_to_acquire(self._descriptor):
            with held(self.queue, waits=True):
                acquire(self._descriptor)
        # The previous holder may have removed or renamed the palace.
        if not self._is_in_place(self._descriptor):
            self.close()
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self._path))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._descriptor is not None:
            release(self._descriptor)

    @property
    def queue(self) -> Path:
        """The file that the first of those who wait has locked."""
        return self._path.with_name(f"{self._path.name}.next")

    def give_way(self) -> None:
        """Let a process that waits go first."""
        # Nobody has ever waited where there is no such file.
        if self.queue.exists():
            with held(self.queue, waits=True):
                return

    def close(self) -> None:
        """Close the file."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _is_in_place(self, descriptor: int) -> bool:
        try:
            return os.path.samestat(self._path.stat(), os.fstat(descriptor))
        except FileNotFoundError:
            return False
