"""PostgreSQL: many processes at once, in an empty database and across a crash of the server."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from simonides.stores.postgres.shelf import PostgresShelf
from support.postgres import Server
from support.server import ServerProcess

STARTERS = 10
SERVERS = 4
BEFORE, AFTER = 5, 8
"""How many notes each server must acknowledge before the database is killed, and how many more once it is back."""


def environment(url: str) -> dict[str, str]:
    return {"SIMONIDES_DATABASE_URL": url, "SIMONIDES_EMBEDDER": "hashing"}


@pytest.mark.requirement("postgres-starters")
def test_ten_processes_may_start_at_once_on_an_empty_database(postgres: Server, tmp_path: Path) -> None:
    url = postgres.new_database()
    starting = [
        subprocess.Popen(
            [sys.executable, "-m", "simonides", "palace", "create", f"palace {number % 5}"],
            env={**os.environ, "SIMONIDES_HOME": str(tmp_path), **environment(url)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(STARTERS)
    ]

    said = [process.communicate(timeout=100)[1] for process in starting]

    assert [process.returncode for process in starting] == [0] * STARTERS, said
    assert PostgresShelf(url).names() == [f"palace {number}" for number in range(5)]


class Client:
    """Writes through a server of its own until told to stop, and remembers what was acknowledged."""

    def __init__(self, home: Path, url: str, name: str) -> None:
        self.acknowledged: list[str] = []
        self.refused: list[object] = []
        self._server = ServerProcess(home, environment=environment(url))
        self._name = name

    def write(self, stop: threading.Event, is_back: threading.Event) -> None:
        """One drawer after the other; after the database came back, some more."""
        sent, since = 0, 0
        while not stop.is_set() or since < AFTER:
            sent += 1
            entry = f"{self._name} saw ship number {self._name}{sent} come in"
            reply = self._server.ask(
                "tools/call", {"name": "mempalace_diary_write", "arguments": {"agent_name": self._name, "entry": entry}}
            )
            if "result" in reply:
                self.acknowledged.append(entry)
                since += is_back.is_set()
            else:
                self.refused.append(reply)

    def end(self) -> int:
        return self._server.end()


@pytest.mark.requirement("postgres-kill-9")
def test_no_acknowledged_write_is_lost_when_the_database_is_killed_under_four_servers(mortal: Server, tmp_path: Path) -> None:
    url = mortal.new_database()
    clients = [Client(tmp_path, url, f"agent{number}") for number in range(SERVERS)]
    stop, is_back = threading.Event(), threading.Event()

    with ThreadPoolExecutor(SERVERS) as threads:
        writing = [threads.submit(client.write, stop, is_back) for client in clients]
        # A server that has never reached the database does not wait for it, so each must have done so before.
        while any(len(client.acknowledged) < BEFORE for client in clients):
            assert not any(each.done() for each in writing)
        mortal.kill()
        mortal.start()
        is_back.set()
        stop.set()
        for each in writing:
            each.result(timeout=100)

    store = PostgresShelf(url).open("default")
    kept = {one.content for one in store.memories.page(limit=10_000)}
    complaints = list(store.check())
    store.close()
    assert [client.end() for client in clients] == [0] * SERVERS
    for client in clients:
        assert [entry for entry in client.acknowledged if not any(entry in content for content in kept)] == []
        assert len(client.refused) <= 2, client.refused
    assert complaints == []
