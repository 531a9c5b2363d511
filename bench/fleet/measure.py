"""`python -m bench.fleet.measure`: the constants of the model, measured on this machine against a real PostgreSQL.

A palace of real texts is filed and searched through the library; CPU of the program is the process's own, that of the database
the sum over the server's processes. What comes out belongs into `bench/fleet/constants.py`.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path

import psycopg

import simonides
from bench.corpus import paragraphs
from bench.postgres import database

MEMORIES = 600
QUESTIONS = 300
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def main() -> None:
    texts = paragraphs(MEMORIES + QUESTIONS)
    with database(None) as url, psycopg.connect(url, autocommit=True) as watcher:
        postmaster = _parent(watcher.info.backend_pid)
        with simonides.open(url, palace="fleet") as palace:
            palace.remember("The first note loads the model.")
            before = _size(watcher)
            _tell("write", postmaster, MEMORIES, lambda number: palace.remember(texts[number], force=True))
            print(f"bytes a memory: {(_size(watcher) - before) / MEMORIES:,.0f}")
            asked = [" ".join(text.split()[:10]) for text in texts[MEMORIES:]]
            _tell("search", postmaster, QUESTIONS, lambda number: palace.search(asked[number]))


def _tell(name: str, postmaster: int, count: int, work: Callable[[int], object]) -> None:
    ours, theirs = time.process_time(), _cpu_s(postmaster)
    for number in range(count):
        work(number)
    ours, theirs = time.process_time() - ours, _cpu_s(postmaster) - theirs
    print(f"{name}: {1000 * ours / count:.2f} ms CPU in the program, {1000 * theirs / count:.2f} ms in the database")


def _size(watcher: "psycopg.Connection[tuple[object, ...]]") -> int:
    row = watcher.execute("SELECT pg_database_size(current_database())").fetchone()
    assert row is not None
    return int(str(row[0]))


def _cpu_s(postmaster: int) -> float:
    """CPU of a server: of its processes, and of those that have ended."""
    living = [
        process for process in Path("/proc").iterdir() if process.name.isdigit() and _parent(int(process.name)) == postmaster
    ]
    ticks = sum(map(int, _stat(postmaster)[11:15])) + sum(int(time) for each in living for time in _stat(int(each.name))[11:13])
    return ticks / TICKS_A_SECOND


def _parent(process: int) -> int:
    return int(_stat(process)[1])


def _stat(process: int) -> list[str]:
    """The fields of a process behind its name, which may hold blanks."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return ["0"] * 50


if __name__ == "__main__":
    main()
