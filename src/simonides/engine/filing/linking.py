"""Mentions: links from memories and observations to the entities whose names they contain."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from simonides.domain.graph import Entity, Observation
from simonides.domain.text.mentions import NameIndex, candidates
from simonides.domain.text.words import phrase_words
from simonides.domain.validation import fold_name
from simonides.ports.stores import Store

NAMING_MAX = 2000
"""How many older texts are searched for the name of a new entity, newest first."""
NAMES_EACH, NAMES_MAX = 20, 5_000
"""Up to this many names for each text and in all, all there are are searched for at once; of more only those that a text may
contain are looked up, so that what a file costs does not grow with the names that a palace knows."""
CANDIDATES = 10_000
"""How many names that texts may contain are looked up together."""
BLOCK = 200
"""For how many observations names are looked up together."""
TEXTS = 20
"""How many memories are read at once to look for a name in them: each may be as long as a text can be."""


class Linking:
    """The mentions of one palace, stored in the same transaction as what they link."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def link_memory(self, key: int, content: str, *, is_new: bool = False) -> list[str]:
        """Record which known entities a memory names; returns their ids."""
        known = self._named([content])
        ids = _ids(known, NameIndex(known).mentioned(content)) if known else []
        if ids or not is_new:
            self._store.graph.set_mentions(key, ids)
        return ids

    def link_memories(self, contents: Mapping[int, str], *, are_new: bool = True) -> set[str]:
        """Record which known entities many memories name, each a row and a text; returns the ids of all named entities."""
        known = self._all_names(min(NAMES_EACH * len(contents), NAMES_MAX))
        if known is None:
            known = self._named(contents.values())
        lexicon, named = NameIndex(known), set[str]()
        for key, content in contents.items() if known or not are_new else ():
            ids = _ids(known, lexicon.mentioned(content)) if known else []
            if ids or not are_new:
                self._store.graph.set_mentions(key, ids)
                named.update(ids)
        return named

    def link_observations(self, observations: Sequence[Observation]) -> None:
        """Record which known entities some observations name."""
        for start in range(0, len(observations), BLOCK):
            block = observations[start : start + BLOCK]
            known = {name: entity for name, entity in self._named(each.content for each in block).items() if _telling_words(name)}
            lexicon = NameIndex(known)
            self._store.observations.set_mentions({each.key: _ids(known, lexicon.mentioned(each.content)) for each in block})

    def link_entity(self, entity: Entity) -> None:
        """Record which memories and observations name a new entity, by any of its names."""
        for name in entity.keys:
            self._store.graph.add_mentions(entity.id, [key for key, _ in self._memories_naming(name)])
            self._store.observations.add_mentions(entity.id, [each.key for each in self._observations_naming(name)])

    def link_again(self, name: str) -> None:
        """Record anew whom those memories and observations name that hold a name, since it has come to mean another."""
        for key, content in self._memories_naming(fold_name(name)):
            self.link_memory(key, content)
        self.link_observations(self._observations_naming(fold_name(name)))

    def _memories_naming(self, name: str) -> Iterator[tuple[int, str]]:
        """The rows and the texts of the memories that hold a folded name, newest first; a few of them are read at a time."""
        lexicon, words = NameIndex([name]), _telling_words(name)
        rows = self._store.search.phrase(words, NAMING_MAX) if words else []
        for start in range(0, len(rows), TEXTS):
            for key, memory in self._store.memories.at(rows[start : start + TEXTS]).items():
                if lexicon.mentioned(memory.content):
                    yield key, memory.content

    def _observations_naming(self, name: str) -> list[Observation]:
        """The observations that hold a folded name, newest first."""
        lexicon, words = NameIndex([name]), _telling_words(name)
        rows = self._store.perspectives.phrase(words, NAMING_MAX) if words else []
        found = self._store.observations.at(rows).values()
        return [observation for _, observation in found if lexicon.mentioned(observation.content)]

    def _all_names(self, limit: int) -> dict[str, Entity] | None:
        """Every name of the palace with its entity; None when there are `limit` entities or more."""
        entities = self._store.graph.entities(limit=limit)
        if len(entities) == limit:
            return None
        # An entity's own name goes before an alias of another.
        return {name: entity for entity in entities for name in entity.keys} | {entity.key: entity for entity in entities}

    def _named(self, contents: Iterable[str]) -> dict[str, Entity]:
        """The entities whose names may stand in some texts, by name."""
        known, waiting = dict[str, Entity](), set[str]()
        if not self._store.graph.entities(limit=1):
            return known
        for content in contents:
            for name in candidates(content):
                waiting.add(name)
                if len(waiting) == CANDIDATES:
                    known |= self._store.graph.named(waiting)
                    waiting.clear()
        return known | self._store.graph.named(waiting)


def _ids(known: Mapping[str, Entity], names: Iterable[str]) -> list[str]:
    """The ids of the entities with these folded names, each once, whatever names a text gives it."""
    return list(dict.fromkeys(known[name].id for name in names))


def _telling_words(name: str) -> list[str]:
    """The words of a folded name by which it is looked up; none of a name of function words, which every text would hold."""
    return phrase_words(_spaced(name))


def _spaced(name: str) -> str:
    return name.replace("_", " ")
