"""Random histories of a palace, and its state at a moment."""

from dataclasses import replace
from random import Random

from simonides.domain.graph import Triple
from simonides.domain.memory import Order, Scope
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Palace

EVERY = Scope(with_ended=True)
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
    return memories, touched, observed, facts


class RandomHistory:
    """Random steps on one palace, each of them one act or none."""

    def __init__(self, palace: Palace, chance: Random) -> None:
        self.palace = palace
        self.chance = chance
        self.number = 0

    def step(self) -> None:
        self.number += 1
        self.chance.choice(
            [self.file, self.file, self.edit, self.forget, self.end, self.name, self.relate, self.observe, self.drop]
        )()

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

    def name(self) -> None:
        self.palace.entities.create([EntityDraft(self.chance.choice(WORDS), "thing", [self.text()])])

    def relate(self) -> None:
        subject, obj = self.chance.sample(WORDS, 2)
        self.chance.choice([self.palace.facts.add, self.palace.facts.supersede])(subject, "near", obj)

    def observe(self) -> None:
        self.palace.entities.observe([(self.chance.choice(WORDS), [self.text()])])

    def drop(self) -> None:
        if self.chance.random() < 0.5:
            self.palace.entities.delete([self.chance.choice(WORDS)])
        else:
            facts = self.palace.facts.timeline(None, 20)
            self.palace.facts.delete([Triple(fact.subject, fact.predicate, fact.object) for fact in facts[:1]])
