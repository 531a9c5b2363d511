from dataclasses import replace
from datetime import UTC, datetime

import pytest

from simonides.domain.memory import EVERYTHING, Memory, Origin, Scope
from simonides.domain.ranking.traits import ConversationTraits
from simonides.ports.stores import Store
from stores.made import memory

EVENT = datetime(2025, 3, 4, 15, tzinfo=UTC)


def spoken(name: str, text: str, position: int, conversation: str = "talk") -> Memory:
    origin = Origin(conversation=conversation, position=position, event_time=EVENT)
    return replace(memory(name, text), origin=origin)


@pytest.fixture
def keys(store: Store) -> list[int]:
    texts = ["Ada: the ferry is late", "Bo: when does it leave?", "Ada: at noon"]
    return store.memories.add([spoken(str(number), text, number) for number, text in enumerate(texts)])


def test_traits_come_in_the_order_asked(store: Store, keys: list[int]) -> None:
    traits = store.search.traits([keys[2], 10_000, keys[0]])

    assert traits.speakers == ("ada", None, "ada")
    assert traits.conversations == ("talk", None, "talk")
    assert traits.positions.tolist() == [2, -1, 0]
    assert traits.is_dated.tolist() == [True, False, True]
    assert traits.days[0] == (EVENT - datetime(1970, 1, 1, tzinfo=UTC)).days
    assert store.search.traits([]).speakers == ()


def test_a_name_in_front_is_no_word_that_was_said_and_an_author_stands_in_no_text(store: Store) -> None:
    plain = [memory("note", "the ferry sails late"), memory("named", "Ada: the ferry sails late")]
    long = memory("full", "Ada King Lovelace: the ferry sails late")
    written = replace(memory("written", "the ferry sails late"), origin=Origin(author="Ada King"))
    keys = store.memories.add([*plain, long, written])

    assert store.search.traits([*keys, 10_000]).lengths.tolist() == [3, 3, 3, 3, 0]


def test_traits_follow_every_change_of_anybody(store: Store, other: Store, keys: list[int]) -> None:
    assert other.search.traits(keys).speakers == ("ada", "bo", "ada")

    store.memories.replace(spoken("1", "Cy: when does it leave?", 7, "letters"))
    store.memories.delete("2")

    for each in (store, other):
        traits = each.search.traits(keys)
        assert traits.speakers == ("ada", "cy", None)
        assert traits.conversations == ("talk", "letters", None)
        assert traits.positions.tolist() == [0, 7, -1]


def test_traits_are_seen_inside_of_a_transaction_and_gone_when_it_fails(store: Store, keys: list[int]) -> None:
    seen: list[str | None] = []

    def fail() -> None:
        with store.writing("test"):
            store.memories.replace(spoken("1", "Cy: it sails", 1))
            seen.append(store.search.traits(keys).speakers[1])
            raise RuntimeError

    store.search.traits(keys)
    with pytest.raises(RuntimeError):
        fail()

    assert seen == ["cy"]
    assert store.search.traits(keys).speakers[1] == "bo"


def test_conversations_are_as_long_as_what_was_said(store: Store, other: Store, keys: list[int]) -> None:
    before = other.search.conversations(["talk", "nowhere"])
    assert list(before) == ["talk"]
    assert before["talk"].memories == 3

    store.memories.delete("1")
    store.memories.add([spoken("3", "a ship", 0, "harbour")])

    after = other.search.conversations(["talk", "harbour"])
    assert after["talk"].memories == 2
    assert after["talk"].words < before["talk"].words
    assert after["harbour"] == ConversationTraits(1, 1)
    assert other.search.conversations([]) == {}


def test_neighbours_stand_right_before_or_after_in_the_conversation_and_in_scope(
    store: Store, other: Store, keys: list[int]
) -> None:
    first, second, third = keys
    (alone,) = store.memories.add([memory("alone", "no talk")])

    assert beside(other, [first, alone]) == {(first, second)}
    assert beside(other, keys) == {(first, second), (second, first), (second, third), (third, second)}
    assert beside(other, keys, Scope(wing="elsewhere")) == set()

    store.memories.replace(replace(spoken("2", "Ada: at noon", 2), ended_at=EVENT))

    assert beside(other, [second]) == {(second, first)}
    assert beside(other, [second], Scope(with_ended=True)) == {(second, first), (second, third)}


def beside(store: Store, keys: list[int], scope: Scope = EVERYTHING) -> set[tuple[int, ...]]:
    return {tuple(pair) for pair in store.search.beside(keys, scope).tolist()}


def test_traits_that_were_read_stay_valid_beside_a_new_note_and_change_with_their_own(store: Store, other: Store) -> None:
    (alone,) = store.memories.add([memory("alone", "the ferry is late")])
    (mine,) = store.memories.add([spoken("mine", "Ada: at noon", 0)])
    assert store.search.beside([alone, mine]).tolist() == []

    other.memories.add([memory("new", "the bus is late")])
    other.memories.add([spoken("next", "Bo: or later", 1)])
    next_row = store.memories.key_of("next")
    assert store.search.traits([alone, mine, next_row]).conversations == (None, "talk", "talk")
    assert store.search.beside([alone, mine]).tolist() == [[mine, next_row]]

    other.memories.replace(spoken("alone", "Cy: the ferry is late", 2))
    assert store.search.traits([alone]).conversations == ("talk",)
    assert store.search.beside([alone]).tolist() == [[alone, next_row]]


def test_apart_is_only_what_is_known_to_be_in_no_conversation(store: Store, other: Store, keys: list[int]) -> None:
    alone = store.memories.add([memory("alone", "no talk"), memory("lonely", "nor this")])

    with store.reading():
        store.search.traits([*alone, *keys])
        assert store.search.are_apart([])
        assert store.search.are_apart(alone)
        assert not store.search.are_apart([*alone, keys[0]])
        assert not store.search.are_apart([*alone, 10_000])

    other.memories.replace(spoken("alone", "Cy: the ferry is late", 3))
    assert not store.search.are_apart(alone)


def test_what_was_read_of_an_older_moment_is_not_kept_for_a_newer_one(store: Store, other: Store) -> None:
    (key,) = store.memories.add([memory("first", "Ada: apple")])
    with store.reading():
        assert store.memories.count() == 1
        other.memories.replace(memory("first", "Bo: pear"))
        store.search.traits([key])

    assert store.search.traits([key]).speakers == ("bo",)
