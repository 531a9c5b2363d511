"""Several servers on one palace: nothing is lost, whichever starts first and whichever is killed."""

import random
import threading
from pathlib import Path

import pytest

from simonides.domain.memory import Scope
from simonides.domain.ranking.recipe import LEXICAL
from simonides.engines import build_engine
from simonides.settings import Settings
from support.homes import Home
from support.server import ServerProcess

PROCESSES = 8
NOTES = 25
HASHING = {"SIMONIDES_EMBEDDER": "hashing"}


def note(process: int, number: int) -> str:
    return f"Process {process} noted item P{process}N{number} in the shared ledger of the harbour."


@pytest.mark.requirement("many-writers")
def test_processes_that_start_together_on_nothing_lose_no_write(tmp_path: Path, home: Home) -> None:
    servers = [ServerProcess(tmp_path, environment={**HASHING, **home.environment}) for _ in range(PROCESSES)]
    failures: list[object] = []

    def file_notes(process: int) -> None:
        for number in range(NOTES):
            reply = servers[process].call(
                "mempalace_add_drawer", wing="wing_shared", room="ledger", content=note(process, number)
            )
            if not reply.get("success"):
                failures.append(reply)

    threads = [threading.Thread(target=file_notes, args=(process,)) for process in range(PROCESSES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    codes = [server.end() for server in servers]

    assert failures == []
    assert codes == [0] * PROCESSES
    engine = build_engine(Settings(tmp_path, database=home.database, embedder="hashing"))
    palace = engine.palace("default")
    palace.vectors.catch_up()
    assert palace.memories.count() == PROCESSES * NOTES
    assert palace.store.search.coverage() == (PROCESSES * NOTES, PROCESSES * NOTES)
    assert list(palace.store.check()) == []
    for process in range(PROCESSES):
        for number in range(0, NOTES, 6):
            assert palace.recall(f"P{process}N{number}", recipe=LEXICAL, limit=1)[0].memory.content == note(process, number)
    engine.close()


@pytest.mark.requirement("kill-9")
def test_no_acknowledged_drawer_is_lost_when_servers_are_killed(tmp_path: Path, home: Home) -> None:
    chance = random.Random(7)
    acknowledged: list[str] = []
    for round_number in range(2):
        servers = [ServerProcess(tmp_path, environment={**HASHING, **home.environment}) for _ in range(3)]
        threads = [
            threading.Thread(
                target=write_until_killed, args=(server, f"R{round_number}S{index}", acknowledged, chance.randint(3, 20))
            )
            for index, server in enumerate(servers)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    engine = build_engine(Settings(tmp_path, database=home.database, embedder="hashing"))
    palace = engine.palace("default")
    kept = {memory.id for memory in palace.memories.page(Scope(), limit=1000)}

    assert acknowledged
    assert set(acknowledged) <= kept
    assert list(palace.store.check()) == []
    engine.close()


def write_until_killed(server: ServerProcess, name: str, acknowledged: list[str], writes: int) -> None:
    for number in range(writes):
        content = f"{name} writes line number {name}L{number} of its log."
        acknowledged.append(server.call("mempalace_add_drawer", wing="wing_log", room="lines", content=content)["drawer_id"])
    # One more is under way when the end comes; it may be kept or not, but never by half.
    server.send(
        "tools/call", {"name": "mempalace_add_drawer", "arguments": {"wing": "w", "room": "r", "content": f"{name} last"}}
    )
    server.kill()
