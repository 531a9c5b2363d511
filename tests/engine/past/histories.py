"""Random histories of a palace, and its state at a moment."""

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Literal

from simonides.domain.errors import Conflict, Invalid, NotFound
from simonides.domain.graph import Triple
from simonides.domain.memory import Order, Scope
from simonides.domain.past.supersession import pair
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Palace

EVERY = Scope(with_ended=True)
NOW = datetime(2026, 3, 1, tzinfo=UTC)
WORDS = ("Ada", "Bob", "the harbour", "a ship", "OPS-7", "tea at five", "noch etwas", "港の船")


def state(palace: Palace) -> object:
    """Every record; without the notes of when a node was last touched, which move forward, and the rows, which are new."""
    store = palace.store
    memories = {memory.id: memory for memory in store.memories.page(EVERY, Order.OLDEST, 1000)}
    entities = {each.id: each for each in store.graph.entities(1000)}
    nodes = {entity_id: store.nodes.keys([each.key])[each.key] for entity_id, each in entities.items()}
    observed = {
        f"{entity_id}/{each.ordinal}": replace(each, key=0)
        for entity_id, node in nodes.items()
        for each in store.observations.of([node])[node]
    }
    facts = {fact.id: fact for fact in store.graph.facts_after(0, 1000).values()}
    touched = {entity_id: replace(each, updated_at=each.created_at) for entity_id, each in entities.items()}
    pairs = {each.id: replace(each, key=0) for each in store.supersessions.after(0, 1000)}
    return memories, touched, observed, facts, pairs


class RandomHistory:
    """Random steps on one palace, each of them one act or none."""

    def __init__(self, palace: Palace, chance: Random) -> None:
        self.palace = palace
        self.chance = chance
        self.number = 0

    def step(self) -> None:
        self.number += 1
        words = [self.file, self.file, self.edit, self.forget, self.end, self.supersede, self.propose, self.decide]
        self.chance.choice([*words, self.name, self.relate, self.observe, self.drop, self.merge])()

    def text(self) -> str:
        return f"{self.number} " + " ".join(self.chance.choices(WORDS, k=4))

    def some(self) -> str | None:
        known = self.palace.store.memories.page(EVERY, Order.OLDEST, 50)
        return self.chance.choice(known).id if known else None

    def file(self) -> None:
        self.palace.memories.remember(Draft(self.text(), tags=("a",)))

    def edit(self) -> None:
        if some := self.some():
            new = self.chance.choice([Edit(content=self.text()), Edit(room=f"room{self.number}"), Edit(add_tags=("b", "c"))])
            self.palace.amending.edit(some, new)

    def forget(self) -> None:
        if some := self.some():
            self.palace.memories.forget(some)

    def end(self) -> None:
        if some := self.some():
            self.palace.amending.invalidate(some, "over")

    def supersede(self) -> None:
        older, newer = self.some(), self.some()
        if older and newer:
            # The same one twice, and a cycle, are refused and leave everything as it was.
            with suppress(Invalid):
                self.palace.amending.invalidate(older, "over", newer)

    def propose(self) -> None:
        older, newer = self.some(), self.some()
        if older and newer and older != newer:
            with suppress(Conflict):
                self.palace.store.supersessions.add(pair("memory", older, newer, "guess", NOW, "dreaming", 0.75))

    def decide(self) -> None:
        if waiting := self.palace.claims.review.page():
            decisions: list[Literal["accept", "reject", "later"]] = ["accept", "accept", "reject", "later"]
            decision, number = self.chance.choice(decisions), self.chance.choice(waiting).pair.key
            with suppress(Invalid):
                self.palace.claims.review.decide([str(number)], decision, end=decision == "accept" and number % 2 == 0)

    def name(self) -> None:
        self.palace.entities.create([EntityDraft(self.chance.choice(WORDS), "thing", [self.text()])])

    def relate(self) -> None:
        subject, obj = self.chance.sample(WORDS, 2)
        self.chance.choice([self.palace.facts.add, self.palace.facts.supersede])(subject, "near", obj)

    def observe(self) -> None:
        self.palace.entities.observe([(self.chance.choice(WORDS), [self.text()])])

    def merge(self) -> None:
        keep, drop = self.chance.sample(WORDS, 2)
        # Names that nobody knows, and two that are one already, are refused.
        with suppress(Invalid, NotFound):
            self.palace.claims.names.merge(keep, drop)

    def drop(self) -> None:
        if self.chance.random() < 0.5:
            self.palace.entities.delete([self.chance.choice(WORDS)])
        else:
            facts = self.palace.facts.timeline(None, 20)
            self.palace.facts.delete([Triple(fact.subject, fact.predicate, fact.object) for fact in facts[:1]])
