"""A palace that rests has given up its files and caches, and nobody who asks it can tell."""

import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from simonides.domain.errors import StoreFailure
from simonides.ports.stores import Store
from simonides.stores.sql.store import SqlStore
from simonides.stores.sqlite import shelf
from simonides.stores.sqlite.shelf import SqliteShelf
from stores.made import IDENTITY, NOW, file_of, memory, unit_vectors
from support.open_files import ON_LINUX, age, open_below

RESTS = 10
TURNS_MIN = 20


def fill(store: Store, names: str) -> list[int]:
    keys = store.memories.add([memory(name, f"the text of {name}") for name in names])
    store.claim(IDENTITY)
    store.search.put({key: unit_vectors(1, seed=key) for key in keys})
    return keys


def found(store: Store, key: int) -> list[int]:
    return [int(each) for each in store.search.nearest(unit_vectors(1, seed=key), limit=1).keys]


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[SqlStore]:
    store = SqliteShelf(tmp_path).create("p", "", NOW)
    yield store
    store.close()


def test_a_palace_that_rested_knows_everything_and_is_written_to(store: Store) -> None:
    keys = fill(store, "ab")
    assert found(store, keys[0]) == keys[:1]

    assert store.rest()
    more = fill(store, "c")
    assert store.rest()

    assert [one.id for one in store.memories.page()] == ["c", "b", "a"]
    assert [found(store, key) for key in (*keys, *more)] == [[key] for key in (*keys, *more)]
    assert store.search.matches(["text"]).keys.tolist() == [*keys, *more]


def test_what_others_write_during_a_rest_is_found(store: Store, other: Store) -> None:
    fill(store, "a")
    store.search.matches(["text"])
    assert store.rest()

    [key] = fill(other, "b")

    assert found(store, key) == [key]
    assert len(store.search.matches(["text"]).keys) == 2


def test_whoever_looks_after_palaces_is_told_that_one_wakes(store: Store) -> None:
    keys = fill(store, "a")
    told: list[bool] = []
    store.on_waking(lambda: told.append(True))
    assert store.rest()
    assert not told

    found(store, keys[0])

    assert told


@ON_LINUX
def test_a_palace_that_rests_has_no_file_open(sqlite: SqlStore, tmp_path: Path) -> None:
    keys = fill(sqlite, "a")
    found(sqlite, keys[0])
    with sqlite.lease("dreaming"):
        assert len(open_below(tmp_path)) > 3

    assert sqlite.rest()

    assert open_below(tmp_path) == []


@pytest.mark.parametrize("begun", ["writing", "reading"])
def test_a_palace_in_the_middle_of_something_does_not_rest(sqlite: SqlStore, begun: str) -> None:
    with sqlite.writing() if begun == "writing" else sqlite.reading():
        before = sqlite.memories.count()
        others: list[bool] = []
        thread = threading.Thread(target=lambda: others.append(sqlite.rest()))
        thread.start()
        thread.join()
        assert sqlite.memories.count() == before

    assert others == [False]
    assert sqlite.rest()


def test_vectors_that_stayed_loaded_follow_what_was_written_while_the_file_was_closed(sqlite: SqlStore, tmp_path: Path) -> None:
    keys = fill(sqlite, "a")
    found(sqlite, keys[0])
    other = SqliteShelf(tmp_path).open("p")

    # As when somebody loads them between the two steps of a rest.
    assert file_of(sqlite).rest()
    [key] = fill(other, "b")

    assert found(sqlite, key) == [key]
    other.close()


def test_a_closed_palace_does_not_wake(sqlite: SqlStore) -> None:
    assert sqlite.rest()
    sqlite.close()

    with pytest.raises(StoreFailure, match="closed"):
        sqlite.memories.count()


def test_a_palace_that_was_replaced_during_a_rest_is_gone(sqlite: SqlStore, tmp_path: Path) -> None:
    fill(sqlite, "a")
    assert sqlite.rest()
    assert not sqlite.is_gone()
    shelf = SqliteShelf(tmp_path)

    shelf.delete("p")
    later = NOW.replace(year=NOW.year + 1)
    shelf.create("p", "", later).close()

    # Whether or not the new file has got the number of the old one.
    assert sqlite.is_gone()
    with pytest.raises(StoreFailure, match="moved or deleted"):
        sqlite.memories.count()


def test_a_palace_that_was_deleted_during_a_rest_says_so(sqlite: SqlStore, tmp_path: Path) -> None:
    assert sqlite.rest()

    SqliteShelf(tmp_path).delete("p")

    with pytest.raises(StoreFailure, match="moved or deleted"):
        sqlite.memories.count()


def test_a_file_of_the_same_number_is_told_by_when_its_palace_was_made(sqlite: SqlStore, tmp_path: Path) -> None:
    path = Path(sqlite.info.where) / "palace.db"
    elsewhere = SqliteShelf(tmp_path / "elsewhere").create("p", "", NOW.replace(year=NOW.year + 1))
    elsewhere.close()
    assert sqlite.rest()

    # Written over, as a file that gets the number of one that is gone.
    path.write_bytes((tmp_path / "elsewhere/palaces/p/palace.db").read_bytes())

    assert sqlite.is_gone()


def settled(store: SqlStore) -> object:
    """What a palace's mark is a minute after its last write."""
    age(Path(store.info.where))
    return store.write_mark()


def test_the_mark_of_a_palace_changes_with_every_write_and_with_nothing_else(sqlite: SqlStore, tmp_path: Path) -> None:
    other = SqliteShelf(tmp_path).open("p")
    keys = fill(sqlite, "a")
    assert sqlite.write_mark() is None
    first = settled(sqlite)

    found(sqlite, keys[0])
    other.memories.count()
    assert sqlite.write_mark() == first is not None
    other.memories.add([memory("b")])
    assert sqlite.write_mark() is None
    second = settled(sqlite)
    assert second not in {None, first}

    other.close()
    assert sqlite.rest()
    third = settled(sqlite)
    assert sqlite.memories.count() == 2
    assert sqlite.rest()
    assert sqlite.write_mark() == third is not None


def test_a_palace_that_is_gone_or_closed_has_no_mark(sqlite: SqlStore, tmp_path: Path) -> None:
    settled(sqlite)
    SqliteShelf(tmp_path).delete("p")
    assert sqlite.write_mark() is None

    other = SqliteShelf(tmp_path).create("q", "", NOW)
    assert settled(other) is not None
    other.close()
    assert other.write_mark() is None


def test_palaces_are_listed_anew_where_they_were_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = SqliteShelf(tmp_path), SqliteShelf(tmp_path)
    for name in ("a", "b", "LONG" * 25):
        ours.create(name, "", NOW).close()
    names = ours.names()
    age(tmp_path)
    assert ours.names() == names
    read: list[Path] = []
    noted_name = shelf._noted_name

    def reading(directory: Path) -> str:
        read.append(directory)
        return noted_name(directory)

    monkeypatch.setattr(shelf, "_noted_name", reading)

    assert ours.names() == names
    assert read == []
    theirs.rename("LONG" * 25, "SLOW" * 25)
    theirs.delete("a")
    theirs.create("c", "", NOW).close()

    assert ours.names() == theirs.names() == ["SLOW" * 25, "b", "c"]


def test_resting_again_and_again_loses_nothing_and_fails_nobody(sqlite: SqlStore) -> None:
    [first] = fill(sqlite, "x")
    written: list[str] = []
    failures: list[BaseException] = []
    enough = threading.Event()
    threads = [threading.Thread(target=_busy, args=(sqlite, first, number, written, failures, enough)) for number in range(4)]
    for thread in threads:
        thread.start()

    rests = 0
    while any(thread.is_alive() for thread in threads):
        rests += sqlite.rest()
        if rests > RESTS:
            enough.set()
        time.sleep(0.001)

    assert failures == []
    assert {one.id for one in sqlite.memories.page(limit=100_000)} == {"x", *written}
    assert list(sqlite.check()) == []


def _busy(
    store: SqlStore, first: int, number: int, written: list[str], failures: list[BaseException], enough: threading.Event
) -> None:
    try:
        for turn in count():
            [key] = store.memories.add([memory(f"{number}-{turn}", f"word{number}x{turn}")])
            written.append(f"{number}-{turn}")
            store.search.put({key: unit_vectors(1, seed=key)})
            with store.reading():
                assert store.search.matches([f"word{number}x{turn}"]).keys.tolist() == [key]
                assert np.array_equal(store.search.nearest(unit_vectors(1, seed=first), limit=1).keys, [first])
            if turn >= TURNS_MIN and enough.is_set():
                return
    # Whatever it is, the test shows it.
    except BaseException as error:  # noqa: BLE001
        failures.append(error)
