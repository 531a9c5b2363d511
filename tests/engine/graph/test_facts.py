import pytest

from simonides.domain.errors import Invalid
from simonides.domain.graph import Direction
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
    assert not fact.is_current
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
    assert palace.facts.about("Max")[0].is_current


def test_a_fact_can_be_true_again_after_it_ended(palace: Palace) -> None:
    palace.facts.add("Max", "does", "swimming")
    palace.facts.end("Max", "does", "swimming")

    palace.facts.add("Max", "does", "swimming", valid_from=Stamp.parse("2026-06-01"))

    assert [fact.is_current for fact in palace.facts.about("Max")] == [False, True]


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
