"""A move that is killed in the middle, and taken up."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from simonides.domain.memory import Memory, Place
from simonides.domain.time import system_clock
from simonides.stores.sqlite.shelf import SqliteShelf

MEMORIES = 6_000
BATCH = 1_000


def command(here: Path, there: Path) -> list[str]:
    return [sys.executable, "-m", "simonides", "migrate", "--from", f"sqlite:{here}", "--to", f"sqlite:{there}", "--json"]


def count(there: Path) -> int:
    shelf = SqliteShelf(there)
    if "default" not in shelf.names():
        return 0
    store = shelf.open("default")
    try:
        return store.memories.count()
    finally:
        store.close()


@pytest.mark.requirement("migrate-resume")
def test_a_move_that_was_killed_is_taken_up_and_nothing_is_missing_or_double(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    store = SqliteShelf(here).create("default", "", system_clock())
    now = system_clock()
    store.memories.add([Memory(f"m{number}", f"Note {number} on ships.", Place(), now) for number in range(MEMORIES)])
    store.close()
    process = subprocess.Popen(command(here, there), env=os.environ | {"SIMONIDES_CONFIG": str(tmp_path / "none")})
    # The timeout of the test ends this.
    while not (arrived := count(there)):
        time.sleep(0.01)
    process.kill()
    process.wait()
    arrived = count(there)

    again: Any = json.loads(subprocess.run(command(here, there), stdout=subprocess.PIPE, check=True).stdout)[0]

    assert 0 < arrived < MEMORIES
    assert arrived % BATCH == 0
    assert (again["moved"]["known"], again["moved"]["memories"]) == (arrived, MEMORIES - arrived)
    assert again["same"]
    assert again["there"]["lines"] == {"memory": MEMORIES}
