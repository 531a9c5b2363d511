from dataclasses import replace

import pytest

from simonides.domain.errors import Invalid
from simonides.domain.graph import Direction, Fact, Triple
from simonides.domain.memory import Place
from simonides.domain.time import Stamp
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from support.clock import FixedClock


def test_the_same_current_fact_is_noted_once(palace: Palace) -> None:
    first = palace.facts.add("Max", "works on", "Orion")
    second = palace.facts.add("max", "Works_On", "ORION")

    assert first.id == second.id
    assert palace.facts.stats().facts == 1


@pytest.mark.requirement("palace-kg-as-of")
def test_an_ended_fact_stays_in_the_history(palace: Palace) -> None:
    palace.facts.add("Max", "does", "swimming", valid_from=Stamp.parse("2025-01-01"))

    palace.facts.end("Max", "does", "swimming", Stamp.parse("2026-03-01"))

    [fact] = palace.facts.about("Max")
    assert not palace.facts.is_current(fact)
    assert palace.facts.about("Max", as_of=Stamp.parse("2026-03-01")) == [fact]
    assert palace.facts.about("Max", as_of=Stamp.parse("2026-03-02")) == []
    assert palace.facts.about("Max", as_of=Stamp.parse("2024-12-31")) == []


def test_a_fact_ends_today_unless_said_otherwise(palace: Palace) -> None:
    palace.facts.add("Max", "does", "swimming")

    [closed] = palace.facts.end("Max", "does", "swimming")

    assert closed.valid_to
    assert closed.valid_to.text == "2026-03-12"


@pytest.mark.requirement("bad-input")
def test_a_fact_cannot_end_before_it_began(palace: Palace) -> None:
    palace.facts.add("Max", "does", "swimming", valid_from=Stamp.parse("2026-01-01"))

    with pytest.raises(Invalid) as caught:
        palace.facts.end("Max", "does", "swimming", Stamp.parse("2025-01-01"))

    assert caught.value.argument == "ended"
    assert palace.facts.is_current(palace.facts.about("Max")[0])


def test_a_fact_can_be_true_again_after_it_ended(palace: Palace) -> None:
    palace.facts.add("Max", "does", "swimming")
    palace.facts.end("Max", "does", "swimming")

    palace.facts.add("Max", "does", "swimming", valid_from=Stamp.parse("2026-06-01"))

    assert [palace.facts.is_current(fact) for fact in palace.facts.about("Max")] == [False, True]


def test_a_fact_holds_until_its_end_has_come(palace: Palace, clock: FixedClock) -> None:
    palace.facts.add("Max", "works on", "Orion")

    [ended] = palace.facts.end("Max", "works on", "Orion", Stamp.parse("2026-03-14"))

    assert palace.facts.is_current(ended)
    assert palace.facts.current("Max") == [ended]
    assert palace.facts.open("Max") == []
    [match] = [each for each in palace.recall_united("What does Max work on?").found if isinstance(each, Fact)]
    assert match == ended
    clock.pass_time(days=2)
    assert not palace.facts.is_current(ended)
    assert palace.facts.current("Max") == []
    assert [each for each in palace.recall_united("What does Max work on?").found if isinstance(each, Fact)] == []


def test_a_fact_that_ends_and_begins_again_is_deleted_as_one(palace: Palace) -> None:
    palace.facts.add("Max", "advises", "Orion")
    palace.facts.end("Max", "advises", "Orion", Stamp.parse("2026-12-31"))
    palace.facts.add("Max", "advises", "Orion", valid_from=Stamp.parse("2027-03-01"))
    assert len(palace.facts.between("Max", "Orion")) == 2

    deleted = palace.facts.delete([Triple("Max", "advises", "Orion"), Triple("Max", "leads", "Orion")])

    assert deleted == (1, 1)
    assert palace.facts.between("Max", "Orion") == []


def test_an_answer_of_a_time_shows_the_facts_that_held_then(palace: Palace) -> None:
    palace.facts.add("Max", "works on", "Orion", valid_from=Stamp.parse("2025-01-01"))
    palace.facts.end("Max", "works on", "Orion", Stamp.parse("2025-06-01"))

    answer = palace.recall_united("What does Max work on?", as_of=Stamp.parse("2025-06-01"))

    assert [each.object for each in answer.found if isinstance(each, Fact)] == ["Orion"]


def test_an_end_that_lies_ahead_may_be_moved(palace: Palace, clock: FixedClock) -> None:
    fact = palace.facts.add("Max", "works on", "Orion", source="a letter")
    palace.facts.end("Max", "works on", "Orion", Stamp.parse("2026-05-01"))

    for day in ("2026-07-01", "2026-04-01"):
        [moved] = palace.facts.end("Max", "works on", "Orion", Stamp.parse(day))
        assert palace.facts.about("Max") == [moved] == [replace(fact, valid_to=Stamp.parse(day))]
    palace.facts.end("Max", "works on", "Orion")

    clock.pass_time(minutes=1)
    assert palace.facts.end("Max", "works on", "Orion", Stamp.parse("2026-08-01")) == []


def test_a_value_ends_now_where_another_takes_its_place_before_its_end(palace: Palace, clock: FixedClock) -> None:
    palace.facts.add("Max", "works on", "Orion")
    palace.facts.end("Max", "works on", "Orion", Stamp.parse("2026-05-01"))

    [before] = palace.facts.ended_by("Max", "works on", "Kite")
    palace.facts.supersede("Max", "works on", "Kite")

    clock.pass_time(minutes=1)
    assert before.object == "Orion"
    assert [fact.object for fact in palace.facts.current("Max")] == ["Kite"]
    assert [fact.object for fact in palace.facts.about("Max", as_of=Stamp.at(clock.now))] == ["Kite"]


def test_a_value_whose_end_lies_ahead_is_another_that_a_subject_still_has(palace: Palace) -> None:
    palace.facts.add("Max", "works on", "Orion")
    palace.facts.end("Max", "works on", "Orion", Stamp.parse("2026-05-01"))

    again = palace.facts.add("Max", "works on", "Orion")
    assert palace.facts.others(again) == []
    kite = palace.facts.add("Max", "works on", "Kite")

    assert [fact.object for fact in palace.facts.others(kite)] == ["Orion"]


def test_a_fact_that_was_replaced_before_it_began_never_holds(palace: Palace, clock: FixedClock) -> None:
    palace.facts.add("Max", "works on", "Orion", valid_from=Stamp.parse("2026-06-01"))
    palace.facts.supersede("Max", "works on", "Kite")

    assert [fact.object for fact in palace.facts.current("Max")] == ["Kite"]
    clock.pass_time(days=100)
    assert [fact.object for fact in palace.facts.current("Max")] == ["Kite"]


def test_superseding_closes_the_older_fact_at_the_moment_the_new_one_begins(palace: Palace, clock: FixedClock) -> None:
    palace.facts.supersede("auth-service", "version", "2.4.0")
    clock.pass_time(days=1)
    palace.facts.supersede("auth-service", "version", "2.4.1")

    [now] = palace.facts.about("auth-service", as_of=Stamp.at(clock.now))
    assert now.object == "2.4.1"


def test_direction_says_which_end_is_meant(palace: Palace) -> None:
    palace.facts.add("Clerk", "replaces", "Auth0")
    palace.facts.add("MyProject", "uses", "Clerk")

    assert [fact.predicate for fact in palace.facts.about("clerk", Direction.OUTGOING)] == ["replaces"]
    assert [fact.predicate for fact in palace.facts.about("clerk", Direction.INCOMING)] == ["uses"]
    assert [fact.predicate for fact in palace.facts.about("clerk")] == ["replaces", "uses"]


def test_a_timeline_is_in_order_of_beginning_with_undated_facts_last(palace: Palace) -> None:
    palace.facts.add("Max", "likes", "tea")
    palace.facts.add("Max", "joined", "Orion", valid_from=Stamp.parse("2026-02"))
    palace.facts.add("Max", "left", "Vega", valid_from=Stamp.parse("2026-01-15"))

    assert [fact.predicate for fact in palace.facts.timeline("Max")] == ["left", "joined", "likes"]


def test_memories_are_tied_to_the_entities_they_name_whichever_came_first(palace: Palace) -> None:
    before = palace.memories.remember(Draft("Max prefers tea", Place("wing_team", "people")))
    palace.facts.add("Max", "works_on", "Orion")
    after = palace.memories.remember(Draft("We planned Orion with MAX", Place("wing_team", "planning")))

    graph, memories = palace.store.graph, palace.store.memories
    entity = graph.entity("max")
    keys = graph.mentions_of([entity.id])[entity.id]

    assert {memory.id for memory in memories.at(keys).values()} == {before.id, after.id}
