"""Memories: what goes in comes out, in order, and is counted."""

from dataclasses import replace
from datetime import date

import pytest

from simonides.domain.errors import Conflict, Invalid, NotFound
from simonides.domain.memory import EVERYTHING, Memory, Order, Place, PlaceCount, Scope
from simonides.ports.stores import Store
from stores.made import IDENTITY, NOW, at, full_memory, memory, unit_vectors


def ids(memories: list[Memory]) -> list[str]:
    return [one.id for one in memories]


def test_every_field_of_a_memory_comes_back(store: Store) -> None:
    store.memories.add([full_memory("m")])

    assert store.memories.get("m") == full_memory("m")


def test_a_plain_memory_comes_back_with_its_defaults(store: Store) -> None:
    store.memories.add([memory("m")])

    assert store.memories.get("m") == memory("m")


def test_an_empty_batch_is_nothing(store: Store) -> None:
    assert store.memories.add([]) == []
    assert store.changes.latest() == 0


def test_an_unknown_memory_is_reported_by_kind_and_key(store: Store) -> None:
    with pytest.raises(NotFound) as caught:
        store.memories.get("nope")

    assert (caught.value.kind, caught.value.key) == ("memory", "nope")


def test_a_known_id_is_refused_and_nothing_of_the_batch_stays(store: Store) -> None:
    store.memories.add([memory("a")])

    with pytest.raises(Conflict) as caught:
        store.memories.add([memory("b"), memory("a")])

    assert (caught.value.kind, caught.value.key) == ("memory", "a")
    assert ids(store.memories.page()) == ["a"]


def test_an_id_that_comes_twice_in_one_batch_is_refused(store: Store) -> None:
    with pytest.raises(Conflict):
        store.memories.add([memory("a"), memory("a")])

    assert store.memories.count() == 0


def test_find_keeps_the_order_asked_and_leaves_out_the_unknown(store: Store) -> None:
    store.memories.add([memory("a"), memory("b"), memory("c")])

    assert ids(store.memories.find(["c", "nope", "a"])) == ["c", "a"]


def test_rows_lead_to_memories_and_back(store: Store) -> None:
    keys = store.memories.add([memory("a"), memory("b")])

    assert [store.memories.key_of("a"), store.memories.key_of("b")] == keys
    assert {key: one.id for key, one in store.memories.at([*keys, 999]).items()} == dict(zip(keys, "ab", strict=True))


def test_the_row_of_an_unknown_memory_is_an_error(store: Store) -> None:
    with pytest.raises(NotFound):
        store.memories.key_of("nope")


def test_a_row_is_never_given_out_again(store: Store) -> None:
    (first,) = store.memories.add([memory("a")])
    store.memories.delete("a")

    (second,) = store.memories.add([memory("a")])

    assert second > first


def test_replacing_changes_every_field_but_the_id(store: Store) -> None:
    store.memories.add([memory("m", "before")])

    store.memories.replace(full_memory("m"))

    assert store.memories.get("m") == full_memory("m")


def test_a_palace_is_walked_through_in_the_order_of_its_rows(store: Store) -> None:
    keys = store.memories.add([memory(f"m{number}", f"text {number}") for number in range(5)])

    first = store.memories.after(0, 3)
    rest = store.memories.after(max(first), 3)

    assert list(first) + list(rest) == keys
    assert [one.id for one in rest.values()] == ["m3", "m4"]
    assert store.memories.after(max(rest), 3) == {}


def test_replacing_an_unknown_memory_is_an_error(store: Store) -> None:
    with pytest.raises(NotFound):
        store.memories.replace(memory("nope"))


def test_replacing_keeps_vectors_while_the_content_stays(store: Store) -> None:
    store.claim(IDENTITY)
    (key,) = store.memories.add([memory("m", "same")])
    store.search.put({key: unit_vectors(1)})

    store.memories.replace(memory("m", "same", importance=0.9))

    assert store.search.coverage() == (1, 1)


def test_new_content_is_pending_again(store: Store) -> None:
    store.claim(IDENTITY)
    (key,) = store.memories.add([memory("m", "before")])
    store.search.put({key: unit_vectors(1)})

    store.memories.replace(memory("m", "after"))

    assert store.search.coverage() == (0, 1)
    assert store.search.pending(10) == [(key, "after")]
    assert store.search.of([key]) == {}


def test_deleting_says_whether_there_was_something(store: Store) -> None:
    store.memories.add([memory("a")])

    assert store.memories.delete("a") is True
    assert store.memories.delete("a") is False


def test_the_same_text_is_found_exactly_and_oldest_first(store: Store) -> None:
    store.memories.add([memory("late", "text", created_at=at(5)), memory("early", "text"), memory("other", "text ")])

    assert ids(store.memories.same_text("text")) == ["early", "late"]


def test_the_same_text_is_looked_for_in_scope(store: Store) -> None:
    store.memories.add([memory("here", "text"), memory("there", "text", place=Place("wing", "elsewhere"))])
    store.memories.add([memory("ended", "text", ended_at=NOW)])

    assert ids(store.memories.same_text("text", Scope(room="room"))) == ["here"]


@pytest.mark.parametrize(
    ("order", "expected"),
    [(Order.NEWEST, ["c", "b2", "b1", "a"]), (Order.OLDEST, ["a", "b1", "b2", "c"]), (Order.IMPORTANT, ["b1", "c", "b2", "a"])],
)
def test_pages_are_ordered_and_ties_follow_filing(store: Store, order: Order, expected: list[str]) -> None:
    store.memories.add([memory("b1", created_at=at(1), importance=0.9), memory("a"), memory("b2", created_at=at(1))])
    store.memories.add([memory("c", created_at=at(2))])

    assert ids(store.memories.page(order=order)) == expected


def test_pages_follow_each_other(store: Store) -> None:
    store.memories.add([memory(f"m{number}", created_at=at(number)) for number in range(7)])

    pages = [ids(store.memories.page(order=Order.OLDEST, limit=3, offset=offset)) for offset in (0, 3, 6, 9)]

    assert pages == [["m0", "m1", "m2"], ["m3", "m4", "m5"], ["m6"], []]


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_of_nothing_gives_nothing(store: Store, limit: int) -> None:
    store.memories.add([memory("m")])

    assert store.memories.page(limit=limit) == []


def test_counters_follow_adding_moving_ending_and_deleting(store: Store) -> None:
    store.memories.add([memory("a"), memory("b", created_at=at(9)), memory("c", place=Place("wing", "attic"))])
    store.memories.replace(memory("a", place=Place("tower", "top", "hall")))
    store.memories.replace(memory("b", created_at=at(9), ended_at=at(10)))
    store.memories.add([memory("d", created_at=at(2)), memory("gone", created_at=at(50))])
    store.memories.delete("gone")

    assert store.memories.places() == [
        PlaceCount(Place("tower", "top", "hall"), 1, NOW),
        PlaceCount(Place("wing", "attic"), 1, NOW),
        PlaceCount(Place("wing", "room"), 1, at(2)),
    ]
    assert [store.memories.count(scope) for scope in (EVERYTHING, Scope(wing="wing"), Scope(hall="hall"))] == [3, 2, 1]
    assert store.memories.count(Scope(with_ended=True)) == 4
    assert list(store.check()) == []


def test_an_ended_memory_that_holds_again_is_counted_again(store: Store) -> None:
    store.memories.add([memory("m", ended_at=NOW)])
    assert store.memories.places() == []

    store.memories.replace(memory("m"))

    assert store.memories.places() == [PlaceCount(Place("wing", "room"), 1, NOW)]


def test_touching_counts_recalls_and_is_no_change(store: Store) -> None:
    keys = store.memories.add([memory("a"), memory("b")])
    before = store.changes.latest()

    store.memories.touch(keys[:1], at(1))
    store.memories.touch(keys[:1], at(2))

    assert store.memories.get("a") == replace(memory("a"), accesses=2, accessed_at=at(2))
    assert store.memories.get("b").accesses == 0
    assert store.changes.latest() == before


def test_half_a_surrogate_pair_in_a_text_is_an_error_of_ours(store: Store) -> None:
    with pytest.raises(Invalid):
        store.memories.add([memory("m", "half \ud83d")])

    assert store.memories.count() == 0


def test_a_number_beyond_all_bounds_is_an_error_of_ours(store: Store) -> None:
    with pytest.raises(Invalid):
        store.memories.page(limit=10**30)


def test_dots_tell_room_day_importance_and_writer_in_row_order_without_ended_ones(store: Store) -> None:
    made = [replace(memory("a"), place=Place("w", "r"), importance=0.75), memory("b"), replace(memory("c"), ended_at=NOW)]
    rows = store.memories.add(made)

    [first, second] = store.memories.dots(0, 10)

    assert (first.row, first.wing, first.room, first.importance) == (rows[0], "w", "r", 0.75)
    assert first.day == made[0].happened_at.toordinal() - date(1970, 1, 1).toordinal()
    assert first.writer == made[0].origin.added_by
    assert second.row == rows[1]
    assert store.memories.dots(first.row, 10) == [second]
    assert store.memories.dots(0, 1) == [first]
    assert [dot.row for dot in store.memories.dots(0, 10, Scope(with_ended=True))] == rows
