"""The change log: what happened, in order, and who did it."""

from simonides.ports.changes import Change
from simonides.ports.stores import Store
from stores.made import IDENTITY, NOW, at, day, entity, fact, memory, unit_vectors


def lines(changes: list[Change]) -> list[tuple[str, str, str]]:
    return [(change.kind, change.id, change.operation) for change in changes]


def test_a_new_palace_has_an_empty_log(store: Store) -> None:
    assert (store.changes.latest(), store.changes.since(0)) == (0, [])


def test_every_write_is_told_in_order(store: Store) -> None:
    store.claim(IDENTITY)
    (key,) = store.memories.add([memory("m")])
    store.search.put({key: unit_vectors(2)})
    store.memories.replace(memory("m", importance=0.7))
    for name in ("Ada", "Bob"):
        store.graph.add_entity(entity(name))
    store.graph.replace_entity(entity("Ada", summary="x"))
    store.graph.add_fact(fact("f", "Ada", "knows", "Bob"))
    store.graph.end_facts(["f"], day("2026"))
    store.graph.delete_entity("id of Bob")
    store.memories.delete("m")

    told = lines(store.changes.since(0))
    assert told[:8] == [
        ("memory", "m", "add"),
        ("vector", "m", "add"),
        ("memory", "m", "change"),
        ("entity", "id of Ada", "add"),
        ("entity", "id of Bob", "add"),
        ("entity", "id of Ada", "change"),
        ("fact", "f", "add"),
        ("fact", "f", "change"),
    ]
    # What goes along with an entity may be told before or after it.
    assert set(told[8:10]) == {("entity", "id of Bob", "delete"), ("fact", "f", "delete")}
    assert told[10:] == [("memory", "m", "delete")]


def test_a_line_tells_when_and_by_whom(store: Store) -> None:
    with store.writing("ada"):
        store.memories.add([memory("a")])
        with store.writing("bob"):
            store.memories.add([memory("b")])
        store.memories.add([memory("c")])
    store.memories.add([memory("d")])

    changes = store.changes.since(0)
    assert [change.actor for change in changes] == ["ada", "bob", "ada", "api"]
    assert {change.at for change in changes} == {NOW}


def test_the_lines_of_one_actor_come_newest_first_within_bounds(store: Store) -> None:
    for number, actor in enumerate(("ada", "bob", "ada", "ada")):
        with store.writing(actor):
            store.memories.add([memory(f"m{number}")])
    kinds = ["memory", "dream"]

    every = store.changes.by("ada", kinds)
    assert [line.id for line in every] == ["m3", "m2", "m0"]
    assert store.changes.by("ada", kinds, every[0].seq, 1) == every[1:2]
    assert store.changes.by("ada", kinds, since=NOW, until=NOW) == every
    assert store.changes.by("ada", kinds, since=at(1)) == store.changes.by("ada", kinds, until=at(-1)) == []
    assert store.changes.by("ada", ["fact"]) == store.changes.by("nobody", kinds) == []


def test_the_log_is_read_from_any_line_on(store: Store) -> None:
    store.memories.add([memory(f"m{number}") for number in range(5)])

    assert [change.id for change in store.changes.since(2, limit=2)] == ["m2", "m3"]
    assert store.changes.since(store.changes.latest()) == []


def test_the_rows_that_changed_are_told_each_once_unless_they_are_too_many_or_unknown(store: Store) -> None:
    first, second = store.memories.add([memory("a"), memory("b")])
    store.graph.add_entity(entity("Ada"))
    store.memories.replace(memory("a", importance=0.7))

    assert store.changes.rows_since(0, ("memory",), 4) == [first, second]
    assert store.changes.rows_since(2, ("memory",), 4) == [first]
    assert store.changes.rows_since(4, ("memory",), 4) == []
    assert store.changes.rows_since(0, ("memory",), 3) is None
    store.changes.trim(1)
    assert store.changes.rows_since(0, ("entity",), 4) is None
    store.search.forget_vectors(IDENTITY)
    assert store.changes.rows_since(4, ("memory", "vector"), 4) is None


def test_trimming_keeps_the_last_lines_and_their_numbers(store: Store) -> None:
    store.memories.add([memory(f"m{number}") for number in range(5)])

    assert store.changes.trim(keep=2) == 3
    assert [change.seq for change in store.changes.since(0)] == [4, 5]
    assert store.changes.trim(keep=0) == 2
    assert store.changes.latest() == 5

    store.memories.add([memory("after")])
    assert [change.seq for change in store.changes.since(0)] == [6]


def test_whoever_fell_behind_a_trimmed_log_still_sees_everything(store: Store, other: Store) -> None:
    store.claim(IDENTITY)
    vectors = unit_vectors(3)
    first, second = store.memories.add([memory("a"), memory("b")])
    store.search.put({first: vectors[:1]})
    assert other.search.nearest(vectors[:1]).keys.tolist() == [first]

    store.search.put({second: vectors[1:2]})
    store.memories.delete("a")
    store.changes.trim(keep=0)

    assert other.search.nearest(vectors[:1]).keys.tolist() == [second]
