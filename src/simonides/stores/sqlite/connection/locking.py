"""File locks: processes queue for a lock file before they queue for SQLite.

SQLite's own busy handler polls, which starves writers; the kernel's file lock hands over fairly.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_UNSUPPORTED = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP}


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
        _acquire(self._descriptor)
        # The previous holder may have removed or renamed the palace.
        if not self._is_in_place(self._descriptor):
            self.close()
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self._path))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._descriptor is not None:
            _release(self._descriptor)

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


@contextmanager
def lease(path: Path) -> Iterator[bool]:
    """Whether we hold the file's lock; never waits. The kernel releases the lock of a process that dies."""
    descriptor = open_private(path)
    try:
        yield _try_to_acquire(descriptor)
    finally:
        os.close(descriptor)


def open_private(path: Path) -> int:
    """A descriptor of the file, created if missing; only its owner may read and write it, whatever the umask."""
    flags = os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:
        descriptor = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return os.open(path, flags)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, 0o600)
    return descriptor


def _acquire(descriptor: int) -> None:
    if fcntl is None:
        _acquire_on_windows(descriptor)
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    except OSError as error:
        # Some network file systems lack this lock; SQLite's own still keeps writers apart.
        if error.errno not in _UNSUPPORTED:
            raise


def _try_to_acquire(descriptor: int) -> bool:
    try:
        if fcntl is None:
            import msvcrt  # only there

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in {errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLOCK}:
            return False
        if error.errno not in _UNSUPPORTED:
            raise
    return True


def _release(descriptor: int) -> None:
    if fcntl is None:
        _release_on_windows(descriptor)
        return
    fcntl.flock(descriptor, fcntl.LOCK_UN)


def _acquire_on_windows(descriptor: int) -> None:
    import msvcrt  # only there

    # LK_LOCK gives up after ten seconds, so it is repeated.
    while True:
        os.lseek(descriptor, 0, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined]
        except OSError as error:
            if error.errno != errno.EDEADLOCK:
                raise
        else:
            return


def _release_on_windows(descriptor: int) -> None:
    import msvcrt  # only there

    os.lseek(descriptor, 0, os.SEEK_SET)
    msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined]
