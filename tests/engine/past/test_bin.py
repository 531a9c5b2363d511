"""The bin, the acts about one memory, and what one act made different."""

import pytest

from simonides.domain.actor import Actor, Caller, called_by
from simonides.domain.errors import NotFound
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace

ADA = Caller(Actor.AGENT, "claude-code 2.1", "palace")


@pytest.mark.requirement("past-bin")
def test_the_bin_names_what_was_deleted_and_empties_as_things_come_back(palace: Palace) -> None:
    palace.memories.remember(Draft("the key is under the mat"), "key")
    palace.memories.remember(Draft("the lamp is green"), "lamp")
    with called_by(ADA):
        palace.memories.forget("key")
    palace.memories.forget("lamp")

    lamp, key = palace.past.bin.newest()
    assert [each.id for each in (lamp.memory, key.memory)] == ["lamp", "key"]
    assert (key.memory.content, key.who) == ("the key is under the mat", "claude-code 2.1 (mcp)")
    assert [each.memory.id for each in palace.past.bin.newest(1)] == ["lamp"]

    palace.past.undoing.undo([key.change])
    palace.past.erasing.erase(["lamp"])
    assert palace.past.bin.newest() == []


def test_the_acts_about_a_memory_come_newest_first_and_tell_what_was_taken_back(palace: Palace) -> None:
    palace.memories.remember(Draft("first words"), "m")
    palace.memories.remember(Draft("something else"), "other")
    palace.amending.edit("m", Edit(content="second words"))
    edited = palace.past.acts.about("memory", "m")[0].number
    palace.past.undoing.undo([edited])

    acts = palace.past.acts.about("memory", "m")

    assert [act.number for act in acts][1:] == [edited, 1]
    assert (acts[0].undoes, acts[1].undone_by) == ((edited,), acts[0].number)
    assert palace.past.acts.about("memory", "unknown") == []


def test_an_act_tells_what_it_made_different_whatever_came_later(palace: Palace) -> None:
    palace.memories.remember(Draft("first words"), "m")
    palace.amending.edit("m", Edit(content="second words"))
    edited = palace.past.acts.newest(1)[0].number
    palace.amending.edit("m", Edit(content="third words", room="attic"))
    palace.memories.forget("m")

    act, differences = palace.past.differences.made_by(edited)

    assert act.number == edited
    told = {each.id: (each.verb, each.before, each.after) for each in differences}
    assert told["m"] == ("corrected", "first words", "second words")
    with pytest.raises(NotFound):
        palace.past.differences.made_by(10_000)
