"""Mentions: links from memories and observations to the entities whose names they contain."""

from collections.abc import Iterable, Mapping, Sequence

from simonides.domain.graph import Entity, Observation
from simonides.domain.text.mentions import NameIndex, candidate_names, mentioned
from simonides.domain.text.words import phrase_words
from simonides.ports.stores import Store

NAMING_MAX = 2000
"""How many older texts are searched for the name of a new entity, newest first."""
MANY = 20_000
"""Up to this many names are all searched for at once; beyond that, only names that a text may contain are looked up."""
BLOCK = 200
"""For how many observations names are looked up together."""


class Linking:
    """The mentions of one palace, stored in the same transaction as what they link."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def link_memory(self, key: int, content: str) -> list[str]:
        """Record which known entities a memory names; returns their ids."""
        known = self._store.graph.named(candidate_names(content)) if self._store.graph.entities(limit=1) else {}
        ids = [known[name].id for name in mentioned(content, known)] if known else []
        self._store.graph.set_mentions(key, ids)
        return ids

    def link_memories(self, contents: Mapping[int, str]) -> set[str]:
        """Record which known entities many new memories name, each a row and a text; returns the ids of all named entities."""
        known = {entity.key: entity for entity in self._store.graph.entities(limit=MANY)}
        if len(known) == MANY:
            return {entity_id for key, content in contents.items() for entity_id in self.link_memory(key, content)}
        lexicon, named = NameIndex(known), set[str]()
        for key, content in contents.items() if known else ():
            if names := lexicon.mentioned(content):
                ids = [known[name].id for name in names]
                self._store.graph.set_mentions(key, ids)
                named.update(ids)
        return named

    def link_observations(self, observations: Sequence[Observation]) -> None:
        """Record which known entities some observations name."""
        for start in range(0, len(observations), BLOCK):
            block = observations[start : start + BLOCK]
            candidates = {each.key: candidate_names(each.content) for each in block}
            known = {name: entity for name, entity in self._named(candidates.values()).items() if phrase_words(entity.name)}
            self._store.observations.set_mentions(
                {
                    each.key: [known[name].id for name in mentioned(each.content, candidates[each.key] & known.keys())]
                    for each in block
                }
            )

    def link_entity(self, entity: Entity) -> None:
        """Record which memories and observations name a new entity."""
        words = phrase_words(entity.name)
        # A name made only of function words would be found in every text.
        if not words:
            return
        memories = self._store.memories.at(self._store.search.phrase(words, NAMING_MAX))
        naming = [key for key, memory in memories.items() if mentioned(memory.content, [entity.key])]
        self._store.graph.add_mentions(entity.id, naming)
        observations = self._store.observations.at(self._store.perspectives.phrase(words, NAMING_MAX))
        naming = [key for key, (_, observation) in observations.items() if mentioned(observation.content, [entity.key])]
        self._store.observations.add_mentions(entity.id, naming)

    def _named(self, candidates: Iterable[set[str]]) -> dict[str, Entity]:
        return self._store.graph.named(set().union(*candidates))
