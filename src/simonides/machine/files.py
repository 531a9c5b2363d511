"""Files that only their owner may read, and one file put in the place of another in one step, on every system."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from simonides.machine.system import IS_WINDOWS

PRIVATE = 0o600
TRIES, PAUSE_S = 20, 0.05


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


def human_size(size: float) -> str:
    """A size in a readable unit."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:,.1f} TB"
