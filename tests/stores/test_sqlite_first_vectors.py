"""SQLite: the first vectors of a palace arrive while others search it."""

import threading
from pathlib import Path

import numpy as np

from simonides.domain.time import system_clock
from simonides.ports.embedder import Identity
from simonides.stores.sqlite.shelf import SqliteShelf
from stores.made import memory

ROUNDS = 15


def test_searches_do_not_mind_when_the_first_vectors_come(tmp_path: Path) -> None:
    failures: list[BaseException] = []
    for number in range(ROUNDS):
        store = SqliteShelf(tmp_path).create(f"p{number}", "", system_clock())
        [key] = store.memories.add([memory("m0", "the harbour")])
        start = threading.Barrier(4)

        def search(start: threading.Barrier = start, store=store) -> None:  # type: ignore[no-untyped-def]
            start.wait()
            try:
                for _ in range(20):
                    store.search.matches(["harbour"])
            except BaseException as error:  # noqa: BLE001 - whatever it is, the test must hear of it
                failures.append(error)

        threads = [threading.Thread(target=search) for _ in range(3)]
        for thread in threads:
            thread.start()
        start.wait()
        store.claim(Identity("test", 384))
        store.search.put({key: np.eye(1, 384, dtype=np.float32)})
        for thread in threads:
            thread.join()
        store.close()

    assert failures == []
