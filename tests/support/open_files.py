"""The files that a process has open, as Linux lists them, and the times of those of a palace."""

import os
from pathlib import Path

import pytest

ON_LINUX = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the system does not list open files")
_A_MINUTE_NS = 60 * 1_000_000_000


def open_below(folder: Path, process: int | str = "self") -> list[Path]:
    """The open files of a process below a folder."""
    found = []
    for each in Path(f"/proc/{process}/fd").iterdir():
        try:
            found.append(each.readlink())
        except FileNotFoundError:
            continue
    return sorted(path for path in found if path.is_relative_to(folder))


def age(folder: Path) -> None:
    """Make the last writes to the palaces in a folder, and below it, a minute older."""
    for path in folder.rglob("palace.db*"):
        os.utime(path, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns - _A_MINUTE_NS))
