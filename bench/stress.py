"""Durability: many servers on one palace, started together, and servers killed at random moments.

    python -m bench.stress [--processes 8] [--writes 500] [--rounds 20]

First: processes started together on an empty directory, each filing its drawers through MCP; then every drawer is looked up by
its words and by its vector. Second: rounds of writers that are killed without warning; every acknowledged drawer must be there,
and rows, text index, vectors and counters must agree.
"""

import random
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

from bench.options import described
from bench.servers import Server
from simonides.domain.ranking.recipe import LEXICAL
from simonides.engine.palace import Palace
from simonides.engines import build_engine
from simonides.settings import Settings

SERVE = [sys.executable, "-m", "simonides", "serve"]


def note(process: int, number: int) -> str:
    return f"Clerk {process} entered item P{process}N{number} in the ledger of the harbour office, page {number}."


def file_notes(home: str, process: int, writes: int, failures: list[object]) -> None:
    with Server(SERVE, {"SIMONIDES_HOME": home}) as server:
        server.initialize()
        for number in range(writes):
            reply = server.call(
                "mempalace_add_drawer", {"wing": "wing_ledger", "room": "items", "content": note(process, number)}
            )
            if not reply.get("success"):
                failures.append(reply)


def together(processes: int, writes: int) -> None:
    """Every process files its notes at once, on nothing."""
    with tempfile.TemporaryDirectory() as home:
        failures: list[object] = []
        threads = [threading.Thread(target=file_notes, args=(home, number, writes, failures)) for number in range(processes)]
        started = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        took = time.perf_counter() - started
        engine = build_engine(Settings(Path(home)), patience_s=60)
        palace = engine.palace("default")
        engine.embedder.wait(60)
        palace.vectors.catch_up()
        by_word, by_vector = found_everywhere(palace, processes, writes)
        total = processes * writes
        print(f"{processes} processes x {writes} writes in {took:.0f} s: {palace.memories.count()} of {total} kept", end="; ")
        print(
            f"{len(failures)} refused; {by_word} found by word, {by_vector} by vector; complaints: {list(palace.store.check())}"
        )
        engine.close()


def found_everywhere(palace: Palace, processes: int, writes: int) -> tuple[int, int]:
    """How many of the notes are found first by their words, and how many are their own vector's nearest."""
    by_word = by_vector = 0
    for key, memory in palace.store.memories.after(0, processes * writes).items():
        word = next(word for word in memory.content.split() if word.startswith("P"))
        hits = palace.recall(word, limit=1, recipe=LEXICAL)
        by_word += bool(hits) and hits[0].memory.id == memory.id
        near = palace.store.search.nearest(palace.store.search.of([key])[key], limit=5)
        by_vector += bool(np.isin(key, near.keys))
    return by_word, by_vector


def killed(rounds: int) -> None:
    """Writers that are killed at random moments."""
    chance = random.Random(11)
    acknowledged: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        for number in range(rounds):
            writers = [
                threading.Thread(target=write_and_die, args=(home, f"R{number}W{writer}", chance.uniform(0.3, 1.5), acknowledged))
                for writer in range(3)
            ]
            for writer in writers:
                writer.start()
            for writer in writers:
                writer.join()
        engine = build_engine(Settings(Path(home)), patience_s=60)
        palace = engine.palace("default")
        kept = {memory.id for memory in palace.store.memories.find(acknowledged)}
        lost = set(acknowledged) - kept
        print(f"{rounds} rounds of 3 writers killed: {len(acknowledged)} acknowledged, {len(lost)} lost", end="; ")
        print(f"complaints: {list(palace.store.check())}")
        engine.close()


def write_and_die(home: str, name: str, life_s: float, acknowledged: list[str]) -> None:
    server = Server(SERVE, {"SIMONIDES_HOME": home})
    timer = threading.Timer(life_s, server.process.kill)
    timer.start()
    try:
        for number in range(100_000):
            content = f"{name} wrote line {name}L{number} of its log book."
            reply = server.call("mempalace_add_drawer", {"wing": "wing_log", "room": "lines", "content": content})
            acknowledged.append(reply["drawer_id"])
    except (RuntimeError, OSError, ValueError):
        server.process.wait()
    timer.join()


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--writes", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    together(options.processes, options.writes)
    killed(options.rounds)


if __name__ == "__main__":
    main()
