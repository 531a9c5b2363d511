"""Facts that answer a question: those of the entities it names, by the share of its words that they hold."""

from collections.abc import Iterable
from dataclasses import dataclass

from simonides.domain.graph import Direction, Fact
from simonides.domain.ids import MENTION
from simonides.domain.text.mentions import candidate_names
from simonides.domain.text.words import QUESTION_MAX, AskedWord, asked_words, index_words
from simonides.domain.time import Stamp
from simonides.ports.stores import Store

ENTITIES_MAX = 8
"""How many entities of one question are looked at."""
FACTS_MAX = 200
"""How many facts of each."""


@dataclass(frozen=True, slots=True)
class FactMatch:
    """A fact, and the share of the question's words that it holds, from 0 to 1."""

    fact: Fact
    share: float


class FactSearch:
    """Search over the facts of one palace."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, question: str, as_of: Stamp | None = None) -> list[FactMatch]:
        """The facts of the entities that a question names, best first; without `as_of` those that have not ended lead."""
        known = self._store.graph.named(candidate_names(question[:QUESTION_MAX]))
        words = [word for word in asked_words(question) if word.is_telling]
        facts = {fact.id: fact for name in list(known)[:ENTITIES_MAX] for fact in self._of(known[name].name, as_of)}
        matches = [FactMatch(fact, _share(words, fact)) for fact in facts.values()]
        return sorted(matches, key=lambda match: (-match.share, not match.fact.is_current))

    def _of(self, entity: str, as_of: Stamp | None) -> Iterable[Fact]:
        found = self._store.graph.facts_of(entity, Direction.BOTH, as_of, FACTS_MAX)
        # Where somebody is named says nothing that the memory itself does not.
        return (fact for fact in found if not fact.id.startswith(MENTION))


def _share(words: list[AskedWord], fact: Fact) -> float:
    held = set(index_words(f"{fact.subject} {fact.predicate} {fact.object}"))
    held.update(word for part in fact.predicate.split("_") for word in index_words(part))
    return sum(not held.isdisjoint((each.word, *each.stems)) for each in words) / len(words) if words else 0.0
