"""How is a memory found again? Candidates by word and by meaning, one score, the best of them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from simonides.domain import ranking
from simonides.domain.candidates import Neighbours
from simonides.domain.errors import Invalid, NotReady
from simonides.domain.memory import EVERYTHING, Hit, Scope
from simonides.domain.naming import clean_text
from simonides.domain.ranking import HYBRID, Recipe, Scores, Spread, WordScores
from simonides.domain.words import identifiers, query_words
from simonides.engine.vectors import VectorKeeping
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from simonides.ports.embedder import Vectors

QUESTION_WORDS_MAX = 64
"""Agents paste whole prompts into a question; its first words say enough."""


@dataclass(frozen=True, slots=True)
class _Question:
    text: str
    vectors: "Vectors | None"
    scope: Scope
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class _Ranked:
    """The candidates, what each channel says of them, and what it comes to."""

    keys: "NDArray[np.int64]"
    words: Scores
    exact: Scores
    cosines: Scores
    scores: Scores


class Recall:
    """Search over one palace."""

    def __init__(self, store: Store, vectors: VectorKeeping) -> None:
        self._store = store
        self._vectors = vectors

    def __call__(self, text: str, scope: Scope = EVERYTHING, limit: int = 10, recipe: Recipe = HYBRID) -> list[Hit]:
        """The memories that answer a question, best first."""
        question = self._understand(text, scope, recipe)
        words = self._by_word(question)
        near = self._by_meaning(question)
        return self._hits(self._rank(question, words, near), limit)

    def _understand(self, text: str, scope: Scope, recipe: Recipe) -> _Question:
        text = clean_text(text)
        if not text.strip():
            raise Invalid("query", "must not be empty")
        vectors = self._vectors.of_question(text) if recipe.uses_vectors else None
        if vectors is not None:
            self._vectors.catch_up_if_few()
        elif not recipe.uses_words:
            raise NotReady
        return _Question(text, vectors, scope, recipe)

    def _by_word(self, question: _Question) -> WordScores:
        words = query_words(question.text)[:QUESTION_WORDS_MAX] if question.recipe.uses_words else []
        matches = self._store.search.matches(words, question.scope)
        return ranking.score_words(matches, words, set(identifiers(question.text)), question.recipe)

    def _by_meaning(self, question: _Question) -> Neighbours | None:
        if question.vectors is None:
            return None
        return self._store.search.nearest(question.vectors, question.scope, question.recipe.candidates)

    def _rank(self, question: _Question, words: WordScores, near: Neighbours | None) -> _Ranked:
        keys = words.best(question.recipe.candidates)
        cosines = np.full(len(keys), np.nan)
        if near is not None and question.vectors is not None:
            keys = np.union1d(keys, near.keys)
            cosines = self._store.search.cosines(question.vectors, keys.tolist()).astype(np.float64)
        weights, exact = words.at(keys)
        spread = Spread.measure(words.weights, self._store.memories.count(question.scope), near)
        fused = ranking.fuse(weights, cosines, question.recipe, spread)
        return _Ranked(keys, weights, exact, cosines, fused + question.recipe.identifier_weight * exact)

    def _hits(self, ranked: _Ranked, limit: int) -> list[Hit]:
        rows = ranking.best(ranked.scores, limit).tolist()
        memories = self._store.memories.at([int(ranked.keys[row]) for row in rows])
        hits = []
        for row in rows:
            memory = memories.get(int(ranked.keys[row]))
            # Another process may have deleted it since the candidates were found.
            if memory is not None:
                cosine = float(ranked.cosines[row])
                similarity = None if np.isnan(cosine) else cosine
                reasons = {"words": float(ranked.words[row]), "exact": float(ranked.exact[row]), "meaning": similarity or 0.0}
                hits.append(Hit(memory, float(ranked.scores[row]), similarity, float(ranked.words[row]), reasons))
        return hits
