"""Which facts are current after random steps, with ends behind and ahead: counters, walks and lists agree with every fact."""

from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest

from engine.sync.replicas import differences, meet
from simonides.domain.errors import Conflict, Invalid, NotFound
from simonides.domain.graph import Fact
from simonides.domain.time import Stamp
from simonides.domain.validation import fold_name
from simonides.engine.engine import Engine
from simonides.engine.palace import Palace
from support.clock import FixedClock

NAMES = ("Ada", "Bob", "the harbour", "a ship", "港")
PREDICATES = ("near", "knows")


class FactHistory:
    """Random steps on the facts of one palace."""

    def __init__(self, palace: Palace, clock: FixedClock, chance: Random) -> None:
        self.palace = palace
        self.clock = clock
        self.chance = chance

    def step(self) -> None:
        steps = [self.add, self.add, self.end, self.end, self.supersede, self.delete, self.rename]
        # What is refused leaves everything as it was.
        with suppress(Conflict, Invalid, NotFound):
            self.chance.choice([*steps, self.weigh, self.undo])()

    def add(self) -> None:
        subject, obj = self.chance.sample(NAMES, 2)
        since = self.chance.choice([None, self.day()])
        self.palace.facts.add(subject, self.chance.choice(PREDICATES), obj, valid_from=since)

    def end(self) -> None:
        fact = self.some()
        self.palace.facts.end(fact.subject, fact.predicate, fact.object, self.day())

    def supersede(self) -> None:
        subject, obj = self.chance.sample(NAMES, 2)
        self.palace.facts.supersede(subject, self.chance.choice(PREDICATES), obj)

    def delete(self) -> None:
        self.palace.facts.delete([self.some().triple])

    def rename(self) -> None:
        self.palace.facts.rename(self.some().triple, self.chance.choice(PREDICATES))

    def weigh(self) -> None:
        fact = self.some()
        self.palace.facts.weigh(fact.subject, fact.predicate, fact.object, self.chance.choice([0.25, 0.5]))

    def undo(self) -> None:
        acts = self.palace.past.acts.newest(5)
        self.palace.past.undoing.undo([self.chance.choice(acts).number] if acts else [], along=True)

    def some(self) -> Fact:
        facts = every_fact(self.palace)
        if not facts:
            raise NotFound("fact", "")
        return self.chance.choice(facts)

    def day(self) -> Stamp:
        moment = self.clock.now + timedelta(days=self.chance.randint(-4, 4))
        return Stamp.parse(self.chance.choice([f"{moment:%Y-%m-%d}", f"{moment:%Y-%m}", f"{moment:%Y-%m-%dT%H:%M:%SZ}"]))


def every_fact(palace: Palace) -> list[Fact]:
    return list(palace.store.graph.facts_after(0, 1_000).values())


def check(palace: Palace, clock: FixedClock) -> None:
    """Every door to current facts tells those that `Fact.is_current_at` lets pass."""
    store, facts = palace.store, every_fact(palace)
    current = {fact.id: fact for fact in facts if fact.is_current_at(clock.now)}
    keys = store.nodes.keys([entity.key for entity in store.graph.entities(100)])
    joined = {fold_name(name) for fact in current.values() for name in (fact.subject, fact.object)}
    pairs = sorted((keys[fold_name(fact.subject)], keys[fold_name(fact.object)]) for fact in current.values())
    stats = palace.facts.stats()

    assert (stats.facts, stats.current_facts) == (len(facts), len(current))
    assert {fact.id for name in keys for fact in palace.facts.current(name)} == current.keys()
    assert {fact.id for fact in store.nodes.facts_among(sorted(keys.values()), 1_000, clock.now)} == current.keys()
    assert {fact.id for fact in store.nodes.facts_touching(sorted(keys.values()), 1_000, clock.now)} == current.keys()
    assert sorted(map(tuple, store.nodes.edges(1_000, clock.now).tolist())) == pairs
    assert {node.entity.key for node in palace.paths.orphans()} == keys.keys() - joined
    assert palace.complaints() == []


@pytest.mark.parametrize("seed", range(3))
def test_whatever_ended_and_whenever_current_facts_are_the_same_at_every_door(
    palace: Palace, clock: FixedClock, seed: int
) -> None:
    history = FactHistory(palace, clock, Random(seed))

    for _ in range(60):
        clock.pass_time(hours=history.chance.choice([0.1, 0.1, 15]))
        history.step()
        check(palace, clock)


def test_facts_that_end_ahead_are_alike_in_all_replicas(engine: Engine, clock: FixedClock) -> None:
    palaces = [engine.create(name) for name in ("one", "two")]
    histories = [FactHistory(palace, clock, Random(number)) for number, palace in enumerate(palaces)]
    for number in range(60):
        clock.pass_time(hours=1)
        histories[number % 2].step()
        if number % 20 == 19:
            meet(*palaces)
            assert differences(*palaces) == []

    for palace in palaces:
        check(palace, clock)
