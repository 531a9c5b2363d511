"""Facts that answer a question: those of the entities it names, by the share of its words that they hold."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from simonides.domain.graph import Direction, Fact
from simonides.domain.ids import MENTION
from simonides.domain.text.mentions import candidate_names
from simonides.domain.text.words import QUESTION_MAX, AskedWord, asked_words, index_words
from simonides.domain.time import Clock, Stamp
from simonides.frozen import frozen
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.engine.past.knowledge import Then

ENTITIES_MAX = 8
"""How many entities of one question are looked at."""
FACTS_MAX = 200
"""How many facts of each."""


@frozen
class FactMatch:
    """A fact, and the share of the question's words that it holds, from 0 to 1."""

    fact: Fact
    share: float
    is_current: bool
    """Whether it holds at the time that is asked for."""


class FactSearch:
    """Search over the facts of one palace."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def __call__(self, question: str, as_of: Stamp | None = None, then: "Then | None" = None) -> list[FactMatch]:
        """The facts of the entities that a question names, best first; without `as_of` those that have not ended lead.

        With `then` as they were known at a moment.
        """
        names = candidate_names(question[:QUESTION_MAX])
        known = self._store.graph.named(names) if then is None else then.named(names)
        words = [word for word in asked_words(question) if word.is_telling]
        # A fact is found by an alias as well, and counts as if it said that name.
        meant = [(known[name].name, name) for name in list(known)[:ENTITIES_MAX]]
        facts = {fact.id: (fact, name) for entity, name in meant for fact in self._of(entity, as_of, then)}
        moment = self._clock() if then is None else then.moment
        matches = [
            # Whatever is found as of a time held then.
            FactMatch(fact, _share(words, fact, name), as_of is not None or fact.is_current_at(moment))
            for fact, name in facts.values()
        ]
        return sorted(matches, key=lambda match: (-match.share, not match.is_current))

    def _of(self, entity: str, as_of: Stamp | None, then: "Then | None") -> Iterable[Fact]:
        if then is None:
            found = self._store.graph.facts_of(entity, Direction.BOTH, as_of, FACTS_MAX)
        else:
            found = then.facts_about(entity, Direction.BOTH, as_of)[:FACTS_MAX]
        # Where somebody is named says nothing that the memory itself does not.
        return (fact for fact in found if not fact.id.startswith(MENTION))


def _share(words: list[AskedWord], fact: Fact, name: str) -> float:
    held = set(index_words(f"{fact.subject} {fact.predicate} {fact.object} {name.replace('_', ' ')}"))
    held.update(word for part in fact.predicate.split("_") for word in index_words(part))
    return sum(not held.isdisjoint((each.word, *each.stems)) for each in words) / len(words) if words else 0.0
