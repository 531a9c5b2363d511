"""Turns of writers: whoever waits goes before one that gives way; long jobs give way after every slice."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from simonides.domain.past.retention import Horizon
from simonides.machine.locks import held
from simonides.ports.stores import Shelf, Store
from simonides.stores.sql.records.clearing import clear
from simonides.stores.sql.store import SqlStore
from simonides.stores.sql.turns import WriterTurn
from simonides.stores.sqlite.connection.database import LOCK
from simonides.stores.sqlite.connection.database import Database as SqliteDatabase
from stores.made import IDENTITY, NOW, entity, fact, memory, unit_vectors
from stores.test_sqlite_processes import TESTS
from support.homes import Home

PATIENCE_S = 120.0
LONG_AGO = datetime(1970, 1, 2, tzinfo=UTC)
_WAITERS = """
    SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE l.locktype = 'advisory' AND NOT l.granted AND d.datname = current_database()
"""


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.001)


@contextmanager
def beside(work: Callable[[], object]) -> Iterator[None]:
    """Something that another thread does meanwhile; it is over at the end."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    yield
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


def done_beside(work: Callable[[], object]) -> None:
    with beside(work):
        pass


def test_who_waits_for_a_limited_time_waits_no_longer_behind_others() -> None:
    turn = WriterTurn()
    turn.acquire()

    def wait() -> None:
        with turn:
            pass

    with beside(wait):
        until(lambda: turn.is_awaited)
        assert not turn.acquire(timeout_s=0.01)
        turn.release()


def test_who_waits_goes_before_one_that_gives_way() -> None:
    turn, order = WriterTurn(), []

    def wait() -> None:
        with turn:
            order.append("waiting")

    turn.acquire()
    with beside(wait):
        until(lambda: turn.is_awaited)
        turn.release()
        turn.give_way()
        with turn:
            order.append("giving way")

    assert order == ["waiting", "giving way"]


def test_giving_way_to_nobody_does_not_wait() -> None:
    turn = WriterTurn()

    turn.give_way()

    assert turn.acquire()
    assert not turn.is_awaited


def test_a_turn_that_does_not_come_in_time_is_not_taken() -> None:
    turn = WriterTurn()
    turn.acquire()

    found = []
    done_beside(lambda: found.append(turn.acquire(0.001)))

    assert found == [False]
    assert not turn.is_awaited


def is_awaited(store: SqlStore) -> bool:
    """Whether another process waits for the end of this one's transaction."""
    database: Any = store.database
    if isinstance(database, SqliteDatabase):
        with held(database.directory / f"{LOCK}.next", waits=False) as is_free:
            return not is_free
    return bool(database.number(_WAITERS))


def test_a_log_is_looked_through_for_what_is_too_old_while_others_write(store: SqlStore) -> None:
    store.memories.add([memory("a")])
    store.memories.replace(memory("a", "other words"))
    found = []

    with store.writing():
        done_beside(lambda: found.append(store.changes.prune(Horizon(LONG_AGO, LONG_AGO, 2**20))))

    assert found == [0]


def test_a_writer_of_another_process_waits_for_one_slice_at_most(store: SqlStore, other: Store) -> None:
    with ExitStack() as stack:
        with store.writing():
            stack.enter_context(beside(lambda: other.memories.add([memory("waited")])))
            until(lambda: is_awaited(store))
        store.database.give_way()
        with store.writing():
            is_there = bool(store.memories.find(["waited"]))

    assert is_there


def fill(store: Store, count: int = 7) -> None:
    store.claim(IDENTITY)
    keys = store.memories.add([memory(f"m{number}", f"text {number}", tags=("x",)) for number in range(count)])
    store.search.put({key: unit_vectors(1, seed=key) for key in keys})
    for name in ("Ada", "Bob", "Cyd"):
        store.graph.add_entity(entity(name))
    store.graph.add_fact(fact("f", "Ada", "knows", "Bob"))


def test_others_write_between_the_slices_of_a_deletion(store: SqlStore, other: Store) -> None:
    fill(store)
    steps: list[tuple[int, int]] = []

    def advance(done: int, total: int) -> None:
        steps.append((done, total))
        done_beside(lambda: other.memories.add([memory(f"new {done}")]))

    cleared = clear(store.database, store._parts.clear, advance, at_once=3)

    assert (cleared.memories, cleared.entities, cleared.facts) == (7, 3, 1)
    assert steps == [(3, 11), (6, 11), (7, 11), (8, 11), (11, 11)]
    assert {found.id for found in store.memories.page()} == {f"new {done}" for done, _ in steps}
    assert list(store.check()) == []


def test_an_interrupted_deletion_leaves_what_agrees_and_the_next_finishes_it(store: SqlStore) -> None:
    fill(store)

    def stop(done: int, _total: int) -> None:
        if done == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        clear(store.database, store._parts.clear, stop, at_once=3)

    assert (store.memories.count(), list(store.check())) == (1, [])
    assert store.clear().memories == 1
    assert (store.memories.count(), store.graph.entities(), list(store.check())) == (0, [], [])


def test_a_deletion_inside_of_a_transaction_is_one_with_it(store: SqlStore) -> None:
    fill(store)

    with pytest.raises(KeyboardInterrupt), store.writing():
        clear(store.database, store._parts.clear, interrupt)

    assert (store.memories.count(), list(store.check())) == (7, [])


def test_others_write_while_everything_is_checked(store: SqlStore, other: Store) -> None:
    fill(store)
    steps: list[tuple[int, int]] = []

    def advance(done: int, total: int) -> None:
        steps.append((done, total))
        done_beside(lambda: other.memories.add([memory(f"new {done}")]))

    assert list(store.check(advance)) == []
    assert steps
    assert steps[-1][0] == steps[-1][1]
    assert store.memories.count() == 7 + len(steps)


KILLED = """
import sys
from stores.test_turns import fill
from stores.made import NOW
from support.homes import Home
from simonides.stores.sql.records.clearing import clear

def advance(done, total):
    print(done, flush=True)
    sys.stdin.read(1) if done >= 6 else None

store = Home(sys.argv[1]).shelf().open("test")
clear(store.database, store._parts.clear, advance, at_once=3)
"""


@pytest.mark.long
def test_a_killed_deletion_leaves_what_agrees_and_the_next_finishes_it(store: SqlStore, home: Home) -> None:
    fill(store)
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, home.where], cwd=TESTS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdin, process.stdout:
        assert [process.stdout.readline().strip() for _ in range(2)] == ["3", "6"]
        process.kill()
        process.wait(PATIENCE_S)

    assert (store.memories.count(), list(store.check())) == (1, [])
    assert (store.clear().memories, store.memories.count()) == (1, 0)


def test_a_palace_is_gone_before_its_rows_are(shelf: Shelf, store: SqlStore) -> None:
    fill(store)
    seen: list[object] = []

    shelf.delete("test", lambda _done, _total: seen.append((shelf.names(), store.is_gone())))

    assert all(each == ([], True) for each in seen)
    assert (shelf.names(), store.is_gone()) == ([], True)
    with closing(shelf.create("test", "", NOW)) as fresh:
        assert (fresh.memories.count(), fresh.info.name) == (0, "test")


def test_what_an_interrupted_removal_has_left_goes_with_the_next(shelf: Shelf, store: SqlStore, home: Home) -> None:
    if home.database is None:
        left = Path(home.where) / "palaces" / ".deleted-before"
        left.mkdir()
    else:
        fill(store)
        with pytest.raises(KeyboardInterrupt):
            shelf.delete("test", interrupt)
    shelf.create("test", "", NOW).close()
    assert leftovers(store, home) == 1

    shelf.delete("test")

    assert leftovers(store, home) == 0


def interrupt(_done: int, _total: int) -> None:
    raise KeyboardInterrupt


def leftovers(store: SqlStore, home: Home) -> int:
    """How many palaces wait for the rest of their deletion."""
    if home.database is None:
        return len(list((Path(home.where) / "palaces").glob(".deleted-*")))
    return store.database.number("SELECT count(*) FROM palaces WHERE starts_with(name, '/deleted/')")
