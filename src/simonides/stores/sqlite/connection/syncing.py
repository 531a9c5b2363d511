"""Commits that reach the disk together: a writer lets the next one begin, and then waits for the disk.

SQLite would wait inside of its commit, with every other writer behind it. Its log is whole without that, whatever happens to
the machine; only the last commits may be missing from it. So they are written without waiting, and none is acknowledged before
the log is on the disk. Whoever empties the log brings it to the disk first, and the file as well.
"""

import errno
import os
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

IS_SHARED = sys.platform == "linux"
"""Elsewhere SQLite waits by itself: it knows what each system needs, and macOS has a call of its own for it."""


class SharedSync:
    """Brings the log of a database to the disk; threads that wait at the same time share one call.

    What is committed before a call begins is covered by it, so whoever comes while one runs waits for the next.
    """

    def __init__(self, log: Path) -> None:
        self._log = log
        self._change = threading.Condition()
        self._is_running = False
        self._begun = self._done = 0
        self._failures: dict[int, str] = {}
        """Calls that failed, by number: a later one that succeeds says nothing about what they should have written."""
        self.is_in_doubt = False
        """Whether the log may have a gap: whatever is written behind one is not found after a failure of the power."""

    def take_over(self, connection: sqlite3.Connection) -> None:
        """Let a connection commit without waiting for the disk, if it writes to a log: its caller waits here."""
        if IS_SHARED and connection.execute("PRAGMA journal_mode").fetchone() == ("wal",):
            connection.execute("PRAGMA synchronous = NORMAL")

    @contextmanager
    def committed(self) -> Iterator[int | None]:
        """The log as it is after a commit, while the palace is still where it was; None where SQLite has waited by itself."""
        descriptor = self._opened() if IS_SHARED else None
        try:
            yield descriptor
        finally:
            if descriptor is not None:
                os.close(descriptor)

    def _opened(self) -> int | None:
        try:
            return os.open(self._log, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return None

    def begin_anew(self, connection: sqlite3.Connection) -> bool:
        """Bring the log into the file and begin a new one; False while somebody still reads the old one."""
        is_busy = bool(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])
        self.is_in_doubt = self.is_in_doubt and is_busy
        return not is_busy

    def wait(self, descriptor: int | None) -> None:
        """Return when everything that this thread has committed is on the disk. Raises OSError when the disk fails."""
        if descriptor is None:
            return
        with self._change:
            mine = self._begun + 1
            while self._done < mine:
                if self._is_running:
                    self._change.wait()
                else:
                    self._lead(descriptor)
            if mine in self._failures:
                reason = f"the disk reports an error ({self._failures[mine]}): what was just written may be lost; check the disk"
                raise OSError(errno.EIO, reason)

    def _lead(self, descriptor: int) -> None:
        """Make one call for everybody who waits."""
        self._is_running = True
        self._begun += 1
        failure: str | None = "interrupted"
        self._change.release()
        try:
            os.fdatasync(descriptor)
            failure = None
        except OSError as error:
            failure = error.strerror
        finally:
            self._change.acquire()
            if failure is not None:
                self._failures[self._begun] = failure
                self.is_in_doubt = True
            self._is_running = False
            self._done = self._begun
            self._change.notify_all()
