"""SQLite: what a search has read is kept for the next one, and never beyond a change."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simonides.stores.sql.store import SqlStore
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.search import kept_answers
from simonides.stores.sqlite.search.kept_answers import KeptAnswers
from simonides.stores.sqlite.shelf import SqliteShelf
from simonides.stores.sqlite.vectors.columns import Columns
from simonides.stores.sqlite.vectors.snapshot import Snapshot, VectorRows
from stores.made import DIMS, IDENTITY, NOW, Vectors, memory, unit_vectors


class Refused(Exception):
    """What takes a transaction back."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    store = SqliteShelf(tmp_path).create("p", "", NOW)
    store.claim(IDENTITY)
    store.memories.add([memory("first", "the heron nests in the reeds")])
    yield store
    store.close()


def holders(store: SqlStore) -> tuple[list[int], list[list[int]]]:
    with store.reading():
        return store.search.matches(["heron"]).keys.tolist(), store.search.phrases([["heron"], ["heron", "nest"]], 1, 10)


def nearest(store: SqlStore, question: Vectors) -> list[float]:
    with store.reading():
        found: list[float] = store.search.nearest(question).cosines.tolist()
        return found


def file_and_take_back(store: SqlStore, question: Vectors) -> None:
    with store.writing():
        [key] = store.memories.add([memory("second", "a heron nests here, too")])
        store.search.put({key: unit_vectors(1, seed=2)})
        assert holders(store) == ([1, 2], [[2, 1], [2, 1]])
        assert len(nearest(store, question)) == 1
        raise Refused


def test_a_word_and_a_phrase_are_found_in_what_was_filed_and_deleted_since(store: SqlStore) -> None:
    assert holders(store) == ([1], [[1], [1]])

    store.memories.add([memory("second", "a heron nests here, too")])
    assert holders(store) == ([1, 2], [[2, 1], [2, 1]])

    store.memories.delete("first")
    assert holders(store) == ([2], [[2], [2]])


def test_what_a_transaction_saw_before_it_was_taken_back_is_not_kept(store: SqlStore) -> None:
    question = unit_vectors(1, seed=1)
    with pytest.raises(Refused):
        file_and_take_back(store, question)

    [key] = store.memories.add([memory("third", "an otter swims")])
    store.search.put({key: question})

    assert key == 2
    assert holders(store) == ([1], [[1], [1]])
    assert nearest(store, question) == pytest.approx([1.0], abs=1e-3)


def test_a_vector_that_takes_the_place_of_another_is_compared(store: SqlStore) -> None:
    question = unit_vectors(1, seed=1)
    store.search.put({1: unit_vectors(1, seed=2)})
    before = nearest(store, question)

    store.search.put({1: question})

    assert before != nearest(store, question) == pytest.approx([1.0], abs=1e-3)


def test_an_added_text_changes_the_answers_about_its_own_words_alone(store: SqlStore, tmp_path: Path) -> None:
    [path] = tmp_path.rglob("palace.db")
    database = Database(path.parent, lambda: NOW)
    kept = KeptAnswers(database, "memory")
    with database.reading():
        kept.now().add_places({"heron": np.arange(1), "otter": np.arange(2)})
        kept.now().add_phrases({(("reed",), 1, 10): [1], (("otter", "swim"), 1, 10): []})

    store.memories.add([memory("second", "an otter swims")])
    with database.reading():
        assert (set(kept.now().places), set(kept.now().phrases)) == ({"heron"}, {"reed"})

    store.memories.delete("second")
    with database.reading():
        assert (kept.now().places, kept.now().phrases, kept.now().size) == ({}, {}, 0)
    database.close()


def test_what_another_filed_is_found_after_it_adopted_a_log_that_does_not_name_it(store: SqlStore, tmp_path: Path) -> None:
    other = SqliteShelf(tmp_path).open("p")
    log = other.changes.carried()
    assert holders(store) == ([1], [[1], [1]])

    other.memories.add([memory("second", "a heron nests here, too")])
    other.changes.adopt(log, None)

    assert holders(store) == ([1, 2], [[2, 1], [2, 1]])
    other.close()


def test_a_reader_of_an_older_moment_leaves_what_newer_ones_keep(store: SqlStore, tmp_path: Path) -> None:
    [path] = tmp_path.rglob("palace.db")
    database = Database(path.parent, lambda: NOW)
    kept = KeptAnswers(database, "memory")

    def now(*found: str) -> set[str]:
        with database.reading():
            kept.now().add_places({word: np.arange(1) for word in found})
            return set(kept.now().places)

    with database.reading(), ThreadPoolExecutor(1) as other:
        older = kept.now().moment
        store.memories.add([memory("second", "an otter swims")])
        assert other.submit(now, "heron").result() == {"heron"}
        assert (kept.now().moment, kept.now().places) == (older, {})
        assert other.submit(now).result() == {"heron"}
    database.close()


def test_answers_are_kept_up_to_a_size(tmp_path: Path) -> None:
    SqliteShelf(tmp_path).create("p", "", NOW).close()
    [path] = tmp_path.rglob("palace.db")
    database = Database(path.parent, lambda: NOW)
    kept = KeptAnswers(database, "memory")
    with database.reading():
        answers = kept.now()
        answers.add_places({"heron": np.arange(10)})
        assert kept.now() is answers

        answers.add_places({"otter": np.arange(kept_answers.BYTES_MAX // 8)})
        assert kept.now().places == {}
    assert kept.now() is not kept.now()
    database.close()


@settings(max_examples=40)
@given(st.lists(st.integers(0, 9), max_size=12), st.lists(st.integers(0, 9), max_size=6), st.data())
def test_the_vectors_of_owners_are_found_in_any_order_of_owners(head: list[int], tail: list[int], data: st.DataObject) -> None:
    owners = np.array(head + tail, np.int64)
    alive = np.array(data.draw(st.lists(st.booleans(), min_size=len(owners), max_size=len(owners))), np.bool_)
    wanted = np.array(data.draw(st.lists(st.integers(0, 12), max_size=5)), np.int64)
    snapshot = Snapshot(1, Columns.with_capacity(0), _rows(head), _rows(tail), alive)

    expected = np.flatnonzero(np.isin(owners, wanted) & alive)

    assert snapshot.positions_of(wanted).tolist() == expected.tolist()
    assert snapshot.at(expected).owners.tolist() == owners[expected].tolist()


def _rows(owners: list[int]) -> VectorRows:
    rows = VectorRows.with_capacity(0, DIMS)
    for number, owner in enumerate(owners):
        rows = rows.extended(np.array([number]), np.array([owner]), np.ones((1, DIMS), np.float32))
    assert rows.is_by_owner == (owners == sorted(owners))
    return rows
