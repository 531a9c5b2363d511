"""Explanations of searches: the same search, with every intermediate result."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from simonides.domain.memory import Memory, Scope
from simonides.domain.ranking.explanation import Explanation, Stage, Standing, Verdict
from simonides.domain.ranking.recipe import HYBRID, Recipe
from simonides.domain.ranking.score_terms import NOBODY
from simonides.engine.search.joint_index import JointIndex
from simonides.engine.search.recall import Recall, Searched
from simonides.ports.stores import Store

PLACES_MAX = 1_000
"""How many nearest vectors are counted when determining a rank."""
MOVING = ("newer", "hop", "update", "copy")
"""The score terms that move a candidate next to another."""


class Explaining:
    """Searches over one palace, explained."""

    def __init__(self, store: Store, recall: Recall) -> None:
        self._index = JointIndex(store)
        self._recall = recall

    def explain(self, text: str, scope: Scope, limit: int, recipe: Recipe = HYBRID) -> Explanation:
        """The hits of a question, each with the reasons for its rank."""
        with self._recall.searching(text, scope, limit, recipe) as searched:
            return self._explain(_Outcome(self._index, searched), limit)

    def why_not(self, memory_id: str, text: str, scope: Scope, limit: int, recipe: Recipe = HYBRID) -> Verdict:
        """How far a memory got in the search for a question. Raises NotFound."""
        memory, key = self._index.get(memory_id), self._index.key_of(memory_id)
        field = scope.left_out_by(memory)
        with self._recall.searching(text, scope, limit, recipe) as searched:
            outcome = _Outcome(self._index, searched)
            standing = outcome.standing(key, memory)
            return Verdict(_stage(standing, field, limit), standing, self._explain(outcome, limit), recipe.candidates, field)

    def _explain(self, outcome: "_Outcome", limit: int) -> Explanation:
        searched = outcome.searched
        keys = searched.pool.keys[outcome.order[:limit]].tolist()
        memories = self._index.at(keys)
        return Explanation(
            # Another process may have deleted a memory since the candidates were found.
            tuple(outcome.standing(key, memories[key]) for key in keys if key in memories),
            ranked=len(searched.pool.keys),
            matched=len(searched.channels.found.matches.keys),
            skipped=tuple(searched.channels.found.words[row] for row in searched.channels.found.matches.skipped),
            misspelt=searched.question.misspelt,
        )


@dataclass
class _Outcome:
    """One search, and the rank of every candidate in it."""

    index: JointIndex
    searched: Searched

    @cached_property
    def order(self) -> "np.typing.NDArray[np.intp]":
        return self.searched.tally.best(len(self.searched.pool.keys))

    def standing(self, key: int, memory: Memory) -> Standing:
        pool, tally = self.searched.pool, self.searched.tally
        row = int(np.searchsorted(pool.keys, key))
        is_ranked = row < len(pool.keys) and pool.keys[row] == key
        return Standing(
            memory,
            int(np.flatnonzero(self.order == row)[0]) + 1 if is_ranked else None,
            float(tally.scores[row]) if is_ranked else None,
            tally.of(row) if is_ranked else {},
            self._words(key),
            self._word_place(key),
            self._cosine(key),
            self._vector_place(key),
            self._beside(row) if is_ranked else {},
        )

    def _words(self, key: int) -> tuple[str, ...]:
        channels = self.searched.channels
        column = np.flatnonzero(channels.found.matches.keys == key)
        if not len(column):
            return ()
        held = channels.found.matches.counts[:, column[0]] > 0
        return tuple(dict.fromkeys(word for word, is_held in zip(channels.found.words, held.tolist(), strict=True) if is_held))

    def _word_place(self, key: int) -> int | None:
        words = self.searched.channels.words
        place = np.flatnonzero(words.best(len(words.keys)) == key)
        return int(place[0]) + 1 if len(place) else None

    def _cosine(self, key: int) -> float | None:
        vectors = self.searched.question.vectors
        if vectors is None:
            return None
        cosine = float(self.index.cosines(vectors, [key])[0])
        return None if np.isnan(cosine) else cosine

    def _vector_place(self, key: int) -> int | None:
        place = np.flatnonzero(self._nearest == key)
        return int(place[0]) + 1 if len(place) else None

    @cached_property
    def _nearest(self) -> "np.typing.NDArray[np.int64]":
        question = self.searched.question
        if question.vectors is None:
            return np.zeros(0, np.int64)
        return self.index.nearest(question.vectors, question.scope, PLACES_MAX).keys

    def _beside(self, row: int) -> dict[str, str]:
        others = {term: self.searched.tally.beside(term, row) for term in MOVING}
        keys = {term: int(self.searched.pool.keys[other]) for term, other in others.items() if other != NOBODY}
        memories = self.index.at(list(keys.values()))
        return {term: memories[key].id for term, key in keys.items() if key in memories}


def _stage(standing: Standing, field: str | None, limit: int) -> Stage:
    if field is not None:
        return Stage.ENDED if field == "ended_at" else Stage.OUT_OF_SCOPE
    if standing.place is None:
        return Stage.NOT_NOMINATED
    if standing.place <= limit:
        return Stage.SHOWN
    return Stage.COPY if "copy" in standing.beside else Stage.OUTRANKED
