"""SQLite: directories, permissions, and files that are not ours."""

import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from simonides.domain.errors import Damaged, NewerStore, NoPalace, StoreFailure
from simonides.stores.sqlite import migrations
from simonides.stores.sqlite.connection.directory_names import directory_name, palace_name
from simonides.stores.sqlite.shelf import SqliteShelf
from stores.made import IDENTITY, NOW, at, file_of, memory, unit_vectors


@pytest.fixture
def loose_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(directory: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in directory.iterdir()}


@pytest.mark.parametrize(
    ("name", "directory"),
    [
        ("default", "default"),
        ("Default", "%44efault"),
        ("a/b", "a%2Fb"),
        ("é", "%C3%A9"),
        ("con", "%63on"),
        (".hidden", "%2Ehidden"),
        ("%41", "%2541"),
    ],
)
def test_a_directory_name_is_escaped_and_read_back(name: str, directory: str) -> None:
    assert directory_name(name) == directory
    assert palace_name(directory) == name


def test_a_long_name_is_cut_and_told_apart_by_its_digest() -> None:
    first, second = directory_name("東" * 128), directory_name("東" * 127 + "京")

    assert first != second
    assert max(len(first), len(second)) <= 120
    assert palace_name(first) is None


@pytest.mark.usefixtures("loose_umask")
def test_only_the_owner_may_look_inside(tmp_path: Path) -> None:
    store = SqliteShelf(tmp_path / "data" / "home").create("p", "", NOW)
    store.claim(IDENTITY)
    store.memories.add([memory("m")])
    with store.lease("job"):
        pass

    directory = Path(store.info.where)
    assert {path.stat().st_mode & 0o777 for path in (directory, directory.parent, directory.parent.parent)} == {0o700}
    assert modes(directory) == dict.fromkeys(("palace.db", "palace.db-wal", "palace.db-shm", "lock", "lease.job"), 0o600)
    store.close()


class Noted(sqlite3.Connection):
    """A connection that is kept on a list."""

    def __init__(self, opened: "list[Noted]", *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        opened.append(self)


def test_a_file_that_is_no_database_is_damaged_and_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Noted] = []
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=partial(Noted, opened)))
    shelf = SqliteShelf(tmp_path)
    shelf.create("p", "", NOW).close()
    (Path(shelf.where("p")) / "palace.db").write_bytes(b"This is certainly not a database file. " * 100)

    with pytest.raises(Damaged):
        shelf.open("p")
    with pytest.raises(Damaged):
        shelf.create("p", "", NOW)
    assert shelf.names() == ["p"]
    assert opened
    for connection in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


def test_another_program_s_database_is_damaged(tmp_path: Path) -> None:
    shelf = SqliteShelf(tmp_path)
    shelf.create("p", "", NOW).close()
    path = Path(shelf.where("p")) / "palace.db"
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE meta (key TEXT, value TEXT)")
    connection.execute("INSERT INTO meta VALUES ('name', 'p')")
    connection.commit()
    connection.close()

    with pytest.raises(Damaged):
        shelf.open("p")


@pytest.mark.parametrize(
    "newer", [f"PRAGMA user_version = {migrations.KNOWN + 1}", "UPDATE meta SET value = '999' WHERE key = 'words_version'"]
)
def test_a_newer_file_is_refused_even_while_we_are_running(tmp_path: Path, newer: str) -> None:
    shelf = SqliteShelf(tmp_path)
    running = shelf.create("p", "", NOW)
    connection = sqlite3.connect(Path(shelf.where("p")) / "palace.db")
    connection.execute(newer)
    connection.commit()
    connection.close()

    with pytest.raises(NewerStore):
        shelf.open("p")
    with pytest.raises(NewerStore):
        running.memories.add([memory("m")])
    assert running.memories.count() == 0
    running.close()


def test_words_of_an_older_counting_are_counted_anew(tmp_path: Path) -> None:
    shelf = SqliteShelf(tmp_path)
    store = shelf.create("p", "", NOW)
    store.claim(IDENTITY)
    (key,) = store.memories.add([memory("m", "brown foxes")])
    store.search.put({key: unit_vectors(1)})
    with store._database.writing():
        store._database.change("UPDATE memories SET words = 77")
        store._database.change("INSERT INTO memory_text (memory_text) VALUES ('delete-all')")
        store._database.change("UPDATE meta SET value = '0' WHERE key = 'words_version'")
        store._database.change("UPDATE meta SET value = '-1' WHERE key = 'words_version'")
    store.close()

    store = shelf.open("p")

    matches = store.search.matches(["brown"])
    assert (matches.keys.tolist(), matches.lengths.tolist(), matches.mean_length) == ([key], [2], 2.0)
    assert list(store.check()) == []
    store.close()


def test_a_creation_that_was_cut_short_is_no_palace_and_can_be_finished(tmp_path: Path) -> None:
    shelf = SqliteShelf(tmp_path)
    directory = Path(shelf.where("p"))
    directory.mkdir(parents=True)
    (directory / "lock").touch()
    (directory.parent / ".new-0123").mkdir()
    (directory.parent / ".new-0123" / "palace.db").touch()

    assert shelf.names() == []
    with pytest.raises(NoPalace):
        shelf.open("p")
    store = shelf.create("p", "", NOW)
    assert store.info.name == "p"
    store.close()


def test_a_renaming_that_was_cut_short_is_finished_by_opening(tmp_path: Path) -> None:
    shelf = SqliteShelf(tmp_path)
    shelf.create("old", "", NOW).close()
    Path(shelf.where("old")).rename(Path(shelf.where("new")))

    assert shelf.names() == ["new"]
    store = shelf.open("new")
    assert store.info.name == "new"
    store.close()


def test_a_link_out_of_the_shelf_is_no_palace(tmp_path: Path) -> None:
    elsewhere = SqliteShelf(tmp_path / "elsewhere")
    elsewhere.create("p", "", NOW).close()
    shelf = SqliteShelf(tmp_path / "here")
    shelf.create("mine", "", NOW).close()
    Path(shelf.where("p")).symlink_to(Path(elsewhere.where("p")))

    assert shelf.names() == ["mine"]
    with pytest.raises(NoPalace):
        shelf.delete("p")
    assert elsewhere.names() == ["p"]


def test_deleting_does_not_follow_links_inside(tmp_path: Path) -> None:
    shelf = SqliteShelf(tmp_path)
    shelf.create("p", "", NOW).close()
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").touch()
    (Path(shelf.where("p")) / "link").symlink_to(precious)

    shelf.delete("p")

    assert [path.name for path in precious.iterdir()] == ["file"]
    assert list(Path(shelf.where("p")).parent.iterdir()) == []


def test_a_restored_copy_is_read_as_it_is(tmp_path: Path) -> None:
    shelf = SqliteShelf(tmp_path)
    store = shelf.create("p", "", NOW)
    store.memories.add([memory("kept")])
    store.close()
    shutil.copy(Path(shelf.where("p")) / "palace.db", tmp_path / "copy")
    store = shelf.open("p")
    store.memories.add([memory("lost")])
    store.close()

    shutil.copy(tmp_path / "copy", Path(shelf.where("p")) / "palace.db")

    store = shelf.open("p")
    assert [one.id for one in store.memories.page()] == ["kept"]
    store.close()


def test_connections_of_finished_threads_are_closed(tmp_path: Path) -> None:
    store = SqliteShelf(tmp_path).create("p", "", NOW)
    store.memories.count()

    for _ in range(10):
        thread = threading.Thread(target=store.memories.count)
        thread.start()
        thread.join()

    assert len(file_of(store)._sessions.all()) == 1
    store.close()


def test_a_full_disk_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    store = SqliteShelf(tmp_path).create("p", "", NOW)
    store.memories.add([memory("kept")])
    pages = store._database.number("PRAGMA page_count")
    file_of(store).connection.execute(f"PRAGMA max_page_count = {pages}")

    with pytest.raises(StoreFailure, match="the disk is full"):
        store.memories.add([memory("lost", "long " * 50_000, created_at=at(1))])

    file_of(store).connection.execute("PRAGMA max_page_count = 1000000")
    store.memories.add([memory("later")])
    assert {one.id for one in store.memories.page()} == {"kept", "later"}
    assert list(store.check()) == []
    store.close()


def test_nothing_is_kept_after_sqlite_has_taken_the_transaction_back(tmp_path: Path) -> None:
    store = SqliteShelf(tmp_path).create("p", "", NOW)

    def carry_on() -> None:
        with store.writing():
            store.memories.add([memory("before")])
            file_of(store).connection.execute("ROLLBACK")
            store.memories.add([memory("after")])

    with pytest.raises(StoreFailure):
        carry_on()

    assert store.memories.count() == 0
    store.memories.add([memory("later")])
    assert list(store.check()) == []
    store.close()


def test_a_palace_that_cannot_be_made_says_which_directory_and_why(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "palaces").write_text("in the way", encoding="utf-8")
    shelf = SqliteShelf(tmp_path / "data")

    for act in (lambda: shelf.create("p", "", NOW), lambda: shelf.open("p"), shelf.names):
        with pytest.raises(StoreFailure) as caught:
            act()

        assert caught.value.reason == f"cannot create {tmp_path / 'data' / 'palaces'}: a file is in the way"
