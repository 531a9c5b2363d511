"""What was known when: any moment of a history reads as it was then."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from engine.past.histories import EVERY, RandomHistory, state
from simonides.domain.actor import Actor, Caller, called_by
from simonides.domain.errors import Invalid, NotFound, SimonidesError
from simonides.domain.memory import Order
from simonides.domain.time import Stamp
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Palace
from simonides.engine.past.knowledge import Then
from support.counting import calls_of

ADA = Caller(Actor.AGENT, "claude-code 2.1", "palace")


def now() -> datetime:
    return datetime.now(UTC)


def known(then: Then) -> object:
    """Every record as it was known then, in the form of `state`."""
    entities = {each.id: each for each in then.entities()}
    memories = {each.id: each for each in then.page(EVERY, Order.OLDEST, 1000) if each.origin.added_by != "graph"}
    observed = {f"{each.id}/{one.ordinal}": replace(one, key=0) for each in entities.values() for one in then.node(each.name)[1]}
    facts = {fact.id: fact for each in entities.values() for fact in then.facts_about(each.name)}
    touched = {each.id: replace(each, updated_at=each.created_at) for each in entities.values()}
    pairs = {each.id: replace(each, key=0) for each in then.pairs()}
    return memories, touched, observed, facts, pairs


@pytest.mark.requirement("past-known-at")
@pytest.mark.parametrize("seed", range(2))
def test_any_moment_of_a_random_history_reads_as_it_was(palace: Palace, seed: int) -> None:
    history, seen = RandomHistory(palace, Random(seed)), []
    for _ in range(16):
        history.step()
        seen.append((now(), state(palace)))

    for moment, was in seen:
        assert known(palace.past.knowing.at(moment)) == was


def test_what_many_facts_of_then_cost_grows_with_their_number(palace: Palace) -> None:
    def asked(name: str, count: int) -> int:
        for number in range(count):
            palace.facts.add(name, "knows", f"{name} {number}")
            palace.facts.add(f"{name} {number}", "reads", name)
        then = palace.past.knowing.at(now())
        assert len(then.facts_about(name)) == 2 * count
        return calls_of(lambda: then.facts_about(name))

    assert asked("Bob", 80) < 6 * asked("Ada", 20)


@pytest.mark.requirement("past-known-at")
def test_a_search_finds_the_words_of_then(palace: Palace) -> None:
    palace.memories.remember(Draft("rate quotes live in Redis"), "m")
    palace.memories.remember(Draft("the harbour closes at nine"), "gone")
    before = now()
    palace.amending.edit("m", Edit(content="rate quotes live in Postgres"))
    palace.memories.forget("gone")
    palace.memories.remember(Draft("rate quotes were audited"), "new")
    then = palace.past.knowing.at(before)

    assert next(hit.memory.content for hit in then.search("where do rate quotes live?")) == "rate quotes live in Redis"
    assert next(hit.memory.id for hit in then.search("when does the harbour close?")) == "gone"
    assert {memory.id for memory in then.page()} == {"m", "gone"}
    assert then.memory("m").content == "rate quotes live in Redis"
    with pytest.raises(NotFound):
        then.memory("new")
    assert palace.past.knowing.at(now()).search("where do rate quotes live?") == palace.recall("where do rate quotes live?")


def test_both_clocks_are_asked_at_once(palace: Palace) -> None:
    palace.facts.add("Ada", "lives in", "Oslo", valid_from=Stamp.parse("2020"))
    before = now()
    palace.facts.end("Ada", "lives in", "Oslo", Stamp.parse("2024"))

    then = palace.past.knowing.at(before)
    assert [then.is_current(fact) for fact in then.facts_about("ada")] == [True]
    assert then.facts_about("Ada", as_of=Stamp.parse("2019")) == []
    assert [fact.object for fact in then.facts_about("Ada", as_of=Stamp.parse("2030"))] == ["Oslo"]


def test_an_observation_is_known_under_the_entity_of_then(palace: Palace) -> None:
    palace.entities.create([EntityDraft("Ada", "person", ["plays chess"])])
    before = now()
    palace.entities.set_tags("Ada", ["x"])
    [memory] = palace.past.knowing.at(before).page()

    assert (memory.tags, memory.content) == (("Ada",), "plays chess")


@pytest.mark.requirement("past-known-at")
def test_a_moment_before_the_log_is_refused(palace: Palace) -> None:
    before = now()
    palace.memories.remember(Draft("words"))
    palace.store.changes.trim(keep=0)

    with pytest.raises(Invalid, match="is before the change log began, at 20"):
        palace.past.knowing.at(before)


@pytest.mark.requirement("past-diff")
def test_a_difference_says_what_became_of_each_record_and_by_whom(palace: Palace) -> None:
    for name in ("kept", "ended", "gone", "reworded", "moved"):
        palace.memories.remember(Draft(f"words that are {name}", tags=("a",)), name)
    palace.facts.add("Ada", "uses", "Redis")
    first = now()
    with called_by(ADA):
        palace.memories.remember(Draft("something new"), "new", Actor.AGENT)
        palace.amending.invalidate("ended")
        palace.memories.forget("gone")
        palace.memories.revise(replace(palace.memories.get("reworded"), content="better words"))
        palace.amending.edit("moved", Edit(wing="elsewhere"))
        palace.facts.supersede("Ada", "uses", "Postgres")
    second = now()
    palace.amending.edit("kept", Edit(add_tags=("later",)))

    found = palace.past.differences.between(first, second)

    told = {(each.kind, each.id if each.kind == "memory" else each.after or each.before): each.verb for each in found}
    assert told == {
        ("memory", "new"): "began",
        ("memory", "ended"): "ended",
        ("memory", "gone"): "ended",
        ("memory", "reworded"): "corrected",
        ("memory", "moved"): "changed",
        ("entity", "Postgres"): "began",
        ("fact", "Ada → uses → Redis"): "ended",
        ("fact", "Ada → uses → Postgres"): "began",
    }
    assert {each.who for each in found} == {"claude-code 2.1 (mcp)"}
    assert [(each.before, each.after) for each in found if each.id == "reworded"] == [("words that are reworded", "better words")]
    assert [each.id for each in palace.past.differences.between(first, second, wing="elsewhere")] == ["moved"]
    assert palace.past.differences.between(first, second, limit=3) == found[-3:]
    facts = [each for each in found if each.kind == "fact"]
    assert palace.past.differences.between(first, second, kind="fact") == facts
    assert palace.past.differences.between(first, second, kind="fact", limit=1) == facts[-1:]
    with pytest.raises(SimonidesError, match="name the earlier time first"):
        palace.past.differences.between(second, first)
