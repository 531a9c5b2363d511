"""Undo: what is taken back is gone without a trace in the records, and what later changes build on is refused."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from engine.past.histories import EVERY, RandomHistory, state
from simonides.domain.actor import Actor, Caller, called_by
from simonides.domain.errors import Invalid, NotFound, SimonidesError
from simonides.domain.graph import Triple
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Palace
from simonides.stores.sqlite.connection.database import Database
from support.clock import FixedClock

ADA = Caller(Actor.AGENT, "claude-code 2.1 token t7", "palace")


def last(palace: Palace) -> int:
    return palace.past.acts.newest(1)[0].number


def test_a_filed_memory_is_taken_back_and_brought_again(palace: Palace) -> None:
    memory = palace.memories.remember(Draft("Ada chose Postgres"))
    filed = last(palace)

    undone = palace.past.undoing.undo([filed])
    assert [act.number for act in undone.acts] == [filed]
    with pytest.raises(NotFound):
        palace.memories.get(memory.id)

    palace.past.undoing.undo([last(palace)])
    assert palace.memories.get(memory.id) == memory
    assert [hit.memory for hit in palace.recall("Ada chose Postgres")] == [memory]
    assert palace.complaints() == []


def test_names_are_looked_up_for_many_texts_together_that_come_back(palace: Palace) -> None:
    names = ["Ada Byron", "Cleo Dario"]
    for name in names:
        palace.entities.named(name)
    ids = [palace.memories.remember(Draft(f"Note {number} is by {names[number % 2]}.")).id for number in range(30)]
    with palace.store.writing():
        for memory_id in ids:
            palace.store.memories.delete(memory_id)
    database, asked = palace.store.database, list[str]()  # type: ignore[attr-defined]
    if not isinstance(database, Database):
        pytest.skip("the statements of SQLite are counted")
    database.connection.set_trace_callback(asked.append)

    palace.past.undoing.undo([last(palace)])

    database.connection.set_trace_callback(None)
    assert len([sql for sql in asked if "FROM entities e" in sql]) < len(ids)
    mentions = palace.store.graph.mentions_of([palace.store.graph.entity(name).id for name in names])
    assert [len(rows) for rows in mentions.values()] == [15, 15]


@pytest.mark.parametrize("limit", [0, -1])
def test_of_no_acts_none_is_listed(palace: Palace, limit: int) -> None:
    palace.memories.remember(Draft("Ada chose Postgres"))

    assert palace.past.acts.newest(limit) == []
    assert palace.past.acts.newest(limit, actor="nobody") == []


def test_the_deletion_of_a_memory_or_an_observation_is_found_among_those_of_others(palace: Palace) -> None:
    kept = palace.memories.remember(Draft("Bob keeps bees"))
    palace.memories.remember(Draft("Ada chose Postgres"))
    palace.entities.create([EntityDraft("Ada", "person", ("likes tea",))])
    forgotten = [memory.id for memory in palace.memories.page() if memory != kept]
    numbers = list[int]()
    for each in forgotten:
        palace.memories.forget(each)
        numbers.append(last(palace))
        palace.memories.remember(Draft(f"written meanwhile, after {each}"))

    assert [palace.past.acts.deletion_of(each) for each in forgotten] == numbers
    assert palace.past.acts.deletion_of(kept.id) is None
    assert palace.past.acts.deletion_of("unknown") is None


def test_what_somebody_did_to_a_memory_is_told_without_what_others_did_later(palace: Palace) -> None:
    palace.memories.remember(Draft("first"), "m")
    with called_by(ADA):
        palace.amending.edit("m", Edit(add_tags=("sea",)))
    palace.amending.edit("m", Edit(room="tides", importance=0.9))
    palace.amending.edit("m", Edit(content="second"))

    acts = palace.past.acts.newest()

    manner = palace.past.differences.manner
    assert [manner(act) for act in acts] == ["", "moved from general / general, importance 0.5 to 0.9", "tagged sea", ""]


@pytest.mark.requirement("past-bin")
def test_a_deleted_memory_comes_back_from_the_bin(palace: Palace) -> None:
    memory = palace.memories.remember(Draft("the key is under the mat", tags=("home",)))
    palace.memories.forget(memory.id)

    palace.past.undoing.undo([last(palace)])

    assert palace.memories.get(memory.id) == memory
    assert palace.complaints() == []


def test_an_edit_is_taken_back_with_the_copy_it_left(palace: Palace) -> None:
    memory = palace.memories.remember(Draft("first words"), "m")
    palace.amending.edit("m", Edit(content="second words", add_tags=("x",)))

    palace.past.undoing.undo([last(palace)])

    assert palace.memories.page(EVERY) == [memory]


@pytest.mark.requirement("past-undo-refused")
def test_what_later_changes_build_on_is_refused_unless_they_are_taken_along(palace: Palace) -> None:
    palace.memories.remember(Draft("first"), "m")
    first = last(palace)
    with called_by(ADA):
        palace.amending.edit("m", Edit(content="second"))
    second, before = last(palace), state(palace)

    with pytest.raises(Invalid, match=f"{first} cannot be undone alone: change {second} by claude-code 2.1 token t7"):
        palace.past.undoing.undo([first])
    assert state(palace) == before

    plan = palace.past.undoing.undo([first], along=True)
    assert ([act.number for act in plan.acts], [act.number for act in plan.along]) == ([second, first], [second])
    assert palace.memories.count(EVERY) == 0


def test_several_changes_that_build_on_one_are_told_as_several(palace: Palace) -> None:
    palace.memories.remember(Draft("first"), "m")
    first = last(palace)
    for text in ("second", "third"):
        palace.amending.edit("m", Edit(content=text))

    with pytest.raises(Invalid, match=rf"{first} cannot be undone alone: changes \d+ by .*, {last(palace)} by .* build on it;"):
        palace.past.undoing.undo([first])


def test_an_entity_is_not_taken_back_under_the_facts_of_others(palace: Palace) -> None:
    palace.entities.create([EntityDraft("Ada", "person"), EntityDraft("Bob", "person")])
    made = last(palace)
    palace.facts.add("Ada", "knows", "Bob")
    palace.entities.observe([("Ada", ["likes tea"])])

    with pytest.raises(Invalid, match="cannot be undone alone"):
        palace.past.undoing.undo([made])
    palace.past.undoing.undo([made], along=True)

    assert state(palace) == ({}, {}, {}, {}, {})


@pytest.mark.requirement("past-undo-refused")
def test_what_was_built_on_and_deleted_since_still_counts(palace: Palace) -> None:
    """Else the deletion could not be undone any more: the fact and the pair would miss an end."""
    palace.entities.create([EntityDraft("Ada", "person"), EntityDraft("Bob", "person")])
    made = last(palace)
    palace.facts.add("Ada", "knows", "Bob")
    palace.facts.delete([Triple("Ada", "knows", "Bob")])
    palace.memories.remember(Draft("first"), "old")
    palace.memories.remember(Draft("second"), "new")
    filed = last(palace)
    palace.amending.invalidate("old", "over", "new")
    palace.memories.forget("old")
    before = state(palace)

    for number in (made, filed):
        with pytest.raises(Invalid, match=f"{number} cannot be undone alone"):
            palace.past.undoing.undo([number])
        assert state(palace) == before
        assert len(palace.past.undoing.plan([number], along=True).along) == 2

    for _ in range(6):
        palace.past.undoing.undo([max(act.number for act in palace.past.acts.newest(20) if not act.undone_by and not act.undoes)])
    assert palace.memories.page(EVERY) == []


def test_everything_of_an_agent_since_a_moment_is_taken_back_at_once(palace: Palace) -> None:
    with called_by(ADA):
        palace.memories.remember(Draft("yesterday"), "old", Actor.AGENT)
    # The log goes by the clock of the store.
    morning = datetime.now(UTC)
    before = state(palace)
    with called_by(ADA):
        palace.memories.remember(Draft("today"), "new", Actor.AGENT)
        palace.amending.edit("old", Edit(room="elsewhere"))
        palace.facts.add("Ada", "uses", "Postgres")
        palace.facts.supersede("Ada", "uses", "SQLite")
    palace.memories.remember(Draft("of somebody else"), "other")

    for name in ("claude-code", "claude-code 2.1 token t7", "t7", "mcp"):
        assert len(palace.past.undoing.plan(actor=name, since=morning).acts) == 4
    palace.past.undoing.undo(actor="claude-code", since=morning)

    palace.memories.forget("other")
    assert state(palace) == before
    with pytest.raises(NotFound, match="none by claude-code since then"):
        palace.past.undoing.undo(actor="claude-code", since=morning)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"changes": [99]}, "change not found: 99"),
        ({"changes": [0]}, "change not found: 0"),
        ({}, "name either changes, or an actor"),
        ({"changes": [1], "actor": "cli"}, "name either changes, or an actor"),
        ({"actor": "cli"}, "say since when"),
    ],
)
def test_what_cannot_be_undone_is_said_in_a_sentence(palace: Palace, arguments: dict[str, object], error: str) -> None:
    palace.memories.remember(Draft("words"))

    with pytest.raises(SimonidesError, match=error):
        palace.past.undoing.undo(**arguments)  # type: ignore[arg-type]


def test_what_was_undone_is_not_undone_twice(palace: Palace) -> None:
    palace.memories.remember(Draft("words"))
    filed = last(palace)
    palace.past.undoing.undo([filed])

    with pytest.raises(Invalid, match=f"{filed} was undone already, by change {last(palace)}"):
        palace.past.undoing.undo([filed])


def test_what_is_no_longer_kept_cannot_be_undone(palace: Palace, clock: FixedClock) -> None:
    palace.memories.remember(Draft("words"), "m")
    palace.memories.forget("m")
    gone = last(palace)
    palace.store.changes.scrub("memory", ["m"])
    clock.pass_time(days=1)

    with pytest.raises(Invalid, match="what memory m was before is no longer kept"):
        palace.past.undoing.undo([gone])


def test_a_name_that_was_taken_meanwhile_is_in_the_way(palace: Palace) -> None:
    palace.entities.create([EntityDraft("Ada", "person")])
    palace.entities.delete(["Ada"])
    deleted = last(palace)
    palace.entities.create([EntityDraft("ADA", "ship")])
    before = state(palace)

    with pytest.raises(Invalid, match="cannot be undone: entity exists already: Ada; nothing was changed"):
        palace.past.undoing.undo([deleted])
    assert state(palace) == before


@pytest.mark.requirement("past-undo")
@pytest.mark.parametrize("seed", [0, 39])
def test_random_edits_undone_in_any_order_allowed_give_the_state_before(palace: Palace, clock: FixedClock, seed: int) -> None:
    chance = Random(seed)
    history = RandomHistory(palace, chance)
    for _ in range(8):
        history.step()
    before, first = state(palace), palace.store.changes.latest()
    for _ in range(14):
        clock.now += timedelta(seconds=1)
        history.step()

    left = {act.number for act in palace.past.acts.after(first)}
    while left:
        for number in chance.sample(sorted(left), len(left)):
            try:
                done = palace.past.undoing.undo([number], along=chance.random() < 0.1)
            except Invalid:
                continue
            left -= {act.number for act in done.acts}
            break
        else:
            raise AssertionError(f"none of {sorted(left)} can be undone")

    assert state(palace) == before
    assert palace.complaints() == []
