"""Pairs of an older statement and the newer one that takes its place, in every store."""

from dataclasses import replace

import pytest

from simonides.domain.errors import Conflict, NotFound
from simonides.domain.memory import Place
from simonides.domain.past.formers import Former
from simonides.domain.past.supersession import Cause, Supersession, pair
from simonides.ports.stores import Shelf, Store
from simonides.ports.supersessions import PairFilter
from stores.made import NOW, at, entity, memory

FULL = Supersession(0, "a>b", "memory", "a", "b", "guess", "later", NOW, 0.75, "Ada (cli)", at(5), "Zoë — 東京 (cli)")


def kept(store: Store, older: str, newer: str, cause: Cause = "said") -> Supersession:
    made = pair("memory", older, newer, cause, NOW)
    return replace(made, key=store.supersessions.add(made))


def test_a_pair_comes_back_as_it_was_recorded(store: Store, other: Store) -> None:
    key = store.supersessions.add(FULL)

    assert key > 0
    assert store.supersessions.get("a>b") == other.supersessions.at(key) == replace(FULL, key=key)
    assert store.supersessions.touching("memory", ["a"]) == store.supersessions.touching("memory", ["x", "b"]) != []
    assert store.supersessions.touching("fact", ["a"]) == store.supersessions.touching("memory", []) == []


def test_two_statements_are_a_pair_once_whatever_became_of_it(store: Store) -> None:
    first = kept(store, "a", "b", "guess")
    store.supersessions.replace(replace(first, state="rejected"))

    with pytest.raises(Conflict):
        store.supersessions.add(pair("memory", "a", "b", "guess", at(9)))
    assert store.supersessions.add(pair("memory", "b", "a", "said", NOW)) > first.key


def test_an_unknown_pair_is_reported(store: Store) -> None:
    with pytest.raises(NotFound, match="pair"):
        store.supersessions.get("a>b")
    with pytest.raises(NotFound, match="pair"):
        store.supersessions.at(7)
    with pytest.raises(NotFound, match="pair"):
        store.supersessions.replace(FULL)
    assert store.supersessions.delete("a>b") is False


def test_pages_are_filtered_and_the_latest_comes_first(store: Store) -> None:
    said, guessed = kept(store, "a", "b"), kept(store, "b", "c", "guess")
    stated = pair("fact", "f", "g", "fact", NOW)
    stated = replace(stated, key=store.supersessions.add(stated))

    assert store.supersessions.page() == [stated, guessed, said]
    assert store.supersessions.page(limit=1, offset=1) == [guessed]
    assert store.supersessions.page(PairFilter(("proposed", "later"))) == [guessed]
    assert store.supersessions.page(PairFilter(cause="said")) == [said]
    assert store.supersessions.page(PairFilter(("accepted",), kind="fact")) == [stated]
    assert [store.supersessions.count(PairFilter(states)) for states in ((), ("accepted",), ("rejected",))] == [3, 2, 0]
    assert store.supersessions.after(said.key, 10) == [guessed, stated]


def test_pages_and_counts_know_wings_and_what_has_ended(store: Store) -> None:
    store.memories.add([memory("a"), replace(memory("b"), place=Place("other", "room")), replace(memory("c"), ended_at=NOW)])
    guessed, late, said = kept(store, "a", "b", "guess"), kept(store, "c", "a", "guess"), kept(store, "c", "b")
    seen = kept(store, "a", "id of Ada/0", "guess")
    stated = pair("fact", "a", "b2", "fact", NOW)
    stated = replace(stated, key=store.supersessions.add(stated))
    store.graph.add_entity(replace(entity("Ada"), aliases=("Countess",)))
    for older, newer in (("countess", "ada"), ("ada", "nobody"), ("nobody", "countess")):
        store.supersessions.add(pair("entity", older, newer, "guess", NOW))

    assert [each.older for each in store.supersessions.page(PairFilter(kind="entity", is_timely=True))] == ["countess"]
    for each in ("countess>ada", "ada>nobody", "nobody>countess"):
        store.supersessions.delete(each)
    for wanted, expected in {
        PairFilter(is_timely=True): [stated, seen, said, guessed],
        PairFilter(wing="other"): [said, guessed],
        PairFilter(("proposed",), wing="wing"): [seen, late, guessed],
        PairFilter(("proposed",), wing="wing", is_timely=True): [seen, guessed],
        PairFilter(wing="entities"): [seen],
        PairFilter(wing="nowhere", is_timely=True): [],
    }.items():
        assert store.supersessions.page(wanted) == expected
        assert store.supersessions.count(wanted) == len(expected)


def test_the_first_pair_is_seen_by_whoever_looked_before(store: Store, other: Store) -> None:
    assert other.supersessions.touching("memory", ["a"]) == []
    first = kept(store, "a", "b")

    assert other.supersessions.touching("memory", ["a"]) == [first]
    store.supersessions.delete(first.id)
    assert other.supersessions.touching("memory", ["a"]) == []


def test_the_log_keeps_what_a_pair_was(store: Store) -> None:
    first = kept(store, "a", "b", "guess")
    store.supersessions.replace(first.decided("accepted", "Ada (cli)", at(1)))
    store.supersessions.delete("a>b")

    told = [(each.change.kind, each.change.id, each.change.operation, each.former) for each in store.changes.entries()]
    assert told == [
        ("supersession", "a>b", "add", None),
        ("supersession", "a>b", "change", Former(first)),
        ("supersession", "a>b", "delete", Former(first.decided("accepted", "Ada (cli)", at(1)))),
    ]


def test_a_deleted_memory_takes_its_pairs_along(store: Store) -> None:
    store.memories.add([memory("a"), memory("b"), memory("c")])
    kept(store, "a", "b")
    rest = kept(store, "a", "c")
    fact = pair("fact", "b", "x", "fact", NOW)
    store.supersessions.add(fact)
    store.memories.delete("b")

    assert [each.id for each in store.supersessions.page()] == [fact.id, rest.id]
    assert ("supersession", "a>b", "delete") in [(each.kind, each.id, each.operation) for each in store.changes.since(0)]


def test_an_emptied_palace_has_no_pairs(store: Store) -> None:
    store.memories.add([memory("a"), memory("b")])
    kept(store, "a", "b")
    store.clear()

    assert store.supersessions.count() == 0
    assert list(store.check()) == []


def test_palaces_do_not_share_pairs(store: Store, shelf: Shelf) -> None:
    neighbour = shelf.create("other", "", NOW)
    key = kept(store, "a", "b").key

    assert neighbour.supersessions.page() == []
    with pytest.raises(NotFound):
        neighbour.supersessions.get("a>b")
    with pytest.raises(NotFound):
        neighbour.supersessions.at(key)
    neighbour.close()
