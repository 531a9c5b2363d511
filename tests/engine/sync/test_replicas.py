"""Palaces as replicas: what is changed in one arrives in the others, and nothing is lost where they disagree."""

import shutil
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.past.histories import RandomHistory
from engine.sync.replicas import EVERY, differences, meet, observed, pull
from simonides.domain.errors import Invalid, NotFound
from simonides.domain.ids import Mint
from simonides.domain.memory import Place
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Equipment, Palace
from simonides.engine.sync.replica import replica_of
from support.clock import FixedClock
from support.homes import Home


@pytest.fixture
def pair(engine: Engine) -> tuple[Palace, Palace]:
    return engine.create("home"), engine.create("work")


def test_everything_that_is_filed_arrives(pair: tuple[Palace, Palace]) -> None:
    home, work = pair
    tea = home.memories.remember(Draft("Tea at four", Place("house", "kitchen"), tags=("b", "a"), metadata={"x": None}))
    home.diary.write("ada", "a long day")
    home.entities.create([EntityDraft("Ada", "person", ["likes tea"], tags=["friend"])])
    home.entities.set_summary("Ada", "a friend")
    home.facts.add("Ada", "drinks", "tea")
    home.amending.edit(tea.id, Edit(content="Tea at five"))
    home.tell_about("I am Grace")

    pull(work, home)

    assert differences(work, home) == []
    assert work.amending.former(tea.id)[0].content == "Tea at four"
    assert work.recall("when is tea?")[0].memory.id == tea.id
    assert (pull(work, home).received, pull(home, work).received) == ({}, {})


def test_edits_ends_moves_and_deletes_arrive_without_being_a_change_there(pair: tuple[Palace, Palace]) -> None:
    home, work = pair
    ids = [home.memories.remember(Draft(text)).id for text in ("one thing", "another thing", "a third")]
    home.entities.create([EntityDraft("Ada", "person", ["likes tea", "likes ships"])])
    home.facts.add("Ada", "near", "the harbour")
    meet(home, work)

    work.amending.edit(ids[0], Edit(content="one thing more", room="attic", add_tags=("new",)))
    work.amending.invalidate(ids[1], "over")
    work.memories.forget(ids[2])
    work.entities.replace_observation("Ada", 0, "likes coffee")
    work.entities.forget_observations([("Ada", [1])])
    work.facts.end("Ada", "near", "the harbour")
    pull(home, work)

    assert differences(home, work) == []
    assert home.memories.get(ids[0]).place.room == "attic"
    assert observed(home, "Ada") == ["likes coffee"]
    numbers = replica_of(home).harvest().number
    assert replica_of(home).harvest().number == numbers
    assert pull(work, home).received == {}


def test_the_later_of_two_texts_stands_and_the_other_is_kept_and_listed(pair: tuple[Palace, Palace], clock: FixedClock) -> None:
    home, work = pair
    tea = home.memories.remember(Draft("Tea at four")).id
    meet(home, work)
    home.amending.amend(tea, content="Tea at five")
    clock.pass_time(seconds=60)
    work.amending.amend(tea, content="Tea at six")

    meet(home, work)

    assert differences(home, work) == []
    assert home.memories.get(tea).content == "Tea at six"
    [lost] = replica_of(home).disagreements()
    assert (lost.id, lost.field, lost.stands, lost.other) == (tea, "content", "Tea at six", "Tea at five")
    [kept] = home.store.memories.same_text("Tea at five", EVERY)
    assert (kept.ended_at is not None, kept.superseded_by) == (True, tea)
    assert replica_of(work).settle(tea) == 1
    pull(home, work)
    assert replica_of(home).disagreements() == []
    with pytest.raises(NotFound):
        replica_of(home).settle(tea)


def test_changes_of_different_fields_make_no_conflict(pair: tuple[Palace, Palace]) -> None:
    home, work = pair
    tea = home.memories.remember(Draft("Tea at four", tags=("hot",))).id
    meet(home, work)
    home.amending.edit(tea, Edit(room="kitchen", add_tags=("green",)))
    work.amending.edit(tea, Edit(importance=0.9, remove_tags=("hot",), add_tags=("cheap",)))

    meet(home, work)

    memory = home.memories.get(tea)
    assert (memory.place.room, memory.importance, set(memory.tags)) == ("kitchen", 0.9, {"green", "cheap"})
    assert differences(home, work) == []
    assert replica_of(home).disagreements() == []


def test_an_edit_survives_a_delete_that_did_not_know_of_it(pair: tuple[Palace, Palace], clock: FixedClock) -> None:
    home, work = pair
    tea = home.memories.remember(Draft("Tea at four")).id
    meet(home, work)
    work.amending.edit(tea, Edit(room="kitchen"))
    clock.pass_time(seconds=60)
    home.memories.forget(tea)

    meet(home, work)

    assert differences(home, work) == []
    assert home.memories.get(tea).place.room == "kitchen"
    assert [each.field for each in replica_of(work).disagreements()] == [""]


def test_the_same_name_is_one_entity_and_the_same_ordinal_two_observations(pair: tuple[Palace, Palace]) -> None:
    home, work = pair
    home.entities.create([EntityDraft("Ada", "person", ["likes tea"])])
    work.facts.add("ada", "near", "the harbour")
    work.entities.observe([("ada", ["likes ships"])])

    meet(home, work)

    assert differences(home, work) == []
    assert work.entities.node("Ada").entity.type == "person"
    assert sorted(observed(work, "Ada")) == ["likes ships", "likes tea"]


def test_a_fact_said_in_both_places_stands_once_until_it_is_ended(pair: tuple[Palace, Palace], clock: FixedClock) -> None:
    home, work = pair
    home.facts.add("Ada", "near", "the harbour")
    clock.pass_time(seconds=5)
    work.facts.add("Ada", "near", "the harbour")

    meet(home, work)

    assert differences(home, work) == []
    assert len(home.facts.current("Ada")) == 1
    work.facts.end("Ada", "near", "the harbour")
    meet(home, work)
    assert differences(home, work) == []
    assert home.facts.current("Ada") == []


def test_a_deleted_entity_goes_everywhere_unless_something_new_hangs_on_it(pair: tuple[Palace, Palace]) -> None:
    home, work = pair
    home.entities.create([EntityDraft("Ada", "person", ["likes tea"]), EntityDraft("Bob", "person", ["sleeps"])])
    home.facts.add("Ada", "near", "Bob")
    meet(home, work)
    home.entities.delete(["Ada"])
    home.entities.delete(["Bob"])
    work.entities.observe([("Bob", ["is awake"])])

    meet(home, work)

    assert differences(home, work) == []
    assert observed(home, "Bob") == ["is awake"]
    with pytest.raises(NotFound):
        home.entities.node("Ada")


def test_a_copy_gets_a_name_of_its_own_and_loses_nothing(tmp_path: Path, clock: FixedClock, mint: Mint) -> None:
    def opened(name: str) -> Engine:
        return Engine(Home(str(tmp_path / name)).shelf(), Equipment(HashingEmbedder(), clock, mint, patience_s=5))

    first = opened("first")
    first.create("home").memories.remember(Draft("before the copy"))
    replica_of(first.palace("home")).harvest()
    first.close()
    shutil.copytree(tmp_path / "first", tmp_path / "second")
    engines = [opened("first"), opened("second"), opened("hub")]
    home, twin, hub = engines[0].palace("home"), engines[1].palace("home"), engines[2].create("home")
    home.memories.remember(Draft("in the original"))
    twin.memories.remember(Draft("in the copy"))
    for palace in (home, twin):
        replica_of(palace).check_own([replica_of(hub).harvest().marks])
        pull(hub, palace)

    meet(home, twin, hub)

    assert {memory.content for memory in hub.memories.page()} == {"before the copy", "in the original", "in the copy"}
    assert differences(home, twin) == differences(twin, hub) == []
    assert replica_of(home).harvest().origin != replica_of(twin).harvest().origin
    for engine in engines:
        engine.close()


def test_a_segment_waits_for_those_before_it_and_is_taken_whole_or_not_at_all(pair: tuple[Palace, Palace]) -> None:
    home, work = pair
    for number in range(3):
        home.memories.remember(Draft(f"note {number}"))
        replica_of(home).harvest()
    reach = replica_of(home).harvest().reach
    [origin] = reach
    late = replica_of(home).next_segment({origin: 2})
    assert late is not None

    with pytest.raises(Invalid, match="not arrived"):
        replica_of(work).receive(late)

    assert work.memories.count() == 0
    pull(work, home)
    assert work.memories.count() == 3


def test_what_was_erased_for_good_stands_in_no_note_and_goes_everywhere(pair: tuple[Palace, Palace]) -> None:
    home, work = pair
    secret = home.memories.remember(Draft("Secret: 4711")).id
    meet(home, work)

    [receipt] = home.past.erasing.erase([secret])

    assert (receipt.is_clean, receipt.traces.found) == (True, ())
    assert "4711" not in home.store.sync.of("memory", [secret])[0].versions
    pull(work, home)
    assert work.memories.count() == 0


def test_an_emptied_palace_is_filled_again_and_empties_no_other(pair: tuple[Palace, Palace]) -> None:
    home, work = pair
    home.memories.remember(Draft("tea"))
    meet(home, work)

    home.clear()
    meet(home, work)

    assert home.memories.count() == work.memories.count() == 1


def test_an_empty_palace_keeps_the_name_that_it_took_first(pair: tuple[Palace, Palace]) -> None:
    home, work = pair
    home.memories.remember(Draft("tea"))
    names = {replica_of(work).harvest().origin, replica_of(work).check_own([]).origin}

    pull(work, home)

    assert names == {replica_of(work).harvest().origin}


def test_a_pruned_log_is_made_up_for_by_looking_at_everything(pair: tuple[Palace, Palace]) -> None:
    home, work = pair
    tea, milk = [home.memories.remember(Draft(text)).id for text in ("tea", "milk")]
    meet(home, work)
    home.amending.edit(tea, Edit(room="kitchen"))
    home.memories.forget(milk)
    home.store.changes.trim(0)

    pull(work, home)

    assert differences(home, work) == []
    assert [memory.place.room for memory in work.memories.page()] == ["kitchen"]


def test_a_renamed_entity_keeps_its_facts_and_observations(pair: tuple[Palace, Palace]) -> None:
    home, work = pair
    home.entities.create([EntityDraft("Ada", "person", ["likes tea"])])
    home.facts.add("Ada", "near", "the harbour")
    meet(home, work)
    ada = home.entities.node("Ada").entity
    home.store.graph.replace_entity(replace(ada, name="Ada Lovelace"))

    meet(home, work)

    assert differences(home, work) == []
    assert observed(work, "Ada Lovelace") == ["likes tea"]
    with pytest.raises(NotFound):
        work.entities.node("Ada")


@pytest.mark.parametrize("seed", [3])
def test_random_histories_on_three_palaces_end_alike(engine: Engine, clock: FixedClock, seed: int) -> None:
    chance = Random(seed)
    palaces = [engine.create(name) for name in ("one", "two", "three")]
    histories = [RandomHistory(palace, Random(seed * 10 + number)) for number, palace in enumerate(palaces)]
    for _ in range(80):
        clock.pass_time(seconds=1)
        chance.choice(histories).step()
        if chance.random() < 0.1:
            there, here = chance.sample(palaces, 2)
            pull(there, here)

    meet(*palaces)
    meet(*palaces)

    assert [line for palace in palaces[1:] for line in differences(palaces[0], palace)] == []
    assert all(palace.complaints() == [] for palace in palaces)


def test_a_merge_of_two_names_arrives_and_what_others_said_meanwhile_is_kept(pair: tuple[Palace, Palace]) -> None:
    home, work = pair
    home.entities.create([EntityDraft("Mara Lindqvist", "person", ["leads billing"]), EntityDraft("Mara", "person", ["signs"])])
    home.facts.add("Mara", "lives_in", "Lund")
    meet(home, work)

    home.claims.names.merge("Mara Lindqvist", "Mara")
    work.facts.add("Jonas", "reports_to", "Mara Lindqvist")
    meet(home, work)

    assert differences(home, work) == []
    assert work.entities.node("Mara").entity.name == "Mara Lindqvist"
    assert observed(work, "Mara") == ["leads billing", "signs"]
    assert {str(fact.triple) for fact in work.facts.about("Mara")} == {
        "Mara Lindqvist → lives_in → Lund",
        "Jonas → reports_to → Mara Lindqvist",
    }


def test_a_name_that_is_merged_here_and_used_there_ends_alike_in_both(pair: tuple[Palace, Palace]) -> None:
    home, work = pair
    home.entities.create([EntityDraft("Mara Lindqvist", "person"), EntityDraft("Mara", "person")])
    meet(home, work)

    home.claims.names.merge("Mara Lindqvist", "Mara")
    work.entities.observe([("Mara", ["has moved"])])
    work.facts.add("Mara", "lives_in", "Lund")
    for _ in range(3):
        meet(home, work)

    assert differences(home, work) == []
    assert [each for name in ("Mara", "Mara Lindqvist") for each in observed(home, name) if each == "has moved"]
