"""The log of the hooks: a small file in the data directory, since the agent must not see their errors."""

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from simonides.machine.files import put_in_place

NAME = "hooks.log"
SIZE_MAX = 256 * 1024
LINE_MAX = 500


def complain(data_dir: Path, where: str, reason: str) -> None:
    """Log what went wrong; a log that cannot be written is ignored."""
    line = " ".join(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {where}: {reason}".split())[:LINE_MAX]
    with suppress(OSError), open_log(data_dir) as file:
        file.write(line.encode(errors="backslashreplace") + b"\n")


def open_log(data_dir: Path) -> BinaryIO:
    """The log, open for appending; one that has grown too long is rotated first, and one old log is kept."""
    data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = data_dir / NAME
    if path.exists() and path.stat().st_size > SIZE_MAX:
        put_in_place(path, path.with_suffix(".log.1"))
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    return os.fdopen(os.open(path, flags, 0o600), "wb")
