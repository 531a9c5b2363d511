"""SQLite: several processes on one palace."""

import os
import subprocess
import sys
from pathlib import Path

from simonides.stores.sqlite.shelf import SqliteShelf
from stores.made import IDENTITY, NOW, memory, unit_vectors

TESTS = Path(__file__).parent.parent


def start(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "stores.worker", *map(str, arguments)],
        cwd=TESTS,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_processes_that_start_together_on_nothing_keep_every_write(tmp_path: Path) -> None:
    workers = [start("write", tmp_path, f"p{number}", 20) for number in range(6)]

    ended = [worker.communicate() for worker in workers]

    assert [(worker.returncode, errors) for worker, (_, errors) in zip(workers, ended, strict=True)] == [(0, "")] * 6
    store = SqliteShelf(tmp_path).open("shared")
    assert store.memories.count() == 6 * (20 - 4)
    assert {change.actor for change in store.changes.since(0)} == {f"p{number}" for number in range(6)}
    assert list(store.check()) == []
    store.close()


def test_another_process_sees_a_write_on_its_next_search(tmp_path: Path) -> None:
    store = SqliteShelf(tmp_path).create("shared", "", NOW)
    store.claim(IDENTITY)
    with start("search", tmp_path) as searcher:
        assert searcher.stdin is not None
        assert searcher.stdout is not None
        answers = [searcher.stdout.readline()]
        for number in range(3):
            (key,) = store.memories.add([memory(f"m{number}")])
            store.search.put({key: unit_vectors(1, seed=number)})
            searcher.stdin.write(f"{number}\n")
            searcher.stdin.flush()
            answers.append(searcher.stdout.readline())
        store.memories.delete("m2")
        answers.append(searcher.communicate("2\n")[0])

    assert answers[:4] == ["ready\n", "[1]\n", "[2]\n", "[3]\n"]
    assert answers[4] in {"[1]\n", "[2]\n"}
    store.close()


def test_a_write_after_an_erasure_reaches_other_processes_that_came_and_went_meanwhile(tmp_path: Path) -> None:
    store = SqliteShelf(tmp_path).create("shared", "", NOW)
    store.claim(IDENTITY)
    store.memories.add([memory("m1")])
    store.rewrite(["words that nothing holds"], [])
    with start("search", tmp_path) as visitor:
        visitor.communicate()

    (key,) = store.memories.add([memory("m2")])
    store.search.put({key: unit_vectors(1, seed=1)})

    with start("search", tmp_path) as searcher:
        assert searcher.communicate("1\n")[0] == f"ready\n[{key}]\n"
    store.close()
