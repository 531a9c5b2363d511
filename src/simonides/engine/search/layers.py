"""Recall in layers: the identity text first, then the memories that answer the question, then the most important ones.

L0   identity: the text that a person wrote about whom the palace serves
L1   the most important memories, whatever the question
L2   the memories that answer the question, weighted by their present importance
L3   the same over many more candidates

L1 stands behind L2, and a memory of both counts as an answer: otherwise fifteen memories that matter in general would come
before the one that was asked for.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import accumulate
from typing import TYPE_CHECKING
from uuid import UUID

from simonides.domain.decay import blend, effective_importance
from simonides.domain.memory import EVERYTHING, Hit, Memory, Order, Place, Scope
from simonides.domain.question.usual_limit import widened
from simonides.domain.ranking.recipe import HYBRID, Recipe
from simonides.domain.time import Clock
from simonides.domain.validation import clean_text
from simonides.engine.filing.accesses import AccessNotes
from simonides.engine.filing.faces import Faces
from simonides.frozen import frozen
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.engine.past.knowledge import Then

ESSENTIAL_MAX = 15
NIL = str(UUID(int=0))
"""The id under which L0 appears; it is not a stored memory but the text about whom the palace serves."""

DEEP = replace(HYBRID, name="deep", candidates=1000)

MOVES = frozenset({"newer", "update", "hop"})
"""The terms that put a hit right above one that does not hold at the time asked about, or only leads to it."""

POOL = 3
"""How many candidates are read for each wanted hit, so that importance has something to choose from."""

CLOSENESS_BY_WORDS = 0.5
"""The relevance of a match when nothing has a vector: words say that it fits, not how well."""


Ask = Callable[[str, Scope, int, Recipe], list[Hit]]
"""The search of a palace."""
Boosts = Callable[[str, Sequence[Memory]], Mapping[str, float]]
"""A keyword index used as a signal: what it adds to the score of each memory, by id. It never decides which are found."""


@frozen
class LayeredHit:
    """A recalled memory, its score from 0 to 1, and its layer."""

    memory: Memory
    score: float
    layer: int


@frozen
class Layers:
    """Recall in layers over one palace."""

    _store: Store
    _ask: Ask
    _accesses: AccessNotes
    _clock: Clock
    _boosts: Boosts

    def recall(self, question: str, limit: int = 10, scope: Scope = EVERYTHING, then: "Then | None" = None) -> list[LayeredHit]:
        """L0, L2 and L1, best first within each; limit and scope apply to L2, and a memory of L1 and L2 is shown in L2.

        As of a time in the scope L1 is what held then, too, and a time that is over has no L0, whose former words are not kept.
        With `then` L2 and L1 as they were known at a moment; L0 is that of today.
        """
        limit = widened(limit, question)
        weighed = self._weighed(question, limit, HYBRID, 2, scope, then)
        answers = self._taken(weighed, limit, then)
        identity = [] if self.is_over(scope) else self.identity()
        return [*identity, *answers, *self._others(weighed[len(answers) :], answers, then, scope.valid_at)]

    def recall_deep(
        self, question: str, limit: int = 10, scope: Scope = EVERYTHING, then: "Then | None" = None
    ) -> list[LayeredHit]:
        """L3: only memories that answer the question, from the full index, or as they were known at a moment."""
        limit = widened(limit, question)
        return self._taken(self._weighed(question, limit, DEEP, 3, scope, then), limit, then)

    def identity(self) -> list[LayeredHit]:
        """L0: the text about whom the palace serves, as a memory of its own; empty when there is no such text."""
        text = clean_text(self._store.about())
        if not text.strip():
            return []
        memory = Memory(NIL, text, Place(), self._store.info.created_at, importance=1.0)
        return [LayeredHit(memory, 1.0, layer=0)]

    def is_over(self, scope: Scope) -> bool:
        """Whether a scope asks for what held at a time before now."""
        return scope.valid_at is not None and scope.valid_at < self._clock()

    def essentials(self, then: "Then | None" = None, valid_at: datetime | None = None) -> list[LayeredHit]:
        """L1: the most important memories, the newest first among equals; those that held at a moment, if one is given."""
        memories = (then or Faces(self._store)).page(Scope(valid_at=valid_at), Order.IMPORTANT, ESSENTIAL_MAX)
        return [LayeredHit(memory, memory.importance, layer=1) for memory in memories]

    def _others(
        self, weighed: Sequence[LayeredHit], answers: Sequence[LayeredHit], then: "Then | None", valid_at: datetime | None
    ) -> list[LayeredHit]:
        """What matters most and is no answer, with the score that the search gave it: 0 for what it did not bring up."""
        shown = {each.memory.id for each in answers}
        scores = {each.memory.id: each.score for each in weighed}
        others = [each for each in self.essentials(then, valid_at) if each.memory.id not in shown]
        scored = [replace(each, score=scores.get(each.memory.id, 0.0)) for each in others]
        # Sorting keeps the most important first where scores are equal.
        return sorted(scored, key=lambda each: -each.score)

    def _weighed(
        self, question: str, limit: int, recipe: Recipe, layer: int, scope: Scope, then: "Then | None"
    ) -> list[LayeredHit]:
        pool = limit * POOL
        hits = self._ask(question, scope, pool, recipe) if then is None else then.search(question, scope, pool)
        now = self._clock()
        boosts = self._boosts(question, [hit.memory for hit in hits])
        weighed = []
        for hit, relevance in zip(hits, relevances(hits), strict=True):
            memory = hit.memory
            effective = effective_importance(memory.importance, now - memory.created_at, memory.accesses)
            weighed.append(LayeredHit(memory, blend(relevance, effective, boosts.get(memory.id, 0.0)), layer))
        _keep_moved(hits, weighed)
        # Sorting keeps the order of the search where scores are equal.
        return sorted(weighed, key=lambda each: -each.score)

    def _taken(self, weighed: Sequence[LayeredHit], limit: int, then: "Then | None") -> list[LayeredHit]:
        """The best, which count as recalled, unless it is the past that was asked about."""
        best = list(weighed[:limit])
        if then is None:
            self._accesses.note([each.memory.id for each in best], self._clock())
        return best


def _keep_moved(hits: Sequence[Hit], weighed: list[LayeredHit]) -> None:
    """A hit that was put above another, which does not hold or only leads to it, stays there however important that is."""
    for row in range(len(hits) - 2, -1, -1):
        if not MOVES.isdisjoint(hits[row].reasons):
            weighed[row] = replace(weighed[row], score=max(weighed[row].score, weighed[row + 1].score))


def relevances(hits: Sequence[Hit]) -> list[float]:
    """How well each hit answers, from 0 to 1, never more than the hit before it: closeness times standing.

    The search has the better order and the cosine the better scale. So the closeness of a hit is the highest among itself and
    all hits below it, and it loses up to half of that the further its fused score is behind the best.
    """
    closeness = list(accumulate(reversed([_closeness(hit) for hit in hits]), max))[::-1]
    if all(hit.similarity is None for hit in hits):
        closeness = [max(each, CLOSENESS_BY_WORDS) for each in closeness]
    top = max((hit.score for hit in hits), default=0.0)
    return [close * _standing(hit.score, top) for close, hit in zip(closeness, hits, strict=True)]


def _closeness(hit: Hit) -> float:
    # A hit that contains an identifier to the letter is as close as can be, whatever its vectors say.
    return min(max(hit.similarity or 0.0, hit.exact, 0.0), 1.0)


def _standing(score: float, top: float) -> float:
    # Without a positive score nothing stands out, as in a palace of one memory: closeness alone decides.
    return 1.0 if top <= 0 else 0.5 + 0.5 * min(max(score / top, 0.0), 1.0)
