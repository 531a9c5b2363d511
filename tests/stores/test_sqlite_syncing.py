"""SQLite: commits that reach the disk together, and none acknowledged before."""

import errno
import os
import resource
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from simonides.domain.errors import StoreFailure
from simonides.stores.sql.store import SqlStore
from simonides.stores.sqlite.connection import syncing
from simonides.stores.sqlite.connection.syncing import SharedSync
from simonides.stores.sqlite.shelf import SqliteShelf
from stores.made import NOW, memory

WAIT_S = 60
pytestmark = pytest.mark.skipif(not syncing.IS_SHARED, reason="elsewhere SQLite waits for the disk by itself")


class Disk:
    """What has reached the disk: a copy of the palace's files as they were when a call for it ended."""

    def __init__(self, palace: Path, copies: Path, patch: pytest.MonkeyPatch) -> None:
        self._palace = palace
        self._copies = copies
        self.calls = 0
        patch.setattr(os, "fdatasync", self._sync)

    def _sync(self, _descriptor: int) -> None:
        copy = self._copies / str(self.calls + 1)
        copy.mkdir(parents=True)
        for path in self._palace.glob("palace.db*"):
            if not path.name.endswith("-shm"):
                shutil.copy(path, copy)
        self.calls += 1

    def ids_after(self, call: int) -> set[str]:
        """The memories that would be there if the power had failed after a call."""
        connection = sqlite3.connect(self._copies / str(call) / "palace.db")
        try:
            return {row[0] for row in connection.execute("SELECT id FROM memories")}
        finally:
            connection.close()


@pytest.fixture
def store(tmp_path: Path) -> SqlStore:
    return SqliteShelf(tmp_path / "home").create("p", "", NOW)


def test_whatever_is_acknowledged_survives_a_failure_of_the_power(
    store: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(Path(store.info.where), tmp_path / "copies", monkeypatch)
    acknowledged: list[tuple[str, int]] = []

    def write(writer: int) -> None:
        for number in range(4):
            store.memories.add([memory(f"{writer}-{number}")])
            acknowledged.append((f"{writer}-{number}", disk.calls))

    writers = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for each in writers:
        each.start()
    for each in writers:
        each.join(WAIT_S)

    assert len(acknowledged) == 16
    kept = {call: disk.ids_after(call) for call in {call for _, call in acknowledged}}
    assert [name for name, call in acknowledged if name not in kept[call]] == []
    store.close()


def test_a_disk_that_fails_is_told_to_everybody_whom_it_concerns_and_to_nobody_else(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_descriptor: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fdatasync", fail)
        with pytest.raises(StoreFailure, match="what was just written may be lost; check the disk"):
            store.memories.add([memory("lost")])

    store.memories.add([memory("kept")])
    assert store.memories.find(["kept"])
    store.close()


def test_after_a_disk_has_failed_nothing_is_acknowledged_behind_what_it_lost(
    store: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    palace = Path(store.info.where)
    store.memories.add([memory("first")])
    log = palace / "palace.db-wal"
    before = log.read_bytes()

    def lose(_descriptor: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fdatasync", lose)
        with pytest.raises(StoreFailure):
            store.memories.add([memory("doubtful")])
    lost = log.read_bytes()[len(before) :]
    disk = Disk(palace, tmp_path / "copies", monkeypatch)
    store.memories.add([memory("later")])

    # What the disk did not take is missing wherever nobody has written it again.
    assert lost
    for copy in (tmp_path / "copies" / "1").iterdir():
        copy.write_bytes(copy.read_bytes().replace(lost, bytes(len(lost))))
    assert {"first", "later"} <= disk.ids_after(1)
    store.close()


@contextmanager
def no_more_files() -> Iterator[None]:
    lowest = os.dup(0)
    os.close(lowest)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_process_that_may_open_no_more_files_is_told_so_and_goes_on(store: SqlStore) -> None:
    def write() -> None:
        with ExitStack() as stack, store.writing():
            store.memories.add([memory("a")])
            stack.enter_context(no_more_files())

    with pytest.raises(StoreFailure, match="Too many open files"):
        write()
    store.memories.add([memory("b")])

    assert {each.id for each in store.memories.page()} >= {"b"}


def test_a_log_that_others_read_is_not_begun_anew(store: SqlStore) -> None:
    sync = SharedSync(Path(store.info.where) / "palace.db-wal")
    reader, writer = (sqlite3.connect(Path(store.info.where) / "palace.db", timeout=0) for _ in range(2))
    store.memories.add([memory("first")])
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM memories").fetchone()
    store.memories.add([memory("second")])
    sync.is_in_doubt = True

    assert not sync.begin_anew(writer)
    assert sync.is_in_doubt
    reader.execute("ROLLBACK")
    assert sync.begin_anew(writer)
    assert not sync.is_in_doubt
    for each in (reader, writer):
        each.close()
    store.close()


def test_whoever_waits_while_the_disk_is_busy_shares_the_next_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    log.touch()
    sync = SharedSync(log)
    calls: list[int] = []
    may_end = threading.Event()

    def slow(_descriptor: int) -> None:
        calls.append(threading.get_ident())
        assert may_end.wait(WAIT_S)

    def commit() -> None:
        with sync.committed() as descriptor:
            sync.wait(descriptor)

    monkeypatch.setattr(os, "fdatasync", slow)
    commit_beside_one(sync, commit, calls, may_end, others=5)

    assert len(calls) == 2


def test_a_failed_call_is_no_success_for_those_who_shared_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    log.touch()
    sync = SharedSync(log)
    calls: list[int] = []
    failures: list[str] = []
    may_end = threading.Event()

    def second_fails(_descriptor: int) -> None:
        calls.append(len(calls) + 1)
        assert may_end.wait(WAIT_S)
        if calls[-1] == 2:
            raise OSError(errno.EIO, "broken")

    def commit() -> None:
        with sync.committed() as descriptor:
            try:
                sync.wait(descriptor)
            except OSError as error:
                failures.append(str(error))

    monkeypatch.setattr(os, "fdatasync", second_fails)
    commit_beside_one(sync, commit, calls, may_end, others=3)
    commit()

    assert len(calls) == 3
    assert len(failures) == 3
    assert "broken" in failures[0]


def test_a_file_without_a_log_is_left_to_sqlite(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "plain.db")

    SharedSync(tmp_path / "plain.db-wal").take_over(connection)

    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()


def commit_beside_one(
    sync: SharedSync, commit: Callable[[], None], calls: list[int], may_end: threading.Event, others: int
) -> None:
    """Commit in one thread, whose call for the disk takes until others wait that have committed meanwhile."""
    first, *rest = [threading.Thread(target=commit) for _ in range(1 + others)]
    first.start()
    wait_until(lambda: len(calls) == 1)
    for each in rest:
        each.start()
    wait_until(lambda: len(sync._change._waiters) == others)  # type: ignore[attr-defined]
    may_end.set()
    for each in (first, *rest):
        each.join(WAIT_S)


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.005)
