"""Mentions: links from memories and observations to the entities whose names they contain."""

from collections.abc import Iterable, Mapping, Sequence

from simonides.domain.graph import Entity, Observation
from simonides.domain.text.mentions import NameIndex, candidate_names, mentioned
from simonides.domain.text.words import phrase_words
from simonides.domain.validation import fold_name
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

    def link_memory(self, key: int, content: str, *, is_new: bool = False) -> list[str]:
        """Record which known entities a memory names; returns their ids."""
        known = self._store.graph.named(candidate_names(content)) if self._store.graph.entities(limit=1) else {}
        ids = _ids(known, mentioned(content, known)) if known else []
        if ids or not is_new:
            self._store.graph.set_mentions(key, ids)
        return ids

    def link_memories(self, contents: Mapping[int, str]) -> set[str]:
        """Record which known entities many new memories name, each a row and a text; returns the ids of all named entities."""
        entities = self._store.graph.entities(limit=MANY)
        if len(entities) == MANY:
            return {entity_id for key, content in contents.items() for entity_id in self.link_memory(key, content)}
        # An entity's own name goes before an alias of another.
        known = {name: entity for entity in entities for name in entity.keys} | {entity.key: entity for entity in entities}
        lexicon, named = NameIndex(known), set[str]()
        for key, content in contents.items() if known else ():
            if names := lexicon.mentioned(content):
                ids = _ids(known, names)
                self._store.graph.set_mentions(key, ids)
                named.update(ids)
        return named

    def link_observations(self, observations: Sequence[Observation]) -> None:
        """Record which known entities some observations name."""
        for start in range(0, len(observations), BLOCK):
            block = observations[start : start + BLOCK]
            candidates = {each.key: candidate_names(each.content) for each in block}
            known = {name: entity for name, entity in self._named(candidates.values()).items() if phrase_words(_spaced(name))}
            self._store.observations.set_mentions(
                {each.key: _ids(known, mentioned(each.content, candidates[each.key] & known.keys())) for each in block}
            )

    def link_entity(self, entity: Entity) -> None:
        """Record which memories and observations name a new entity, by any of its names."""
        for name in entity.keys:
            memories, observations = self._naming(name)
            self._store.graph.add_mentions(entity.id, memories)
            self._store.observations.add_mentions(entity.id, [each.key for each in observations])

    def link_again(self, name: str) -> None:
        """Record anew whom those memories and observations name that hold a name, since it has come to mean another."""
        memories, observations = self._naming(fold_name(name))
        for key, content in memories.items():
            self.link_memory(key, content)
        self.link_observations(observations)

    def _naming(self, name: str) -> tuple[dict[int, str], list[Observation]]:
        """The memories, by row, and the observations that hold a folded name, newest first."""
        words = phrase_words(_spaced(name))
        # A name made only of function words would be found in every text.
        if not words:
            return {}, []
        memories = self._store.memories.at(self._store.search.phrase(words, NAMING_MAX))
        observations = self._store.observations.at(self._store.perspectives.phrase(words, NAMING_MAX))
        return (
            {key: memory.content for key, memory in memories.items() if mentioned(memory.content, [name])},
            [observation for _, observation in observations.values() if mentioned(observation.content, [name])],
        )

    def _named(self, candidates: Iterable[set[str]]) -> dict[str, Entity]:
        return self._store.graph.named(set().union(*candidates))


def _ids(known: Mapping[str, Entity], names: Iterable[str]) -> list[str]:
    """The ids of the entities with these folded names, each once, whatever names a text gives it."""
    return list(dict.fromkeys(known[name].id for name in names))


def _spaced(name: str) -> str:
    return name.replace("_", " ")
