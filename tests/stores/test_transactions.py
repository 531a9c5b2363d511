"""Transactions: all or nothing, nested, one writer at a time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import numpy as np
import pytest

from simonides.domain.deadline import limited
from simonides.domain.errors import Conflict, NotFound, Overdue
from simonides.ports.stores import Store
from stores.made import IDENTITY, NOW, entity, fact, memory, unit_vectors


class Stop(Exception):
    """Ends a transaction from inside."""


@contextmanager
def failing(store: Store) -> Iterator[None]:
    """A transaction that fails at its end."""
    with suppress(Stop), store.writing():
        yield
        raise Stop


def test_what_fails_leaves_nothing(store: Store) -> None:
    store.claim(IDENTITY)
    store.memories.add([memory("kept", "apple")])
    before = store.changes.latest()

    with failing(store):
        (key,) = store.memories.add([memory("lost", "apple")])
        store.search.put({key: unit_vectors(1)})
        store.graph.add_entity(entity("Ada"))
        store.memories.delete("kept")

    assert [one.id for one in store.memories.page()] == ["kept"]
    assert len(store.search.matches(["appl"]).keys) == 1
    assert store.search.nearest(unit_vectors(1)).keys.tolist() == []
    assert store.graph.stats(NOW).entities == 0
    assert store.changes.latest() == before
    assert list(store.check()) == []


def test_reads_inside_see_what_was_written_inside(store: Store) -> None:
    store.claim(IDENTITY)
    vectors = unit_vectors(3)
    first, second = store.memories.add([memory("first", "apple"), memory("second", "apple")])
    store.search.put({first: vectors[:1], second: vectors[1:2]})

    with store.writing():
        (third,) = store.memories.add([memory("third", "apple")])
        store.search.put({third: vectors[2:]})
        store.memories.delete("first")

        assert set(store.search.nearest(vectors[:1]).keys.tolist()) == {second, third}
        assert store.search.matches(["appl"]).keys.tolist() == [second, third]


def test_others_do_not_see_what_is_not_committed(store: Store, other: Store) -> None:
    store.claim(IDENTITY)
    seen: list[list[int]] = []

    def look() -> None:
        seen.extend(one.search.nearest(unit_vectors(1)).keys.tolist() for one in (store, other))

    with store.writing():
        (key,) = store.memories.add([memory("m")])
        store.search.put({key: unit_vectors(1)})
        store.search.nearest(unit_vectors(1))
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    look()

    assert seen == [[], [], [key], [key]]


def test_a_search_after_a_failed_transaction_forgets_its_rows(store: Store) -> None:
    store.claim(IDENTITY)
    vectors = unit_vectors(2)
    with failing(store):
        (lost,) = store.memories.add([memory("lost")])
        store.search.put({lost: vectors[:1]})
        assert store.search.nearest(vectors[:1]).keys.tolist() == [lost]

    (kept,) = store.memories.add([memory("kept")])
    store.search.put({kept: vectors[1:]})

    found = store.search.nearest(vectors[1:])
    assert found.keys.tolist() == [kept]
    np.testing.assert_allclose(found.cosines, [1.0], atol=1e-3)


def test_a_nested_transaction_commits_with_the_outermost(store: Store, other: Store) -> None:
    with store.writing():
        with store.writing():
            store.memories.add([memory("inner")])
        assert other.memories.count() == 0

    assert other.memories.count() == 1


def test_a_nested_failure_that_is_caught_takes_back_only_its_own_part(store: Store) -> None:
    store.claim(IDENTITY)
    with store.writing():
        (outer,) = store.memories.add([memory("outer")])
        with failing(store):
            (inner,) = store.memories.add([memory("inner")])
            store.search.put({inner: unit_vectors(1)})
            store.search.nearest(unit_vectors(1))
        store.search.put({outer: unit_vectors(1)})
        assert store.search.nearest(unit_vectors(1)).keys.tolist() == [outer]

    assert [one.id for one in store.memories.page()] == ["outer"]
    assert list(store.check()) == []


def test_a_refused_write_inside_does_not_spoil_the_rest(store: Store) -> None:
    with store.writing():
        store.memories.add([memory("a")])
        with pytest.raises(Conflict):
            store.memories.add([memory("b"), memory("a")])
        with pytest.raises(NotFound):
            store.graph.add_fact(fact("f", "no", "such", "thing"))
        store.memories.add([memory("c")])

    assert {one.id for one in store.memories.page()} == {"a", "c"}


def test_an_outer_failure_takes_back_what_was_nested(store: Store) -> None:
    with failing(store), store.writing():
        store.memories.add([memory("inner")])

    assert store.memories.count() == 0


def test_read_then_write_is_safe_from_other_writers(store: Store, other: Store) -> None:
    store.memories.add([memory("m", accesses=0)])

    def count_up(mine: Store) -> None:
        for _ in range(25):
            with mine.writing():
                now = mine.memories.get("m")
                mine.memories.replace(memory("m", accesses=now.accesses + 1))

    threads = [threading.Thread(target=count_up, args=(mine,)) for mine in (store, store, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert store.memories.get("m").accesses == 75


def test_threads_may_read_and_write_at_once(store: Store) -> None:
    store.claim(IDENTITY)
    vectors = unit_vectors(1)
    failures: list[BaseException] = []

    def work(name: str) -> None:
        try:
            for number in range(15):
                (key,) = store.memories.add([memory(f"{name}-{number}", "apple")])
                store.search.put({key: vectors})
                assert key in store.search.nearest(vectors, limit=500).keys.tolist()
                assert key in store.search.matches(["appl"]).keys.tolist()
        except BaseException as failure:
            failures.append(failure)
            raise

    threads = [threading.Thread(target=work, args=(f"t{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failures == []
    assert store.search.coverage() == (60, 60)
    assert list(store.check()) == []


@pytest.mark.requirement("call-deadline")
def test_work_past_its_time_is_abandoned_and_leaves_nothing(store: Store) -> None:
    store.claim(IDENTITY)
    before = store.changes.latest()

    def file_slowly() -> None:
        with store.writing():
            store.memories.add([memory("lost", "apple")])
            with limited(1e-9):
                store.memories.get("lost")

    with pytest.raises(Overdue, match="given up after 1e-09 s"):
        file_slowly()

    assert store.memories.page() == []
    assert store.changes.latest() == before


def test_what_is_read_at_one_moment_stays_as_it_was_whoever_writes(store: Store, other: Store) -> None:
    (key,) = store.memories.add([memory("first", "apple")])
    with store.reading():
        before = (store.memories.count(), store.changes.latest(), store.search.coverage(), store.observations.count())
        text = store.memories.at([key])[key].content
        other.memories.replace(memory("first", "pear"))
        other.memories.add([memory("second", "plum")])

        assert (store.memories.count(), store.changes.latest(), store.search.coverage(), store.observations.count()) == before
        assert store.memories.at([key, key + 1])[key].content == text

    assert store.memories.count() == 2
    assert store.memories.at([key])[key].content == "pear"
    assert store.changes.latest() > before[1]


def test_reading_inside_of_a_transaction_sees_what_was_just_written(store: Store) -> None:
    with store.writing(), store.reading():
        store.memories.add([memory("first", "apple")])
        assert store.memories.count() == 1
        (key,) = store.memories.add([memory("second", "pear")])

        assert store.memories.count() == 2
        assert store.memories.at([key])[key].content == "pear"


def test_a_moment_with_more_memories_than_are_kept_still_gives_all(store: Store) -> None:
    keys = store.memories.add([memory(f"m{number}", f"apple {number}") for number in range(700)])
    with store.reading():
        first, second = store.memories.at(keys), store.memories.at(keys[:3])

    assert list(first) == keys
    assert [one.content for one in second.values()] == ["apple 0", "apple 1", "apple 2"]


def test_memories_added_as_embedded_have_their_vectors_from_the_first(store: Store) -> None:
    store.claim(IDENTITY)
    vectors = unit_vectors(3)

    with store.writing():
        long, _, short = store.memories.add([memory("long"), memory("bare"), memory("short")], embedded={"long", "short"})
        store.search.add({long: vectors[:2], short: vectors[2:]})

    assert store.search.coverage() == (2, 3)
    assert [text for _, text in store.search.pending(5)] == [memory("bare").content]
    assert set(store.search.nearest(vectors[:1]).keys.tolist()) == {long, short}
    assert np.allclose(store.search.of([long])[long], vectors[:2], atol=1e-3)
    assert list(store.check()) == []


@pytest.mark.parametrize("ids", [("new", "known"), ("new", "new"), ("known",)])
def test_a_known_id_is_named_and_nothing_of_its_batch_is_kept(store: Store, ids: tuple[str, ...]) -> None:
    store.memories.add([memory("known")])
    before = store.changes.latest()

    with pytest.raises(Conflict, match=ids[-1]):
        store.memories.add([memory(each) for each in ids])

    assert [one.id for one in store.memories.page()] == ["known"]
    assert store.changes.latest() == before
    assert list(store.check()) == []
