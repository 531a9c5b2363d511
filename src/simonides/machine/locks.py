"""Locks between processes, which the system releases when their holder dies: flock, or locking on Windows."""

import errno
import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from simonides.machine.files import open_private
from simonides.machine.system import IS_WINDOWS

_UNSUPPORTED = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP}
_TAKEN = {errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLOCK}


@contextmanager
def held(path: Path, *, waits: bool, is_windows: bool = IS_WINDOWS) -> Iterator[bool]:
    """A lock on a file, which is made if needed; yields whether we have it, as we always do where we wait for it."""
    descriptor = open_private(path)
    try:
        if waits:
            acquire(descriptor, is_windows=is_windows)
        yield waits or try_to_acquire(descriptor, is_windows=is_windows)
    finally:
        # Which releases the lock, on every system.
        os.close(descriptor)


def acquire(descriptor: int, *, is_windows: bool = IS_WINDOWS) -> None:
    """Wait for the lock. Some network file systems lack it, which counts as having it."""
    if is_windows:
        _acquire_on_windows(descriptor)
        return
    with _as_far_as_supported():
        _fcntl().flock(descriptor, _fcntl().LOCK_EX)


def try_to_acquire(descriptor: int, *, is_windows: bool = IS_WINDOWS) -> bool:
    """Whether the lock is ours now; never waits."""
    try:
        with _as_far_as_supported():
            if is_windows:
                os.lseek(descriptor, 0, os.SEEK_SET)
                _msvcrt().locking(descriptor, _msvcrt().LK_NBLCK, 1)
            else:
                _fcntl().flock(descriptor, _fcntl().LOCK_EX | _fcntl().LOCK_NB)
    except OSError as error:
        if error.errno in _TAKEN:
            return False
        raise
    return True


def release(descriptor: int, *, is_windows: bool = IS_WINDOWS) -> None:
    """Let others have the lock."""
    if is_windows:
        os.lseek(descriptor, 0, os.SEEK_SET)
        _msvcrt().locking(descriptor, _msvcrt().LK_UNLCK, 1)
    else:
        _fcntl().flock(descriptor, _fcntl().LOCK_UN)


def _acquire_on_windows(descriptor: int) -> None:
    # LK_LOCK gives up after ten seconds, so it is repeated.
    while True:
        os.lseek(descriptor, 0, os.SEEK_SET)
        try:
            _msvcrt().locking(descriptor, _msvcrt().LK_LOCK, 1)
        except OSError as error:
            if error.errno != errno.EDEADLOCK:
                raise
        else:
            return


@contextmanager
def _as_far_as_supported() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise


def _fcntl() -> Any:
    # By name, as below: each of them exists on some systems only.
    return importlib.import_module("fcntl")


def _msvcrt() -> Any:
    return importlib.import_module("msvcrt")
