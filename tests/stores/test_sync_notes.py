"""Notes about replicas, in each store."""

from dataclasses import replace

from simonides.ports.stores import Store
from simonides.ports.sync import SyncRecord
from stores.made import memory

TEA = SyncRecord("memory", "tea", "tea", "[]", (("a", 1), ("b", 7)))


def test_a_record_is_found_by_both_of_its_ids_and_by_its_changes(store: Store) -> None:
    store.sync.put([TEA, replace(TEA, kind="entity", id="alice", local="e1", changes=(("a", 2),))])

    assert store.sync.of("memory", ["tea", "milk"]) == [replace(TEA, changes=())]
    assert [each.id for each in store.sync.at("entity", ["e1"])] == ["alice"]
    assert store.sync.at("entity", [""]) == []
    assert store.sync.after("a", 0, 10) == [(1, "memory", "tea"), (2, "entity", "alice")]
    assert store.sync.after("a", 0, 1) == [(1, "memory", "tea")]
    assert (store.sync.count_after("a", 1), store.sync.count_after("b", 0)) == (1, 1)


def test_a_record_that_is_noted_again_replaces_what_was_noted(store: Store) -> None:
    store.sync.put([TEA])
    store.sync.put([replace(TEA, local="", is_alive=False, is_owed=True, rivals=2, changes=(("b", 8),))])

    [noted] = store.sync.page("memory", "", 10)
    assert (noted.local, noted.is_alive, noted.is_owed, noted.rivals) == ("", False, True, 2)
    assert store.sync.after("a", 0, 10) == []
    assert store.sync.disputed(5) == store.sync.owed(5) == [noted]


def test_an_emptied_palace_knows_of_no_replica(store: Store) -> None:
    store.memories.add([memory("tea", "Tea at four")])
    store.sync.put([TEA])
    store.sync.set_state("{}")

    store.clear()

    assert store.sync.state() is None
    assert store.sync.page("memory", "", 10) == []
    assert store.sync.after("a", 0, 10) == []
