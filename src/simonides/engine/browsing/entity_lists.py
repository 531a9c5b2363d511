"""Entities as a list to look through, and the memories that name one of them."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from simonides.domain.graph import Entity
from simonides.domain.memory import Memory
from simonides.domain.validation import fold_name
from simonides.frozen import frozen
from simonides.ports.stores import Store


@frozen
class EntityPage:
    """Some of the entities that fit, how many there are, and how many of each type."""

    entities: tuple[Entity, ...]
    total: int
    types: tuple[tuple[str, int], ...]


def entity_page(
    entities: Sequence[Entity], text: str = "", kind: str | None = None, limit: int = 50, offset: int = 0,
    until: datetime | None = None,
) -> EntityPage:  # fmt: skip
    """Those of some entities whose name holds a text, of one type and noted until a moment if these are given."""
    wanted = fold_name(text) if text.strip() else ""
    fitting = [each for each in entities if wanted in each.key and (until is None or each.created_at <= until)]
    types = Counter(entity.type for entity in fitting)
    chosen = [entity for entity in fitting if kind is None or entity.type == kind]
    return EntityPage(tuple(chosen[offset : offset + limit]), len(chosen), tuple(types.most_common()))


def naming(store: Store, entity: Entity, limit: int) -> list[Memory]:
    """The memories that name an entity, newest first."""
    keys = store.graph.mentions_of([entity.id], limit).get(entity.id, [])
    found = store.memories.at(keys)
    return [found[key] for key in keys if key in found]
