"""Files that only their owner may read, and one file put in the place of another in one step, on every system."""

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from simonides.machine.system import IS_WINDOWS

PRIVATE = 0o600
TRIES, PAUSE_S = 20, 0.05
_FILES_ALONE = {errno.EINVAL, errno.EBADF}


def open_private(path: Path) -> int:
    """A descriptor of the file, created if missing; only its owner may read and write it, whatever the umask.

    Windows has no such modes: there the folder of the user keeps others out.
    """
    flags = os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:
        descriptor = os.open(path, flags | os.O_CREAT | os.O_EXCL, PRIVATE)
    except FileExistsError:
        return os.open(path, flags)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, PRIVATE)
    return descriptor


def put_in_place(made: Path, path: Path, *, is_windows: bool = IS_WINDOWS, pause: Callable[[float], object] = time.sleep) -> Path:
    """Replace a file by a finished one, and return its path. Raises OSError.

    Windows refuses while somebody else has the old file open, for a scan or a look: there we try for a second.
    """
    for _ in range(TRIES if is_windows else 0):
        try:
            return made.replace(path)
        except PermissionError:
            pause(PAUSE_S)
    return made.replace(path)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write that appears only when it is whole and on the disk, and that only its owner may read. Raises OSError."""
    # No other writer has this name, and none that was killed: in a container every run may have the same process id.
    partial = path.with_name(f"{path.name}.{os.urandom(8).hex()}.partial")
    try:
        with named(path), os.fdopen(_opened(partial, path), "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        put_in_place(partial, path)
        keep_names(path.parent)
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Have a failed write name its file, which the system does not: a full disk may be any of several."""
    try:
        yield
    except OSError as error:
        if error.errno is None or error.filename is not None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def _opened(partial: Path, path: Path) -> int:
    try:
        return os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    except OSError as error:
        # Nobody named this file nor, where the folder is missing, one that could be found.
        raise OSError(error.errno, error.strerror, str(path if path.parent.is_dir() else path.parent)) from error


def keep_names(folder: Path) -> None:
    """Bring the names in a folder to the disk, where it can be: what is new or renamed there survives a power cut only then."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:
        # Windows opens no folder, and nobody opens one where he may write and not read.
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        # Some file systems, as those over a network, do this for files alone.
        if error.errno not in _FILES_ALONE:
            raise
    finally:
        os.close(descriptor)


def human_size(size: float) -> str:
    """A size in a readable unit."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:,.1f} TB"
