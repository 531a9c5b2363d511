"""The server under attack: a process of its own, its store, its stderr and its memory."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.load import look_at
from bench.postgres import database
from simonides.frozen import frozen

TOOLS = "core,palace,palace-more,past,trusty,graph,memory"
SERVE = (sys.executable, "-m", "simonides", "serve", "--tools", TOOLS)
HTTP = ("--http", "127.0.0.1:0", "--http-only")
START_S = 300
"""A machine that others keep busy lets a modest process wait."""


@frozen
class Home:
    """Where a server keeps what it is told: a folder, and a database beside it if there is one."""

    folder: Path
    flags: tuple[str, ...] = ()

    @property
    def log(self) -> Path:
        """Everything that servers of this home said on stderr."""
        return self.folder / "stderr"

    def start(self, *flags: str, pipes: bool = False) -> "subprocess.Popen[bytes]":
        """Begin to serve."""
        environment = {**os.environ, "SIMONIDES_HOME": str(self.folder), "SIMONIDES_EMBEDDER": "hashing"}
        way = subprocess.PIPE if pipes else subprocess.DEVNULL
        command = [*SERVE, *flags, *self.flags]
        with self.log.open("ab") as log:
            return subprocess.Popen(command, stdin=way, stdout=way, stderr=log, env=environment)

    def alarms(self, since: int) -> list[str]:
        """What on stderr, from a byte on, tells of a mistake of ours: the last line of each traceback."""
        with self.log.open("rb") as log:
            log.seek(since)
            text = log.read().decode(errors="replace")
        return [_last_line(part) for part in text.split("Traceback (most recent call last):")[1:]]


@contextmanager
def home(store: str, folder: Path) -> Iterator[Home]:
    """An empty home on one of the stores."""
    if store == "sqlite":
        yield Home(folder)
        return
    with database(None) as url:
        yield Home(folder, ("--database", url))


def rss_mb(process: "subprocess.Popen[bytes]") -> float:
    """Resident memory; zero when it has ended."""
    return look_at(process).rss_mb if process.poll() is None else 0.0


def wait_for(log: Path, pattern: str, process: "subprocess.Popen[bytes]", since: int) -> str:
    """The rest of the line on stderr that begins with a pattern."""
    until = time.monotonic() + START_S
    while pattern not in (text := log.read_bytes()[since:].decode(errors="replace")):
        if process.poll() is not None or time.monotonic() > until:
            process.kill()
            process.wait()
            raise ConnectionError(f"the server does not begin: {text}")
        time.sleep(0.02)
    return text.partition(pattern)[2].splitlines()[0]


def _last_line(part: str) -> str:
    lines: Sequence[str] = [line for line in part.splitlines() if line.strip()]
    ends = [line for line in lines if not line.startswith(" ")]
    places = [line.strip() for line in lines if line.startswith("  File")]
    return f"{ends[0] if ends else ''} at {places[-1] if places else '?'}"[:400]
