"""Crashes: writers killed at any moment lose nothing that they acknowledged."""

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from simonides.stores.sqlite.shelf import SqliteShelf
from stores.made import NOW, memory
from stores.test_sqlite_processes import TESTS

WRITERS = 3


class Writer:
    """A process that writes until it is killed, and what it has acknowledged."""

    def __init__(self, data_dir: Path, name: str, kill_after: int) -> None:
        self.acknowledged: list[str] = []
        self._kill_after = kill_after
        self._process = subprocess.Popen(
            [sys.executable, "-m", "stores.worker", "write", str(data_dir), name, "100000"],
            cwd=TESTS,
            env={**os.environ, "PYTHONPATH": str(TESTS)},
            stdout=subprocess.PIPE,
            text=True,
        )
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            # A line that the kill cut short was not acknowledged.
            if line.endswith("\n"):
                self.acknowledged.append(line.strip())
            if len(self.acknowledged) == self._kill_after:
                self._process.send_signal(signal.SIGKILL)
        self._process.stdout.close()
        self._process.wait()

    def join(self) -> None:
        self._thread.join()


@pytest.mark.parametrize("round_number", range(3))
def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, round_number: int) -> None:
    moments = random.Random(round_number)
    writers = [Writer(tmp_path, f"w{number}", moments.randint(1, 60)) for number in range(WRITERS)]

    for writer in writers:
        writer.join()

    store = SqliteShelf(tmp_path).open("shared")
    for writer in writers:
        expected = set(writer.acknowledged) - deleted(writer.acknowledged)
        found = {one.id for one in store.memories.find(writer.acknowledged)}
        # The transaction under way at the kill may have deleted one more.
        assert len(expected - found) <= 1
        assert expected - found <= {next_deleted(writer.acknowledged)}
    assert list(store.check()) == []
    store.memories.add([memory("after", created_at=NOW)])
    store.close()


def deleted(acknowledged: list[str]) -> set[str]:
    """What the writer had taken back by its own account."""
    return {acknowledged[number - 3] for number in range(4, len(acknowledged), 5)}


def next_deleted(acknowledged: list[str]) -> str | None:
    """What the next transaction would take back."""
    number = len(acknowledged)
    return acknowledged[number - 3] if number % 5 == 4 else None
