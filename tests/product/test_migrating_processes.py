"""A migration to another store that is killed in the middle and resumed."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from simonides.cli.commands.migrate import settings_at
from simonides.domain.errors import NoPalace
from simonides.domain.memory import Memory, Place
from simonides.domain.time import system_clock
from simonides.settings import Settings
from simonides.storage import build_shelf
from simonides.stores.sqlite.shelf import SqliteShelf

if TYPE_CHECKING:
    from support.postgres import Server

MEMORIES = 4_000
BATCH = 1_000


@pytest.fixture(params=["sqlite", "postgres"])
def there(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address to move to."""
    if request.param == "sqlite":
        yield f"sqlite:{tmp_path / 'there'}"
        return
    server: Server = request.getfixturevalue("postgres")
    url = server.new_database()
    yield url
    server.drop_database(url)


def count(address: str) -> int:
    try:
        store = build_shelf(settings_at(Settings(Path()), address, "--to")).open("default")
    except NoPalace:
        return 0
    try:
        return store.memories.count()
    finally:
        store.close()


@pytest.mark.long
@pytest.mark.requirement("migrate-resume")
def test_a_move_that_was_killed_is_taken_up_and_nothing_is_missing_or_double(tmp_path: Path, there: str) -> None:
    here = tmp_path / "here"
    now = system_clock()
    store = SqliteShelf(here).create("default", "", now)
    store.memories.add([Memory(f"m{number}", f"Note {number} on ships.", Place(), now) for number in range(MEMORIES)])
    store.close()
    command = [sys.executable, "-m", "simonides", "migrate", "--from", f"sqlite:{here}", "--to", there, "--json"]
    environment = os.environ | {"SIMONIDES_CONFIG": str(tmp_path / "none")}
    process = subprocess.Popen(command, env=environment)
    # The timeout of the test ends this.
    while not count(there):
        time.sleep(0.01)
    process.kill()
    process.wait()
    arrived = count(there)

    again: Any = json.loads(subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout)[0]

    assert 0 < arrived < MEMORIES
    assert arrived % BATCH == 0
    assert (again["moved"]["known"], again["moved"]["memories"]) == (arrived, MEMORIES - arrived)
    assert again["same"]
    assert again["there"]["lines"] == {"memory": MEMORIES, "change": MEMORIES, "log": 1}
