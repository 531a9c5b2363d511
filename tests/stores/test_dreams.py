"""Dreams: what is due, the closets, and the results of cycles."""

from dataclasses import replace

from simonides.domain.dreams import Dream, DreamTotals
from simonides.ports.dreams import DreamStanding
from simonides.ports.stores import Store
from stores.made import IDENTITY, NOW, at, memory, unit_vectors


def due_keys(store: Store) -> list[int]:
    return [due.key for due in store.dreams.due(100)]


def settle_all(store: Store) -> None:
    store.dreams.settle([due.mark for due in store.dreams.due(100)])


def test_what_is_filed_is_due_until_it_is_settled(store: Store) -> None:
    keys = store.memories.add([memory("a"), memory("b"), memory("c")])

    first = store.dreams.due(2)
    store.dreams.settle([due.mark for due in first])

    assert [due.key for due in first] == keys[:2]
    assert due_keys(store) == keys[2:]
    assert store.dreams.remaining() == 1


def test_what_has_ended_is_not_due(store: Store) -> None:
    store.memories.add([memory("a", ended_at=NOW)])

    assert due_keys(store) == []


def test_rewording_moving_reviving_and_embedding_make_due_again(store: Store) -> None:
    store.claim(IDENTITY)
    keys = store.memories.add([memory("a"), memory("b"), memory("c", ended_at=NOW), memory("d")])
    settle_all(store)

    store.memories.replace(memory("a", "other words"))
    store.memories.replace(memory("b", user_id="ada"))
    store.memories.replace(memory("c"))
    store.search.put({keys[3]: unit_vectors(2)})

    assert due_keys(store) == keys


def test_tags_importance_recalls_and_an_end_do_not(store: Store) -> None:
    (key,) = store.memories.add([memory("a")])
    settle_all(store)

    store.memories.replace(memory("a", tags=("x",), importance=0.9))
    store.memories.touch([key], NOW)
    store.memories.replace(memory("a", ended_at=NOW))

    assert due_keys(store) == []


def test_settling_what_was_seen_leaves_a_later_change_due(store: Store) -> None:
    (key,) = store.memories.add([memory("a")])
    seen = store.dreams.due(1)

    store.memories.replace(memory("a", "other words"))
    store.dreams.settle([due.mark for due in seen])

    assert due_keys(store) == [key]


def test_what_is_deleted_is_no_longer_due_and_in_no_closet(store: Store) -> None:
    (key,) = store.memories.add([memory("a")])
    store.closets.put({key: ["clerk"]})

    store.memories.delete("a")

    assert due_keys(store) == []
    assert store.closets.holding(["clerk"], ["a"]) == {}
    assert list(store.check()) == []


def test_closets_tell_under_how_many_words_a_memory_lies(store: Store) -> None:
    first, second, _ = store.memories.add([memory("a"), memory("b"), memory("c")])
    store.closets.put({first: ["clerk", "sso"], second: ["clerk"]})

    assert store.closets.holding(["clerk", "sso", "nothing"], ["a", "b", "c"]) == {"a": 2, "b": 1}
    assert store.closets.holding(["clerk"], ["b", "unknown"]) == {"b": 1}
    assert store.closets.holding([], ["a"]) == store.closets.holding(["clerk"], []) == {}


def test_new_labels_take_the_place_of_old_ones(store: Store) -> None:
    (key,) = store.memories.add([memory("a")])
    store.closets.put({key: ["clerk", "clerk"]})

    store.closets.put({key: ["keycloak"], 999: ["gone"]})

    assert store.closets.holding(["clerk"], ["a"]) == {}
    assert store.closets.holding(["keycloak"], ["a"]) == {"a": 1}


def test_frequencies_count_memories_not_places(store: Store) -> None:
    store.memories.add([memory("a", "apple apple pear"), memory("b", "apple")])

    found = store.closets.frequencies(["appl", "pear", "plum"])

    assert (found["appl"], found["pear"], found.get("plum", 0)) == (2, 1, 0)


def test_standing_walks_over_current_memories(store: Store) -> None:
    keys = store.memories.add(
        [
            memory("a", importance=0.25, accesses=3),
            memory("b", ended_at=NOW),
            memory("c", created_at=at(5)),
        ]
    )

    assert store.dreams.standing(0, 10) == [DreamStanding(keys[0], 0.25, NOW, 3), DreamStanding(keys[2], 0.5, at(5), 0)]
    assert [row.key for row in store.dreams.standing(keys[0], 10)] == [keys[2]]
    assert [row.key for row in store.dreams.standing(0, 1)] == [keys[0]]


def test_a_dream_is_noted_numbered_added_up_and_told(store: Store, other: Store) -> None:
    assert (store.dreams.last(), store.dreams.totals()) == (None, DreamTotals())
    dream = Dream(NOW, at(5), 5000, embedded=1, merged=2, closets_updated=3, trimmed=4, faded=5, remaining=6)

    with store.writing("dreaming"):
        first = store.dreams.note(dream)
    second = store.dreams.note(replace(dream, faded=None))

    assert (first.cycle, second.cycle) == (1, 2)
    assert other.dreams.last() == replace(dream, faded=None, cycle=2)
    assert other.dreams.totals() == DreamTotals(2, 10_000, 2, 4, 6, 8)
    told = [(change.kind, change.id, change.operation, change.actor) for change in other.changes.since(0)]
    assert told == [("dream", "1", "add", "dreaming"), ("dream", "2", "add", "api")]


def test_only_the_last_hundred_dreams_are_kept_but_all_are_counted(store: Store) -> None:
    with store.writing():
        for _ in range(105):
            store.dreams.note(Dream(NOW, NOW))

    last = store.dreams.last()
    assert last
    assert last.cycle == store.dreams.totals().cycles == 105
    assert list(store.check()) == []


def test_the_last_cycles_come_the_latest_first(store: Store, other: Store) -> None:
    noted = [store.dreams.note(Dream(NOW, at(5), merged=number)) for number in range(3)]

    assert other.dreams.newest(2) == [noted[2], noted[1]]
    assert other.dreams.newest(0) == []
