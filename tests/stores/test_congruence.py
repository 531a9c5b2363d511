"""Congruence of the stores: the same random steps in each of them, with every answer compared."""

import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import count
from typing import ClassVar, get_args

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from simonides.domain.graph import Direction, Entity, Fact, Observation
from simonides.domain.memory import Memory, Order, Origin, Place, Scope
from simonides.domain.past.supersession import STATES, PairState, pair
from simonides.domain.text.words import index_words, query_words
from simonides.domain.time import Stamp
from simonides.engine.claims.review import Decision
from simonides.ports.supersessions import PairFilter
from stores.made import IDENTITY, NOW, at, day, entity, fact, unit_vectors
from stores.sides import Side
from support.homes import Home

QUICK = settings(
    max_examples=7, stateful_step_count=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
TEXTS = st.lists(
    st.sampled_from(
        [
            *(
                "coffee",
                "milk",
                "milk",
                "and",
                "the",
                "the",
                "OPS-1042",
                "getUserName",
                "src/auth/jwt.py",
                "東京都",
                "京都",
                "Zoë",
            ),
            *("ß", "I", "v1.2", "ÅNGSTRÖM", "\U0001f3db", "don't", "Ada", "running", "runs"),
        ]
    ),
    min_size=1,
    max_size=7,
).map(" ".join)
MOMENTS = st.integers(-3, 3).map(lambda number: at(number * 0.000001 if number % 2 else number * 3600))
MAYBE_MOMENT = st.none() | MOMENTS
MEMORIES = st.sampled_from(["m1", "m2", "m3", "M3", "ü/4"])
NAMES = st.sampled_from(["Ada", "ADA", "Bob", "Zoë", "東京", "a b"])
PEOPLE = st.sampled_from(["Ada", "Bob", "Zoë"])
"""Those of the names that are there from the beginning."""
FACTS = st.sampled_from(["f1", "f2", "f3", "f4"])
PREDICATES = st.sampled_from(["knows", "Knows", "works at"])
STAMPS = st.none() | st.sampled_from(["2026", "2026-05", "2026-05-10", "2026-05-10T14:32:00Z"]).map(day)
PERSPECTIVES = st.sampled_from(["general", "technical", "mood"])
ORDINALS = st.integers(0, 4)
SEEDS = st.integers(0, 5)
LIMITS = st.integers(0, 6)
PLACES = st.builds(
    Place, st.sampled_from(["wing", "wing/b", "Ä"]), st.sampled_from(["room", "Room"]), st.sampled_from(["", "hall"])
)
ORIGINS = st.builds(
    Origin,
    author=st.none() | st.sampled_from(["Ada", "Bob"]),
    role=st.none() | st.sampled_from(["user", "assistant"]),
    conversation=st.none() | st.sampled_from(["talk", "Talk"]),
    position=st.none() | st.integers(0, 3),
    event_time=MAYBE_MOMENT,
    source=st.none() | st.sampled_from(["a.md", "b.md"]),
    chunk=st.integers(0, 1),
)
TAGS = st.lists(st.sampled_from(["x", "X", "ü"]), max_size=3, unique=True).map(tuple)
DRAFTS = st.builds(
    Memory,
    id=MEMORIES,
    content=TEXTS,
    place=PLACES,
    created_at=MOMENTS,
    origin=ORIGINS,
    tags=TAGS,
    importance=st.sampled_from([0.0, 0.1, 0.5, 1.0]),
    kind=st.sampled_from(["semantic", "episodic"]),
    user_id=st.none() | st.sampled_from(["u1", "u2"]),
    metadata=st.sampled_from([{}, {"a": [1, None, "ß"]}]),
    valid_from=MAYBE_MOMENT,
    ended_at=st.none() | MOMENTS,
)
SCOPES = st.builds(
    Scope,
    wing=st.none() | st.sampled_from(["wing", "Ä", "nowhere"]),
    room=st.none() | st.sampled_from(["room", "Room"]),
    hall=st.none() | st.just("hall"),
    tag=st.none() | st.sampled_from(["x", "ü"]),
    user_id=st.none() | st.just("u1"),
    source=st.none() | st.just("a.md"),
    author=st.none() | st.just("Ada"),
    conversation=st.none() | st.just("talk"),
    since=MAYBE_MOMENT,
    until=MAYBE_MOMENT,
    valid_at=MAYBE_MOMENT,
    recorded_at=MAYBE_MOMENT,
    with_ended=st.booleans(),
) | st.builds(Scope, with_ended=st.booleans())
FACES = st.builds(
    Scope,
    wing=st.sampled_from([None, "entities"]),
    room=st.sampled_from([None, "unknown", "person"]),
    tag=st.none() | NAMES,
    source=st.none() | NAMES,
)
ENTITIES = st.builds(
    lambda name, kind, summary, moment, tags: entity(
        name, type=kind, summary=summary, summary_updated_at=moment if summary else None, tags=tags, updated_at=at(0)
    ),
    NAMES,
    st.sampled_from(["person", "PERSON", "Ötzi", "ötzi"]),
    st.none() | st.just("in short"),
    MOMENTS,
    TAGS,
)

FACT_DRAFTS = st.builds(
    lambda fact_id, subject, predicate, obj, since, until, weight: fact(
        fact_id, subject, predicate, obj, valid_from=since, valid_to=until, weight=weight
    ),
    FACTS,
    PEOPLE,
    PREDICATES,
    PEOPLE,
    STAMPS,
    st.none() | st.none() | STAMPS,
    st.sampled_from([0.0, 0.5, 1.0]),
)


class _TakenBackError(Exception):
    """A write that is not meant to last."""


class Congruence(RuleBasedStateMachine):
    """Two palaces, one of each store, that must not be told apart."""

    database_url: ClassVar[str]
    numbers: ClassVar["count[int]"] = count(1)

    @initialize(
        drafts=st.lists(DRAFTS, min_size=3, max_size=5, unique_by=lambda draft: draft.id),
        facts=st.lists(FACT_DRAFTS, min_size=3, max_size=4, unique_by=lambda draft: draft.id),
        texts=st.lists(TEXTS, min_size=3, max_size=3),
        seed=SEEDS,
    )
    def open(self, drafts: list[Memory], facts: list[Fact], texts: list[str], seed: int) -> None:
        """Both begin with the same things: steps over nothing tell little."""
        self.moment = NOW
        self.directory = tempfile.TemporaryDirectory()
        self.name = f"palace {next(self.numbers)}"
        self.shelves = [Home(where).shelf(lambda: self.moment) for where in (self.directory.name, self.database_url)]
        self.sides = [Side(shelf.create(self.name, "", NOW)) for shelf in self.shelves]
        self.read_to = [side.store.changes.latest() for side in self.sides]
        self.memories_are_added(drafts)
        for name in ("Ada", "Bob", "Zoë"):
            self.an_entity_is_added(entity(name, type="person"))
            self.a_node_is_observed(name, texts)
        for draft in facts:
            self.a_fact_is_added(draft)
        self.memories_are_embedded([draft.id for draft in drafts], seed)
        self.observations_are_embedded(seed)
        self.observations_name_entities(["Ada", "Bob"])

    def both(self, ask: Callable[[Side], object]) -> None:
        """Every store gives the same answer, or raises the same error."""
        first, *others = [side.outcome(ask) for side in self.sides]
        for other in others:
            assert other == first

    @rule(moment=MOMENTS)
    def time_passes(self, moment: datetime) -> None:
        self.moment = moment

    # What changes memories.

    @rule(drafts=st.lists(DRAFTS, min_size=1, max_size=3))
    def memories_are_added(self, drafts: list[Memory]) -> None:
        self.both(lambda side: side.ids(side.store.memories.add(drafts)))

    @rule(draft=DRAFTS)
    def a_memory_is_replaced(self, draft: Memory) -> None:
        self.both(lambda side: side.store.memories.replace(draft))

    @rule(memory=MEMORIES)
    def a_memory_is_deleted(self, memory: str) -> None:
        self.both(lambda side: side.store.memories.delete(memory))

    @rule(memories=st.lists(MEMORIES, unique=True), moment=MOMENTS)
    def memories_are_touched(self, memories: list[str], moment: datetime) -> None:
        self.both(lambda side: side.store.memories.touch(side.keys(memories), moment))

    @rule(memories=st.lists(MEMORIES, unique=True), seed=SEEDS)
    def memories_are_embedded(self, memories: list[str], seed: int) -> None:
        self.both(lambda side: side.remember_vectors(memories, seed))

    @rule()
    def vectors_are_forgotten(self) -> None:
        self.both(lambda side: side.store.search.forget_vectors(IDENTITY))

    @rule(draft=DRAFTS, name=NAMES)
    def a_write_is_taken_back(self, draft: Memory, name: str) -> None:
        def try_to_write(side: Side) -> str:
            with suppress(_TakenBackError), side.store.writing("nobody"):
                side.store.memories.delete(draft.id)
                side.store.memories.add([draft])
                side.store.graph.add_entity(entity(name))
                raise _TakenBackError
            return "taken back"

        self.both(try_to_write)

    @rule(chance=st.integers(0, 19))
    def everything_is_cleared(self, chance: int) -> None:
        if chance == 0:
            self.both(lambda side: side.store.clear())

    # What changes knowledge.

    @rule(draft=ENTITIES)
    def an_entity_is_added(self, draft: Entity) -> None:
        self.both(lambda side: side.store.graph.add_entity(draft))

    @rule(draft=ENTITIES, name=NAMES)
    def an_entity_is_replaced(self, draft: Entity, name: str) -> None:
        self.both(lambda side: side.store.graph.replace_entity(replace(draft, id=side.store.graph.entity(name).id)))

    @rule(name=NAMES)
    def an_entity_is_deleted(self, name: str) -> None:
        self.both(lambda side: side.store.graph.delete_entity(side.store.graph.entity(name).id))

    @rule(draft=FACT_DRAFTS)
    def a_fact_is_added(self, draft: Fact) -> None:
        self.both(lambda side: side.store.graph.add_fact(draft))

    @rule(fact_ids=st.lists(FACTS))
    def facts_end(self, fact_ids: list[str]) -> None:
        self.both(lambda side: side.store.graph.end_facts(fact_ids, day("2026-05-09")))

    @rule(fact_id=FACTS)
    def a_fact_is_deleted(self, fact_id: str) -> None:
        self.both(lambda side: side.store.graph.delete_fact(fact_id))

    @rule(fact_id=FACTS, predicate=PREDICATES)
    def a_relation_is_renamed(self, fact_id: str, predicate: str) -> None:
        self.both(lambda side: side.store.nodes.rename_fact(fact_id, predicate, NOW))

    @rule(memory=MEMORIES, names=st.lists(NAMES, unique=True))
    def a_memory_names_entities(self, memory: str, names: list[str]) -> None:
        self.both(lambda side: side.store.graph.set_mentions(side.key(memory), [f"id of {name}" for name in names]))

    @rule(memories=st.lists(MEMORIES, unique=True), name=NAMES)
    def an_entity_is_named(self, memories: list[str], name: str) -> None:
        self.both(lambda side: side.store.graph.add_mentions(f"id of {name}", side.keys(memories)))

    # What changes observations.

    @rule(name=NAMES, texts=st.lists(TEXTS, max_size=3))
    def a_node_is_observed(self, name: str, texts: list[str]) -> None:
        def observe(side: Side) -> list[object]:
            if fold_known(side, name):
                return [(each.ordinal, each.content) for each in side.store.observations.add(side.node(name), texts, self.moment)]
            return []

        self.both(observe)

    @rule(name=NAMES, ordinal=ORDINALS, text=TEXTS)
    def an_observation_is_replaced(self, name: str, ordinal: int, text: str) -> None:
        self.both(lambda side: _plain(side.store.observations.replace(side.node(name), ordinal, text, self.moment)))

    @rule(name=NAMES, ordinals=st.lists(ORDINALS))
    def observations_are_deleted(self, name: str, ordinals: list[int]) -> None:
        self.both(lambda side: side.store.observations.delete(side.node(name), ordinals))

    @rule(name=NAMES, ordinals=st.lists(ORDINALS, unique=True), text=TEXTS, ahead=st.integers(0, 2))
    def observations_are_restored(self, name: str, ordinals: list[int], text: str, ahead: int) -> None:
        texts = [Observation(0, ordinal, text, at(-9), at(-8)) for ordinal in ordinals]

        def restore(side: Side) -> list[object]:
            if not fold_known(side, name):
                return []
            return [_plain(each) for each in side.store.observations.restore(side.node(name), texts, 5 + ahead)]

        self.both(restore)

    @rule(names=st.lists(NAMES, unique=True))
    def observations_name_entities(self, names: list[str]) -> None:
        ids = [f"id of {name}" for name in names]
        self.both(lambda side: side.store.observations.set_mentions(dict.fromkeys(sorted(side.observation_names()), ids)))

    @rule(seed=SEEDS)
    def observations_are_embedded(self, seed: int) -> None:
        self.both(lambda side: side.embed_observations(seed))

    @rule(name=PERSPECTIVES, instruction=st.sampled_from(["", "(mood) "]))
    def a_perspective_is_set(self, name: str, instruction: str) -> None:
        self.both(lambda side: side.store.perspectives.set(name, instruction).instruction)

    @rule(name=PERSPECTIVES)
    def a_perspective_is_dropped(self, name: str) -> None:
        self.both(lambda side: side.store.perspectives.drop(name))

    # What takes the place of what.

    @rule(older=MEMORIES, newer=MEMORIES)
    def a_memory_supersedes_another(self, older: str, newer: str) -> None:
        self.both(lambda side: side.palace().amending.invalidate(older, "over", newer).superseded_by)

    @rule(older=MEMORIES, newer=MEMORIES, likeness=st.sampled_from([0.5, 0.75]))
    def a_pair_is_proposed(self, older: str, newer: str, likeness: float) -> None:
        def propose(side: Side) -> bool:
            # A guess is made of two memories that are there.
            is_possible = older != newer and len(side.store.memories.find([older, newer])) > 1
            made = pair("memory", older, newer, "guess", NOW, "dreams", likeness) if is_possible else None
            return made is not None and side.store.supersessions.add(made) > 0

        self.both(propose)

    @rule(at=st.integers(0, 3), decision=st.sampled_from(get_args(Decision)), end=st.booleans())
    def a_pair_is_decided(self, at: int, decision: Decision, end: bool) -> None:
        self.both(lambda side: side.decide(at, decision, end=end and decision == "accept"))

    @rule(
        states=st.lists(st.sampled_from(STATES), max_size=2, unique=True).map(tuple),
        wing=st.sampled_from([None, None, "wing", "Ä", "entities"]),
        is_timely=st.booleans(),
        memories=st.lists(MEMORIES, unique=True),
    )
    def pairs_agree(self, states: tuple[PairState, ...], wing: str | None, is_timely: bool, memories: list[str]) -> None:
        self.both(lambda side: side.pairs(PairFilter(states, wing=wing, is_timely=is_timely)))
        self.both(lambda side: sorted(each.id for each in side.store.supersessions.touching("memory", memories)))
        self.both(lambda side: side.palace().claims.chains.lineages(side.store.memories.find(memories)))

    # What is asked.

    @rule(scope=SCOPES, order=st.sampled_from(Order), limit=LIMITS, offset=st.integers(0, 2))
    def pages_agree(self, scope: Scope, order: Order, limit: int, offset: int) -> None:
        self.both(lambda side: side.store.memories.page(scope, order, limit, offset))
        self.both(lambda side: side.store.memories.count(scope))

    @rule(scope=SCOPES | FACES, order=st.sampled_from(Order), limit=LIMITS, offset=st.integers(0, 2))
    def faces_of_observations_agree(self, scope: Scope, order: Order, limit: int, offset: int) -> None:
        def faces(side: Side) -> object:
            names = side.observation_names()
            rows = side.store.observations.page(scope, order, limit, offset)
            inside = side.store.observations.inside(sorted(names), scope)
            return [names[row] for row in rows], sorted(names[row] for row in inside)

        self.both(faces)
        self.both(lambda side: (side.store.observations.count(scope), side.store.observations.places()))

    @rule(text=TEXTS, scope=SCOPES)
    def texts_are_found_alike(self, text: str, scope: Scope) -> None:
        words = list(query_words(text))
        self.both(lambda side: side.found(words, scope))
        self.both(lambda side: [side.ids(rows) for rows in side.store.search.phrases([[word] for word in words], 1, 10)])
        self.both(lambda side: side.ids(side.store.search.phrase(list(index_words(text)), 10)))
        self.both(lambda side: [memory.id for memory in side.store.memories.same_text(text, scope)])
        self.both(lambda side: side.observed(words))

    @rule(seed=SEEDS, scope=SCOPES, limit=LIMITS)
    def neighbours_agree(self, seed: int, scope: Scope, limit: int) -> None:
        question = unit_vectors(2, seed)
        self.both(lambda side: side.nearest(question, scope, limit))
        self.both(lambda side: repr(np.round(side.store.search.cosines(question, side.keys(["m1", "m2"])), 4)))

    @rule(memories=st.lists(MEMORIES, unique=True), scope=SCOPES)
    def traits_agree(self, memories: list[str], scope: Scope) -> None:
        def beside(side: Side) -> object:
            pairs = side.store.search.beside(side.keys(memories), scope)
            return sorted(zip(side.ids(pairs[:, 0].tolist()), side.ids(pairs[:, 1].tolist()), strict=True))

        self.both(beside)
        self.both(lambda side: repr(side.store.search.traits(side.keys(memories))))
        self.both(lambda side: side.store.search.conversations(["talk", "Talk", "nobody's"]))

    @rule(name=NAMES, other=st.none() | NAMES, predicate=st.none() | PREDICATES, as_of=STAMPS, limit=LIMITS)
    def facts_agree(self, name: str, other: str | None, predicate: str | None, as_of: Stamp | None, limit: int) -> None:
        self.both(lambda side: [side.store.graph.facts_of(name, direction, as_of, limit) for direction in Direction])
        self.both(lambda side: side.store.graph.current(name, NOW, predicate, other))
        self.both(lambda side: side.store.graph.timeline(other, limit))

    @rule(moment=MOMENTS, limit=st.integers(1, 6))
    def nodes_agree(self, moment: datetime, limit: int) -> None:
        self.both(lambda side: [side.plain_nodes(side.store.nodes.of_type(kind, limit)) for kind in ("Person", "ÖTZI")])
        self.both(lambda side: side.plain_nodes(side.store.nodes.changed_since(moment, limit)))
        self.both(lambda side: side.plain_nodes(side.store.nodes.orphans(limit, NOW)))
        self.both(lambda side: side.plain_nodes(side.store.nodes.stale(limit)))
        self.both(lambda side: side.store.nodes.gaps(limit, NOW))
        self.both(lambda side: side.store.nodes.events_since(moment))
        self.both(lambda side: list(side.store.nodes.summaries(4).values()))

    @rule(names=st.lists(NAMES, unique=True), limit=st.integers(1, 6), direction=st.sampled_from(Direction))
    def arrows_agree(self, names: list[str], limit: int, direction: Direction) -> None:
        def adjacent(side: Side) -> object:
            known = side.node_names()
            pairs = side.store.nodes.adjacent([side.node(name) for name in names], NOW)
            return sorted((known[first], known[second]) for first, second in pairs)

        self.both(adjacent)
        self.both(lambda side: side.store.nodes.facts_among([side.node(name) for name in names], limit, NOW))
        self.both(lambda side: side.store.nodes.facts_touching([side.node(name) for name in names], limit, NOW, direction))

    @rule(seed=SEEDS, perspective=PERSPECTIVES, limit=LIMITS)
    def perspectives_agree(self, seed: int, perspective: str, limit: int) -> None:
        self.both(lambda side: side.seen(perspective, unit_vectors(1, seed), limit))
        self.both(lambda side: side.alike(perspective))
        self.both(lambda side: side.store.perspectives.coverage())

    # The past.

    @rule(back=st.integers(0, 5), along=st.booleans())
    def an_act_is_taken_back(self, back: int, along: bool) -> None:
        self.both(lambda side: side.take_back(back, along=along))

    @rule(moment=MOMENTS, scope=SCOPES, order=st.sampled_from(Order))
    def what_was_known_agrees(self, moment: datetime, scope: Scope, order: Order) -> None:
        self.both(lambda side: side.past().knowing.at(moment).page(scope, order, 10))
        self.both(lambda side: [each.name for each in side.past().knowing.at(moment).entities()])
        self.both(lambda side: sorted(each.id for each in side.past().knowing.at(moment).pairs()))
        self.both(lambda side: side.past().knowing.at(moment).count(scope))

    @rule(moment=MOMENTS, name=NAMES, as_of=STAMPS)
    def what_was_known_of_a_node_agrees(self, moment: datetime, name: str, as_of: Stamp | None) -> None:
        self.both(lambda side: side.past().knowing.at(moment).facts_about(name, as_of=as_of))
        self.both(lambda side: [_plain(each) for each in side.past().knowing.at(moment).node(name)[1]])

    @rule()
    def bins_agree(self) -> None:
        self.both(lambda side: [(each.change.id, each.former) for each in side.store.changes.deleted(20)])

    # What holds at any moment.

    @invariant()
    def totals_agree(self) -> None:
        self.both(lambda side: side.store.memories.places())
        self.both(lambda side: (side.store.graph.stats(NOW), side.store.nodes.counts(NOW), side.store.search.coverage()))
        self.both(lambda side: side.store.dreams.remaining())

    @invariant()
    def logs_agree(self) -> None:
        self.both(lambda side: side.log(self.read_to[self.sides.index(side)]))
        self.read_to = [side.store.changes.latest() for side in self.sides]

    def everything_is_asked(self) -> None:
        names = ["Ada", "Bob", "Zoë", "東京"]
        for order in Order:
            self.pages_agree(Scope(with_ended=True), order, 6, 0)
        self.texts_are_found_alike("coffee and milk for OPS-1042", Scope())
        self.texts_are_found_alike("東京都", Scope(with_ended=True))
        self.neighbours_agree(0, Scope(), 6)
        self.traits_agree(["m1", "m2", "m3"], Scope())
        for name in names:
            self.facts_agree(name, None, None, None, 6)
        self.nodes_agree(at(-9e6), 6)
        self.arrows_agree(names, 6, Direction.BOTH)
        self.perspectives_agree(0, "general", 6)
        self.pairs_agree((), None, is_timely=True, memories=["m1", "m2", "m3"])
        self.both(lambda side: [(each.content, len(each.perspectives)) for each in side.store.perspectives.pending(100)])

    def teardown(self) -> None:
        if not hasattr(self, "sides"):
            return
        try:
            self.everything_is_asked()
            self.both(lambda side: list(side.store.memories.after(0, 100).values()))
            self.both(lambda side: {name: _plain(each) for name, each in side.observations().items()})
            self.both(lambda side: side.ties())
            self.both(lambda side: [side.ids([each.key])[0] for each in side.store.dreams.due(100)])
            self.both(lambda side: list(side.store.check()))
        finally:
            for side, shelf in zip(self.sides, self.shelves, strict=True):
                side.store.close()
                shelf.delete(self.name)
            self.directory.cleanup()


@pytest.mark.requirement("postgres-contract")
@pytest.mark.requirement("postgres-contract")
@pytest.mark.timeout(600)
def test_the_stores_cannot_be_told_apart(database_url: str) -> None:
    Congruence.database_url = database_url

    run_state_machine_as_test(Congruence, settings=QUICK)


def fold_known(side: Side, name: str) -> bool:
    return side.store.graph.named([entity(name).key]) != {}


def _plain(observation: Observation) -> object:
    return observation.ordinal, observation.content, observation.created_at, observation.updated_at
