"""What is compared ahead of a writer's turn, and what has changed when it comes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from simonides.domain.memory import Memory, Place
from simonides.domain.time import Clock
from simonides.engine.filing.intake import Draft
from simonides.engine.filing.near_copies import COMPARED_MAX, LATER_MAX, NearCopies
from simonides.engine.palace import Palace

HERE = Place("wing_app", "auth")
TEXT = "We chose Clerk for sign-in because SSO was included"


def filed(palace: Palace, text: str) -> Memory:
    return palace.memories.remember(Draft(text, HERE))


def nothing(_palace: Palace, _first: Memory) -> None:
    pass


def another(palace: Palace, _first: Memory) -> None:
    filed(palace, f"{TEXT}!!")


def another_words(palace: Palace, first: Memory) -> None:
    palace.memories.revise(replace(first, content="The printer on the second floor is out of toner"))


def an_end(palace: Palace, first: Memory) -> None:
    palace.memories.end(first.id)


def a_deletion(palace: Palace, first: Memory) -> None:
    palace.memories.forget(first.id)


def many_others(palace: Palace, _first: Memory) -> None:
    for number in range(LATER_MAX + 1):
        palace.memories.remember(Draft(f"{TEXT} at step {number}" if number % 9 == 0 else f"Item {number} of the ledger", HERE))


def lost_lines(palace: Palace, _first: Memory) -> None:
    filed(palace, f"{TEXT}!!")
    palace.store.changes.trim(0)


@pytest.mark.parametrize("happening", [nothing, another, another_words, an_end, a_deletion, many_others, lost_lines])
def test_what_happens_before_the_turn_is_known_in_it(
    palace: Palace, clock: Clock, happening: Callable[[Palace, Memory], None]
) -> None:
    first = filed(palace, f"{TEXT}.")
    filed(palace, "The printer on the first floor is out of paper")
    new, readings = Memory("new", TEXT, HERE, clock()), palace.vectors.readings(TEXT)
    ahead, late = NearCopies(palace.store, new, readings), NearCopies(palace.store, new, readings)

    ahead.look_ahead()
    happening(palace, first)

    with palace.store.writing():
        assert ahead.found() == late.found()


@pytest.mark.parametrize(
    ("happening", "is_near"), [(another_words, True), (an_end, True), (a_deletion, True), (a_deletion, False)]
)
def test_the_next_nearest_moves_up_when_one_of_the_nearest_is_gone_before_the_turn(
    palace: Palace, clock: Clock, happening: Callable[[Palace, Memory], None], *, is_near: bool
) -> None:
    new, vectors = Memory("new", TEXT, HERE, clock()), palace.vectors.of_text(TEXT)
    assert vectors is not None
    nearest = [filed(palace, f"{TEXT} {number}") for number in range(COMPARED_MAX)]
    keys = [palace.store.memories.key_of(each.id) for each in nearest]
    # A second window that is like nothing: such a text is among the nearest, but no near copy.
    windows = vectors if is_near else np.concatenate([vectors, -vectors])
    palace.store.search.put(dict.fromkeys(keys, vectors) | {keys[0]: windows})
    next_nearest = filed(palace, f"{TEXT} then")
    ahead, late = NearCopies(palace.store, new, [vectors]), NearCopies(palace.store, new, [vectors])

    ahead.look_ahead()
    happening(palace, nearest[0])

    with palace.store.writing():
        assert ahead.found() == late.found()
        assert {each.likeness.memory.id for each in late.found()} == {each.id for each in (*nearest[1:], next_nearest)}


def test_a_dated_note_is_compared_with_notes_whose_vectors_hold_their_day(palace: Palace) -> None:
    text = "2026-03-04: Took the pill"
    before = filed(palace, text)
    # As earlier versions embedded it.
    palace.store.search.put({palace.store.memories.key_of(before.id): palace.vectors.readings(text)[-1]})

    again = palace.memories.remember_once(Draft("2026-03-04: took the pill!", HERE))
    another_day = palace.memories.remember_once(Draft("2026-03-05: Took the pill", HERE))

    assert (again.memory, [each.memory for each in again.like]) == (None, [before])
    assert another_day.memory is not None
    assert [each.memory for each in palace.memories.like("2026-03-04: took the pill!", 0.9)][:1] == [before]


def test_a_copy_of_a_daily_note_is_found_among_those_of_many_other_days(palace: Palace) -> None:
    daily = [filed(palace, f"2026-02-{day:02}: Took the pill") for day in range(1, COMPARED_MAX + 6)]

    again = palace.memories.remember_once(Draft("2026-02-20: took the pill!", HERE))

    assert (again.memory, [each.memory for each in again.like]) == (None, [daily[19]])


def test_a_memory_that_loses_its_vectors_while_it_is_compared_is_not_like_the_text(
    palace: Palace, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = filed(palace, f"{TEXT}.")
    search = palace.store.search.near

    def near_and_a_change(*asked: Any) -> list[int]:
        found = search(*asked)
        palace.store.memories.replace(replace(first, content="The printer is out of toner"))
        return found

    monkeypatch.setattr(palace.store.search, "near", near_and_a_change)

    assert palace.memories.like(TEXT, similarity_min=0.0) == ()
