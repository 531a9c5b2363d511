"""Mentions: which memory names which entity, read from both ends."""

import pytest

from simonides.ports.stores import Store
from stores.made import entity, memory

ADA, BOB = "id of Ada", "id of Bob"


@pytest.fixture
def keys(store: Store) -> list[int]:
    for name in ("Ada", "Bob"):
        store.graph.add_entity(entity(name))
    return store.memories.add([memory(f"m{number}") for number in range(3)])


def test_mentions_are_read_from_both_ends_newest_first(store: Store, keys: list[int]) -> None:
    store.graph.set_mentions(keys[0], [ADA, BOB, "nobody"])
    store.graph.set_mentions(keys[2], [ADA])

    assert store.graph.mentions_of([ADA, BOB]) == {ADA: [keys[2], keys[0]], BOB: [keys[0]]}
    assert store.graph.mentioned_in(keys) == {keys[0]: [ADA, BOB], keys[1]: [], keys[2]: [ADA]}


def test_setting_mentions_takes_the_place_of_older_ones(store: Store, keys: list[int]) -> None:
    store.graph.set_mentions(keys[0], [ADA])

    store.graph.set_mentions(keys[0], [BOB])

    assert store.graph.mentioned_in(keys[:1]) == {keys[0]: [BOB]}


def test_adding_mentions_keeps_older_ones(store: Store, keys: list[int]) -> None:
    store.graph.set_mentions(keys[0], [ADA, BOB])

    store.graph.add_mentions(ADA, [keys[0], keys[1], 999])

    assert store.graph.mentions_of([ADA, BOB]) == {ADA: [keys[1], keys[0]], BOB: [keys[0]]}


def test_the_limit_counts_for_each_entity(store: Store, keys: list[int]) -> None:
    store.graph.add_mentions(ADA, keys)
    store.graph.add_mentions(BOB, keys)

    assert store.graph.mentions_of([ADA, BOB], limit=1) == {ADA: [keys[2]], BOB: [keys[2]]}


def test_mentions_go_with_either_end(store: Store, keys: list[int]) -> None:
    store.graph.add_mentions(ADA, keys)
    store.graph.add_mentions(BOB, keys)

    store.memories.delete("m0")
    store.graph.delete_entity(BOB)

    assert store.graph.mentioned_in(keys) == {keys[0]: [], keys[1]: [ADA], keys[2]: [ADA]}
    assert list(store.check()) == []
