"""Former versions in the change log: who changed what, what stood there before, and how long that is kept."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from simonides.domain.actor import Actor, Caller, called_by
from simonides.domain.graph import Observation
from simonides.domain.memory import Memory, Origin, Place
from simonides.domain.past.formers import Former
from simonides.domain.past.retention import Horizon
from simonides.domain.time import Stamp
from simonides.ports.changes import LogEntry
from simonides.ports.stores import Shelf, Store
from stores.made import NOW, day, entity, fact, memory

CLIENT = Caller(Actor.AGENT, "claude-code 2.1 token t1", "palace")
NEVER = datetime(1970, 1, 2, tzinfo=UTC)
FULL = Memory(
    "full", "Zażółć 🦊 „quoted“\n\ttext", Place("wing_a", "room", "hall_x"), NOW,
    Origin("Ada", "user", "talk", 3, NOW, "/a b.md", 2, "hook"),
    ("b", "a"), 0.1 + 0.2, "episodic", "u1", {"deep": [1, {"x": None}]}, NOW - timedelta(days=3), NOW, "why", "other", 4, NOW,
)  # fmt: skip


@pytest.mark.requirement("past-who")
def test_what_changed_some_records_after_a_moment_is_read_oldest_first(store: Store) -> None:
    store.memories.add([memory("a", "one"), memory("b", "one"), memory("c", "one")])
    for record_id, text in (("a", "two"), ("b", "two"), ("a", "three"), ("c", "two")):
        store.memories.replace(memory(record_id, text))
    store.memories.delete("b")

    def words(moment: datetime, *record_ids: str, limit: int = 9) -> list[tuple[str, str]]:
        found = store.changes.changed_after("memory", record_ids, moment, limit)
        formers = [(each.change.id, each.former.record) for each in found if each.former]
        return [(record_id, record.content) for record_id, record in formers if isinstance(record, Memory)]

    before = NOW - timedelta(seconds=1)
    assert words(before, "a", "b") == [("a", "one"), ("b", "one"), ("a", "two")]
    assert words(before, "a", "b", limit=1) == [("a", "one")]
    assert words(NOW, "a") == []
    assert words(before) == []


def last(store: Store) -> LogEntry:
    return store.changes.entries()[-1]


@pytest.mark.requirement("past-who")
def test_a_line_names_client_tool_set_and_the_act_it_belongs_to(store: Store) -> None:
    store.memories.add([memory("a")])
    with called_by(CLIENT), store.writing():
        store.memories.add([memory("b"), memory("c")])
        with store.writing("mine"):
            store.memories.add([memory("d")])

    signed = [(each.id, each.actor, each.client, each.toolset, each.act) for each in store.changes.since(0)]
    assert signed == [
        ("a", "api", "", "", 1),
        ("b", "mcp", CLIENT.client, "palace", 2),
        ("c", "mcp", CLIENT.client, "palace", 2),
        ("d", "mine", CLIENT.client, "palace", 2),
    ]
    assert [store.changes.act_of(seq) for seq in (1, 3, 4, 5)] == [1, 2, 2, None]


@pytest.mark.requirement("past-bin")
def test_the_lines_about_one_record_and_about_what_was_deleted_come_newest_first(store: Store) -> None:
    store.memories.add([memory("a"), memory("b")])
    store.memories.replace(replace(store.memories.get("a"), importance=0.9))
    store.memories.delete("a")
    store.memories.delete("b")

    assert [(each.change.operation, each.former is None) for each in store.changes.about("memory", "a")] == [
        ("delete", False), ("change", False), ("add", True),
    ]  # fmt: skip
    assert [each.change.operation for each in store.changes.about("memory", "a", limit=1)] == ["delete"]
    assert store.changes.about("fact", "a") == []
    assert [each.change.id for each in store.changes.deleted()] == ["b", "a"]
    assert [each.change.id for each in store.changes.deleted(1)] == ["b"]
    store.changes.scrub("memory", ["b"])
    assert [each.change.id for each in store.changes.deleted()] == ["a"]


def test_a_part_that_was_rolled_back_leaves_the_act_as_it_is(store: Store) -> None:
    with store.writing():
        with suppress(ZeroDivisionError), store.writing():
            store.memories.add([memory("a")])
            raise ZeroDivisionError
        store.memories.add([memory("b")])

    assert [(each.seq, each.id, each.act) for each in store.changes.since(0)] == [(1, "b", 1)]


@pytest.mark.requirement("past-former")
def test_a_deleted_memory_is_kept_whole(store: Store) -> None:
    store.memories.add([FULL])
    store.memories.delete("full")

    assert last(store).former == Former(FULL)


def test_a_changed_memory_keeps_its_former_words_only_if_they_changed(store: Store) -> None:
    store.memories.add([FULL])
    store.memories.replace(replace(FULL, tags=("x",)))
    moved = last(store)
    store.memories.replace(replace(FULL, content="new", tags=("x",)))
    reworded = last(store)

    assert moved.former == Former(replace(FULL, content=""), has_text=False)
    assert reworded.former == Former(replace(FULL, tags=("x",)))
    assert moved.former.before(reworded.former) == Former(FULL)


def test_entities_facts_and_observations_keep_what_they_were(store: Store) -> None:
    ada, bob = replace(entity("Ada"), tags=("t",), summary="s", summary_updated_at=NOW, user_id="u"), entity("Bob")
    stated = replace(fact("f", "Ada", "knows", "Bob"), valid_from=day("2025"), confidence=0.1, weight=0.7, source="x")
    for each in (ada, bob):
        store.graph.add_entity(each)
    store.graph.add_fact(stated)
    [node] = store.nodes.keys(["ada"]).values()
    [seen] = store.observations.add(node, ["first"], NOW)
    store.observations.replace(node, 0, "second", NOW)
    store.graph.end_facts(["f"], day("2026"))
    store.graph.replace_entity(replace(ada, summary="other"))
    store.graph.delete_entity(ada.id)

    kept = {(each.change.kind, each.change.operation): each for each in store.changes.entries() if each.former}
    assert kept["observation", "change"].former == Former(seen, owner=ada.id)
    assert kept["fact", "change"].former == Former(stated, ends=(ada.id, bob.id))
    assert kept["entity", "change"].former == Former(ada, next_ordinal=1)
    assert kept["fact", "delete"].former == Former(replace(stated, valid_to=day("2026")), ends=(ada.id, bob.id))
    assert kept["entity", "delete"].former == Former(replace(ada, summary="other"), next_ordinal=1)
    gone = kept["observation", "delete"]
    assert (gone.change.id, gone.former) == (
        f"{ada.id}/0", Former(Observation(seen.key, 0, "second", NOW, NOW), owner=ada.id)
    )  # fmt: skip


def test_trimming_may_keep_the_lines_about_records(store: Store) -> None:
    store.memories.add([memory("a"), memory("b")])
    store.memories.delete("a")

    assert store.changes.trim(keep=0, since=NOW) == 0
    assert (store.changes.trimmed(), len(store.changes.entries()), store.changes.began()) == (3, 3, None)
    assert store.changes.trim(keep=0, since=NOW + timedelta(seconds=1)) == 0, "what was passed once is left to pruning"


def test_pruning_drops_by_age_by_size_and_from_the_bin(store: Store) -> None:
    store.memories.add([memory("a"), memory("b")])
    store.memories.replace(memory("a", content="other words"))
    store.memories.delete("b")

    assert store.changes.prune(Horizon(NEVER, NEVER, 0)) == 0
    assert store.changes.prune(Horizon(NEVER, NOW + timedelta(days=1), 0)) == 1
    assert [each.former is None for each in store.changes.entries()] == [True, True, False, True]
    assert store.changes.prune(Horizon(NEVER, NEVER, 1)) == 1
    assert (store.changes.began(), len(store.changes.entries())) == (NOW + timedelta(microseconds=1), 4)

    store.changes.trim(keep=1, since=NEVER)
    assert store.changes.prune(Horizon(NOW + timedelta(days=1), NEVER, 0)) == 3
    assert [each.change.seq for each in store.changes.entries()] == [4]


def test_scrubbing_drops_every_former_version_of_a_record(store: Store) -> None:
    for each in ("a", "b"):
        store.memories.add([memory(each)])
        store.memories.replace(memory(each, content="other words"))
        store.memories.delete(each)

    assert store.changes.scrub("memory", ["a"]) == 2
    assert {each.change.id for each in store.changes.entries() if each.former} == {"b"}


def test_an_emptied_palace_keeps_no_former_version(store: Store) -> None:
    store.memories.add([memory("a")])
    store.graph.add_entity(entity("Ada"))
    store.clear()

    assert [each.former for each in store.changes.entries()] == [None] * 4


def test_the_log_tells_everything_from_the_first_day(store: Store) -> None:
    store.memories.add([memory("a")])
    assert store.changes.began() is None
    store.memories.delete("a")
    assert store.changes.oldest() == NOW

    store.changes.trim(keep=0)

    assert (store.changes.began(), store.changes.oldest()) == (NOW + timedelta(microseconds=1), None)
    assert Stamp.at(NOW).end == store.changes.began()


def test_another_palace_takes_the_log_over_with_new_numbers(store: Store, new_shelf: Callable[[], Shelf]) -> None:
    with called_by(CLIENT):
        store.memories.add([FULL, memory("b")])
    store.memories.delete("full")
    with store.writing():
        store.memories.add([FULL])
        store.changes.note_undone([3])
    heir = new_shelf().create("heir", "", NOW)
    heir.memories.add([memory("copy"), memory("copies")])

    heir.changes.adopt(store.changes.carried(), store.changes.began())

    taken = [(each.change.seq, each.change.act, each.change.id, each.change.client) for each in heir.changes.entries()]
    assert taken == [(3, 3, "full", CLIENT.client), (4, 3, "b", CLIENT.client), (5, 5, "full", ""), (6, 6, "full", "")]
    assert [each.former for each in heir.changes.entries()] == [None, None, Former(FULL), None]
    assert heir.changes.undone() == {5: 6}
    heir.memories.add([memory("after")])
    assert heir.changes.latest() == 8
    heir.close()
