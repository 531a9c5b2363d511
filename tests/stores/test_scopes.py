"""Scopes: every field narrows, alone and with others, in pages, counts and searches alike."""

from datetime import UTC, datetime, timedelta

import pytest

from simonides.domain.memory import Facet, Memory, Order, Origin, Place, Scope
from simonides.ports.stores import Store
from stores.made import IDENTITY, NOW, at, memory, unit_vectors

MEMORIES = [
    memory("plain", "apple"),
    memory("wing", "apple", place=Place("north", "room")),
    memory("room", "apple", place=Place("wing", "attic")),
    memory("hall", "apple", place=Place("wing", "room", "hall_facts")),
    memory("tags", "apple", tags=("red", "round")),
    memory("user", "apple", user_id="u1"),
    memory("source", "apple", origin=Origin(source="notes.md")),
    memory("author", "apple", origin=Origin(author="Ada")),
    memory("talk", "apple", origin=Origin(conversation="c1")),
    memory("mined", "apple", origin=Origin(added_by="mine")),
    memory("saved", "apple", origin=Origin(added_by="hook")),
    memory("late", "apple", created_at=at(100)),
    memory("early", "apple", created_at=at(-100)),
    memory("ended", "apple", created_at=at(-50), ended_at=at(-10)),
    memory("event", "apple", origin=Origin(event_time=at(1000))),
    memory("future", "apple", valid_from=at(500)),
]
LIVE = [one for one in MEMORIES if one.ended_at is None]


def _filed_by(seconds: float) -> set[str]:
    return {one.id for one in LIVE if one.created_at < at(seconds)}


CASES: list[tuple[Scope, set[str]]] = [
    (Scope(), {one.id for one in LIVE}),
    (Scope(with_ended=True), {one.id for one in MEMORIES}),
    (Scope(wing="north"), {"wing"}),
    (Scope(room="attic"), {"room"}),
    (Scope(hall="hall_facts"), {"hall"}),
    (Scope(wing="wing", room="attic", hall=""), {"room"}),
    (Scope(wing="nowhere"), set()),
    (Scope(tag="round"), {"tags"}),
    (Scope(tag="roun"), set()),
    (Scope(user_id="u1"), {"user"}),
    (Scope(source="notes.md"), {"source"}),
    (Scope(author="Ada"), {"author"}),
    (Scope(conversation="c1"), {"talk"}),
    (Scope(role="user"), set()),
    (Scope(kind="semantic", room="attic"), {"room"}),
    (Scope(added_by="mine"), {"mined"}),
    (Scope(is_ended=True), {"ended"}),
    (Scope(is_ended=True, valid_at=at(-20)), {"ended"}),
    (Scope(is_chosen=True), {one.id for one in LIVE} - {"mined", "saved"}),
    (Scope(is_chosen=True, room="attic"), {"room"}),
    (Scope(since=at(100)), {"late"}),
    (Scope(until=at(0)), {"early"}),
    (Scope(until=at(0), with_ended=True), {"early", "ended"}),
    (Scope(since=at(-100), until=at(0) + timedelta(microseconds=1)), _filed_by(1)),
    (Scope(happened_from=at(1000)), {"event"}),
    (Scope(happened_from=at(100), happened_before=at(1000)), {"late"}),
    (Scope(happened_before=at(0)), {"early"}),
    (Scope(valid_at=at(-20)), {"early", "ended"}),
    (Scope(valid_at=at(-10)), {"early"}),
    (Scope(recorded_at=at(-20)), {"early", "ended"}),
    (Scope(recorded_at=at(-10)), {"early"}),
    (Scope(recorded_at=at(500)), {one.id for one in LIVE}),
    (Scope(recorded_at=at(-60), valid_at=at(-20)), {"early"}),
    (Scope(valid_at=at(500)), {one.id for one in LIVE}),
    (Scope(tag="red", wing="wing", room="room"), {"tags"}),
    (Scope(tag="red", wing="north"), set()),
]


@pytest.fixture
def filled(store: Store) -> Store:
    store.claim(IDENTITY)
    keys = store.memories.add(MEMORIES)
    store.search.put({key: unit_vectors(1, seed=key) for key in keys})
    return store


def _names(store: Store, keys: list[int]) -> set[str]:
    return {one.id for one in store.memories.at(keys).values()}


@pytest.mark.parametrize(("scope", "expected"), CASES)
def test_a_scope_means_the_same_everywhere(filled: Store, scope: Scope, expected: set[str]) -> None:
    page = filled.memories.page(scope, Order.OLDEST)
    matches = filled.search.matches(["appl"], scope)
    nearest = filled.search.nearest(unit_vectors(1), scope, limit=50)

    assert {one.id for one in page} == expected
    assert filled.memories.count(scope) == len(expected)
    assert {one.id for one in filled.memories.same_text("apple", scope)} == expected
    assert _names(filled, matches.keys.tolist()) == expected
    assert _names(filled, nearest.keys.tolist()) == expected


EVENTS = [
    memory("told late", "apple", origin=Origin(event_time=at(-200))),
    memory("told late and ended", "apple", origin=Origin(event_time=at(-200)), ended_at=at(20)),
    memory("to come", "apple", origin=Origin(event_time=at(200))),
    memory("reworded", "apple", origin=Origin(event_time=at(-200)), valid_from=at(100)),
]


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        (Scope(valid_at=at(-201)), set()),
        (Scope(valid_at=at(-200)), {"told late", "told late and ended"}),
        (Scope(valid_at=at(0)), {"told late", "told late and ended", "to come"}),
        (Scope(valid_at=at(100)), {"told late", "to come", "reworded"}),
        (Scope(recorded_at=at(-200)), set()),
        (Scope(recorded_at=at(0)), {"told late", "told late and ended", "to come"}),
        (Scope(recorded_at=at(100)), {"told late", "to come", "reworded"}),
    ],
)
def test_a_memory_holds_from_its_event_on_and_is_on_record_from_its_filing_on(
    store: Store, scope: Scope, expected: set[str]
) -> None:
    store.memories.add(EVENTS)

    assert {one.id for one in store.memories.page(scope)} == expected
    assert _names(store, store.search.matches(["appl"], scope).keys.tolist()) == expected
    assert {one.id for one in EVENTS if scope.left_out_by(one) is None} == expected


def test_a_scope_is_asked_anew_after_a_change(filled: Store) -> None:
    scope = Scope(tag="red")
    filled.search.nearest(unit_vectors(1), scope)

    filled.memories.replace(memory("plain", "apple", tags=("red",)))

    assert _names(filled, filled.search.nearest(unit_vectors(1), scope).keys.tolist()) == {"plain", "tags"}


def test_a_tag_that_was_taken_away_is_no_longer_found(filled: Store) -> None:
    changed: Memory = memory("tags", "apple", tags=("round",))

    filled.memories.replace(changed)

    assert filled.memories.page(Scope(tag="red")) == []
    assert filled.memories.page(Scope(tag="round")) == [changed]
    assert filled.memories.page(Scope(since=NOW, tag="round")) == [changed]


@pytest.mark.parametrize(
    ("facet", "scope", "expected"),
    [
        (Facet.WING, Scope(), [("wing", 14), ("north", 1)]),
        (Facet.ROOM, Scope(with_ended=True), [("room", 15), ("attic", 1)]),
        (Facet.TAG, Scope(), [("red", 1), ("round", 1)]),
        (Facet.TAG, Scope(wing="north"), []),
        (Facet.TAG, Scope(tag="red"), [("red", 1), ("round", 1)]),
        (Facet.AUTHOR, Scope(), [("Ada", 1)]),
        (Facet.ROLE, Scope(), []),
        (Facet.KIND, Scope(room="attic"), [("semantic", 1)]),
        (Facet.ADDED_BY, Scope(), [("api", 13), ("hook", 1), ("mine", 1)]),
        (Facet.MONTH, Scope(), [(f"{NOW:%Y-%m}", 15)]),
        (Facet.DAY, Scope(is_ended=True), [(f"{NOW:%Y-%m-%d}", 1)]),
    ],
)
def test_a_scope_is_counted_by_the_values_of_a_facet(
    filled: Store, facet: Facet, scope: Scope, expected: list[tuple[str, int]]
) -> None:
    assert filled.memories.tally(facet, scope) == expected


def test_days_before_1970_are_days_too(store: Store) -> None:
    moments = (datetime(1969, 12, 31, 23, tzinfo=UTC), datetime(1970, 1, 1, tzinfo=UTC), datetime(2024, 2, 29, 12, tzinfo=UTC))
    store.memories.add([memory(f"m{number}", origin=Origin(event_time=moment)) for number, moment in enumerate(moments)])

    assert store.memories.tally(Facet.DAY) == [("2024-02-29", 1), ("1970-01-01", 1), ("1969-12-31", 1)]
    assert store.memories.tally(Facet.MONTH, limit=2) == [("2024-02", 1), ("1970-01", 1)]


def test_a_tally_names_the_most_frequent_values_first(filled: Store) -> None:
    assert filled.memories.tally(Facet.ADDED_BY, limit=1) == [("api", 13)]
