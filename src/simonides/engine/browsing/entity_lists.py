"""Entities as a list to look through, and the memories that name one of them."""

from collections import Counter
from dataclasses import dataclass

from simonides.domain.graph import Entity
from simonides.domain.memory import Memory
from simonides.domain.validation import fold_name
from simonides.ports.stores import Store

READ_MAX = 10_000
"""How many entities are looked through; of a larger palace, the first by name."""


@dataclass(frozen=True, slots=True)
class EntityPage:
    """Some of the entities that fit, how many there are, and how many of each type."""

    entities: tuple[Entity, ...]
    total: int
    types: tuple[tuple[str, int], ...]


def entity_page(store: Store, text: str = "", kind: str | None = None, limit: int = 50, offset: int = 0) -> EntityPage:
    """The entities whose name holds a text, by name, of one type if that is given."""
    wanted = fold_name(text) if text.strip() else ""
    fitting = [entity for entity in store.graph.entities(READ_MAX) if wanted in entity.key]
    types = Counter(entity.type for entity in fitting)
    chosen = [entity for entity in fitting if kind is None or entity.type == kind]
    return EntityPage(tuple(chosen[offset : offset + limit]), len(chosen), tuple(types.most_common()))


def naming(store: Store, entity: Entity, limit: int) -> list[Memory]:
    """The memories that name an entity, newest first."""
    keys = store.graph.mentions_of([entity.id], limit).get(entity.id, [])
    found = store.memories.at(keys)
    return [found[key] for key in keys if key in found]
