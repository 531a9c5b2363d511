"""Replicas for tests: changes carried from palace to palace, and what must be the same in all of them."""

from dataclasses import fields, replace

from simonides.domain.ids import MENTION
from simonides.domain.memory import Memory, Order, Scope
from simonides.engine.palace import Palace
from simonides.engine.sync.merge import SyncTally
from simonides.engine.sync.replica import replica_of

EVERY = Scope(with_ended=True)


def pull(there: Palace, here: Palace) -> SyncTally:
    """Carry to one palace what another has."""
    total = SyncTally()
    replica = replica_of(there)
    for segment in replica_of(here).segments(replica.harvest().reach):
        total.include(replica.receive(segment))
    return total


def meet(*palaces: Palace) -> None:
    """Carry everything everywhere."""
    for _ in range(2):
        for there in palaces:
            for here in palaces:
                if here is not there:
                    pull(there, here)


def content(palace: Palace) -> dict[str, object]:
    """What replicas have in common: all but row numbers, ids of entities, ordinals, and how often something was recalled."""
    store = palace.store
    memories = [each for block in _blocks(palace) for each in block]
    entities = list(store.graph.entities_after(0, 10_000).values())
    nodes = {each.key: store.nodes.keys([each.key])[each.key] for each in entities}
    observed = store.observations.of(list(nodes.values()))
    facts = [fact for fact in store.graph.facts_after(0, 10_000).values() if not fact.id.startswith(MENTION)]
    return {
        "memories": {each.id: replace(each, accesses=0, accessed_at=None) for each in memories},
        "entities": {
            each.key: (each.name, each.type, each.summary, each.tags, each.user_id, set(each.aliases)) for each in entities
        },
        "observations": sorted((key, each.created_at, each.content) for key, node in nodes.items() for each in observed[node]),
        "facts": {fact.id: fact for fact in facts},
        "pairs": {pair.id: replace(pair, key=0) for pair in store.supersessions.after(0, 10_000)},
        "about": store.about(),
        "perspectives": {each.name: each.instruction for each in store.perspectives.all()},
    }


def observed(palace: Palace, name: str) -> list[str]:
    """The observations of an entity."""
    node = palace.entities.node(name).key
    return [each.content for each in palace.store.observations.of([node])[node]]


def _blocks(palace: Palace) -> list[list]:  # type: ignore[type-arg]
    found, offset = [], 0
    while page := palace.store.memories.page(EVERY, Order.OLDEST, 500, offset):
        found.append(page)
        offset += len(page)
    return found


def differences(first: Palace, second: Palace) -> list[str]:
    """One line for everything that two replicas do not have in common."""
    here, there = content(first), content(second)
    told = []
    for name, value in here.items():
        other = there[name]
        if isinstance(value, dict) and isinstance(other, dict):
            keys = [key for key in sorted({*value, *other}) if value.get(key) != other.get(key)]
            told += [f"{name} {key}: {_apart(value.get(key), other.get(key))}" for key in keys]
        elif value != other:
            told.append(f"{name}: {value} / {other}")
    return told


def _apart(first: object, second: object) -> str:
    if isinstance(first, Memory) and isinstance(second, Memory):
        names = [each.name for each in fields(Memory) if getattr(first, each.name) != getattr(second, each.name)]
        return "; ".join(f"{name} {getattr(first, name)} / {getattr(second, name)}" for name in names)
    return f"{first} / {second}"
