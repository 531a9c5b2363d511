"""Where do hooks complain? In a file of the data directory, since the agent must not be bothered; it never grows far."""

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

NAME = "hooks.log"
SIZE_MAX = 256 * 1024
LINE_MAX = 500


def complain(data_dir: Path, where: str, reason: str) -> None:
    """Note what went wrong; a disk that takes no note is not worth another failure."""
    line = " ".join(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {where}: {reason}".split())[:LINE_MAX]
    with suppress(OSError), open_log(data_dir) as file:
        file.write(line.encode(errors="backslashreplace") + b"\n")


def open_log(data_dir: Path) -> BinaryIO:
    """The log, open at its end; one that has grown too long is put aside first, in place of the one before it."""
    data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = data_dir / NAME
    if path.exists() and path.stat().st_size > SIZE_MAX:
        path.replace(path.with_suffix(".log.1"))
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    return os.fdopen(os.open(path, flags, 0o600), "wb")
