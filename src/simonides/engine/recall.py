"""How is a memory found again? Candidates by word and by meaning, their neighbours, one score, the best of them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from simonides.domain import ranking, terms
from simonides.domain.asking import Asked, understand
from simonides.domain.candidates import Matches, Neighbours
from simonides.domain.errors import Invalid, NotReady
from simonides.domain.forms import as_one
from simonides.domain.languages import guess
from simonides.domain.memory import EVERYTHING, Hit, Scope
from simonides.domain.naming import clean_text
from simonides.domain.ranking import HYBRID, Recipe, Scores, Spread, WordScores
from simonides.domain.renewing import fits
from simonides.domain.traits import Traits
from simonides.domain.words import asked_words, in_all_forms
from simonides.engine.comparing import Comparing
from simonides.engine.context import Context, pairs_of
from simonides.engine.vectors import VectorKeeping
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from simonides.ports.embedder import Vectors

QUESTION_MAX = 4_000
QUESTION_WORDS_MAX = 64
"""Agents paste whole prompts into a question; its first words say enough."""
CROWDED = 200
"""How many of the nearest are compared with each other."""
LEADING = 60
"""How many of the best candidates bring their neighbours in."""


@dataclass(frozen=True, slots=True)
class _Question:
    text: str
    asked: Asked
    vectors: "Vectors | None"
    scope: Scope
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class _Channels:
    """What the indexes say."""

    matches: Matches
    words: WordScores
    near: Neighbours | None
    spread: Spread


@dataclass(frozen=True, slots=True)
class _Pool:
    """The candidates and what each channel says of them; keys ascend."""

    keys: "NDArray[np.int64]"
    words: Scores
    exact: Scores
    cosines: Scores
    traits: Traits


class Recall:
    """Search over one palace."""

    def __init__(self, store: Store, vectors: VectorKeeping) -> None:
        self._store = store
        self._vectors = vectors
        self._context = Context(store)
        self._comparing = Comparing(store)

    def __call__(self, text: str, scope: Scope = EVERYTHING, limit: int = 10, recipe: Recipe = HYBRID) -> list[Hit]:
        """The memories that answer a question, best first."""
        question = self._understand(text, scope, recipe)
        channels = self._ask(question)
        pool = self._gather(question, channels)
        return self._hits(question, channels, pool, limit)

    def _understand(self, text: str, scope: Scope, recipe: Recipe) -> _Question:
        text = clean_text(text)
        if not text.strip():
            raise Invalid("query", "must not be empty")
        vectors = self._vectors.of_question(text) if recipe.uses_vectors else None
        if vectors is not None:
            self._vectors.catch_up_if_few()
        elif not recipe.uses_words:
            raise NotReady
        return _Question(text, understand(text[:QUESTION_MAX]), vectors, scope, recipe)

    def _ask(self, question: _Question) -> _Channels:
        recipe = question.recipe
        words = asked_words(question.text[:QUESTION_MAX])[:QUESTION_WORDS_MAX] if recipe.uses_words else []
        matches = as_one(self._store.search.matches(in_all_forms(words), question.scope), words)
        asked = [each.word for each in words]
        scored = ranking.score_words(matches, asked, question.asked.identifiers, recipe)
        near = None
        if question.vectors is not None:
            near = self._store.search.nearest(question.vectors, question.scope, recipe.candidates)
        stake = ranking.stake(matches, asked, guess(question.text[:QUESTION_MAX]).language)
        spread = Spread.measure(scored.weights, self._store.memories.count(question.scope), near, stake)
        return _Channels(matches, scored, near, spread)

    def _gather(self, question: _Question, channels: _Channels) -> _Pool:
        keys = channels.words.best(question.recipe.candidates)
        keys = np.sort(keys) if channels.near is None else _united(keys, channels.near.keys)
        if question.recipe.neighbour_weight and len(keys):
            leading = keys[ranking.best(self._first_guess(question, channels, keys), LEADING)]
            keys = _united(keys, self._store.search.beside(leading.tolist(), question.scope)[:, 1])
        weights, exact = channels.words.at(keys)
        cosines = _known_cosines(channels, keys)
        unknown = np.flatnonzero(np.isnan(cosines))
        if question.vectors is not None and len(unknown):
            cosines[unknown] = self._store.search.cosines(question.vectors, keys[unknown].tolist(), roughly=True)
        return _Pool(keys, weights, exact, cosines, self._store.search.traits(keys.tolist()))

    def _first_guess(self, question: _Question, channels: _Channels, keys: "NDArray[np.int64]") -> Scores:
        weights, _ = channels.words.at(keys)
        return ranking.fuse(weights, _known_cosines(channels, keys), channels.spread, question.recipe.vector_weight)

    def _rank(self, question: _Question, channels: _Channels, pool: _Pool, limit: int) -> Scores:
        recipe, traits = question.recipe, pool.traits
        code = terms.code_share(pool.cosines, traits, question.asked)
        scores = terms.weigh(recipe, self._fused(recipe, channels, pool, code), traits, question.asked)
        if recipe.neighbour_weight:
            scores = scores + recipe.neighbour_weight * terms.best_neighbour(scores, pairs_of(traits), traits)
        if recipe.conversation_weight:
            scores = scores + recipe.conversation_weight * self._context.conversations(channels.matches, pool.keys, traits)
        if recipe.name_weight and code < 1:
            gifts = self._context.handed_on(question.text, pool.keys, scores)
            gifts = np.where(terms.is_assistant(traits), recipe.assistant_factor * gifts, gifts)
            scores = scores + recipe.name_weight * (1 - code) * gifts
        scores = scores + recipe.identifier_weight * pool.exact
        if recipe.puts_newer_first and question.asked.wish is not None and code < 1:
            fit = fits(pool.words, pool.cosines)
            scores = scores + self._comparing.renewed(question.asked.wish, pool.keys, scores, fit, traits)
        if recipe.sets_copies_back:
            scores = scores + self._comparing.set_back(pool.keys, scores, limit)
        return scores

    def _fused(self, recipe: Recipe, channels: _Channels, pool: _Pool, code: float) -> Scores:
        cosines = pool.cosines
        if code and recipe.crowding_weight:
            rows = ranking.best(np.nan_to_num(cosines, nan=-1.0), CROWDED)
            stack = self._store.search.stack(pool.keys[rows].tolist())
            crowding = np.full(len(cosines), 1.0)
            crowding[rows] = ranking.crowding(stack, len(rows))
            cosines = cosines - recipe.crowding_weight * code * crowding
        vector_weight = recipe.vector_weight + recipe.code_vector_weight * code
        return ranking.fuse(pool.words, cosines, channels.spread, vector_weight)

    def _hits(self, question: _Question, channels: _Channels, pool: _Pool, limit: int) -> list[Hit]:
        scores = self._rank(question, channels, pool, limit)
        rows = ranking.best(scores, limit)
        keys = pool.keys[rows].tolist()
        memories = self._store.memories.at(keys)
        cosines = self._exact_cosines(question, channels, keys)
        hits = []
        for row, key in zip(rows.tolist(), keys, strict=True):
            memory = memories.get(key)
            # Another process may have deleted it since the candidates were found.
            if memory is not None:
                similarity = cosines.get(key)
                reasons = {"words": float(pool.words[row]), "exact": float(pool.exact[row]), "meaning": similarity or 0.0}
                hits.append(Hit(memory, float(scores[row]), similarity, float(pool.words[row]), reasons))
        return hits

    def _exact_cosines(self, question: _Question, channels: _Channels, keys: list[int]) -> dict[int, float]:
        """The cosine of each that has one; those of the nearest are exact already."""
        if channels.near is None or question.vectors is None:
            return {}
        known = dict(zip(channels.near.keys.tolist(), channels.near.cosines.tolist(), strict=True))
        rough = [key for key in keys if key not in known]
        found = zip(rough, self._store.search.cosines(question.vectors, rough).tolist(), strict=True)
        return known | {key: cosine for key, cosine in found if not np.isnan(cosine)}


def _united(first: "NDArray[np.int64]", second: "NDArray[np.int64]") -> "NDArray[np.int64]":
    """Both, each number once, ascending."""
    numbers = np.sort(np.concatenate([first, second]))
    return numbers[np.concatenate([[True], numbers[1:] != numbers[:-1]])] if len(numbers) else numbers


def _known_cosines(channels: _Channels, keys: "NDArray[np.int64]") -> Scores:
    cosines = np.full(len(keys), np.nan)
    if channels.near is not None:
        cosines[np.searchsorted(keys, channels.near.keys)] = channels.near.cosines
    return cosines
