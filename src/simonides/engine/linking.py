"""How are memories tied to entities? By the names they hold."""

from simonides.domain.graph import Entity
from simonides.domain.mentions import candidate_names, mentioned
from simonides.domain.words import query_words
from simonides.ports.stores import Store

NAMING_MAX = 2000
"""How many older memories are looked through for the name of a new entity, newest first."""


class Linking:
    """The mentions of one palace, kept in the same transaction as what they tie together."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def link_memory(self, key: int, content: str) -> None:
        """Note which known entities a memory names."""
        known = self._store.graph.named(candidate_names(content)) if self._store.graph.entities(limit=1) else {}
        names = mentioned(content, known) if known else set()
        self._store.graph.set_mentions(key, [known[name].id for name in names])

    def link_entity(self, entity: Entity) -> None:
        """Note which memories name a new entity."""
        words = query_words(entity.name)
        keys = self._store.search.phrase(words, NAMING_MAX) if words else []
        memories = self._store.memories.at(keys)
        naming = [key for key, memory in memories.items() if mentioned(memory.content, [entity.key])]
        self._store.graph.add_mentions(entity.id, naming)
