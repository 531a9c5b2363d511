"""Ranking of candidates: the score is a sum of separate terms.

Words and vectors are weighed by how far each separates the palace's memories (their standard deviations), not by rank: rank
fusion throws away how much better the best is.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simonides.domain.ranking.candidates import Matches, Neighbours, Stack
from simonides.domain.ranking.recipe import Recipe
from simonides.frozen import frozen

Scores = NDArray[np.float64]


QUOTED_PAIRS_MIN = 3
QUOTED_SHARE_MIN = 0.7
"""A question quotes a memory from this many pairs of neighbouring words, and from this share of them, on."""
SORTED_MAX = 500
"""Up to so many scores are sorted to find the best."""
STAKE_WORDS_MAX = 16
POPULATION_MAX = 5_000
WORD_DEVIATION_MIN = 0.25
COSINE_DEVIATION = 0.1
"""The deviation of the cosines of unrelated notes (docs/recall.md)."""
FEW = 50
"""Below so many memories with vectors the deviation of their cosines is at least a share of it: the more, the fewer they are."""
FAR = 0.5
"""How many deviations below the mean of the cosines nothing is any less near."""
WORD_STAKE_SHARE = 0.03
"""The least deviation of words, as a share of what all words of an English question weigh."""
OTHER_STAKE_SHARE = 0.06
"""The same for a question in another language, where most of a palace may be in other words."""


def bm25(matches: Matches, pair_weight: float) -> Scores:
    """For each matched memory the BM25 weight of its words, and of word pairs that follow each other as in the question."""
    length = matches.lengths / max(matches.mean_length, 1.0)
    single = saturated(matches.counts, length, k1=0.8, b=0.5)
    paired = saturated(matches.pairs, length, k1=0.9, b=0.4)
    score = rarity(matches.frequencies, matches.total) @ single
    if len(matches.pairs):
        score = score + pair_weight * (rarity(matches.pair_frequencies, matches.total) @ paired)
    return np.asarray(score, dtype=np.float64)


def fuse(words: Scores, cosines: Scores, spread: "Spread", vector_weight: float) -> Scores:
    """One score for each candidate, 1 for the best."""
    by_words, by_meaning = shares(words, cosines, spread, vector_weight)
    return by_words + by_meaning


def shares(words: Scores, cosines: Scores, spread: "Spread", vector_weight: float) -> tuple[Scores, Scores]:
    """The parts of each candidate's fused score that come from words and from meaning.

    A missing cosine is unknown, not low: such a candidate is judged by its words, as if the one that holds most of the question
    were as near as the nearest.
    """
    weight = vector_weight if spread.has_cosines else 0.0
    by_words = (1 - weight) * words / spread.word_deviation
    nearness = (cosines - spread.cosine_mean) / spread.cosine_deviation
    is_unknown = np.isnan(cosines)
    by_meaning = weight * (
        np.where(is_unknown, _presumed(words, nearness, is_unknown), nearness) if is_unknown.any() else nearness
    )
    top = (by_words + by_meaning).max(initial=0.0)
    return (by_words / top, by_meaning / top) if top > 0 else (by_words, by_meaning)


def _presumed(words: Scores, nearness: Scores, is_unknown: NDArray[np.bool_]) -> Scores:
    """The nearness that candidates without a vector are taken to have, from their words."""
    nearest = float(nearness.max(initial=0.0, where=~is_unknown))
    return words / max(float(words.max(initial=0.0)), 1e-9) * nearest


def crowding(stack: Stack, count: int) -> Scores:
    """How near each memory is to its ten nearest others: one that is near to everything answers nothing in particular."""
    near = np.zeros(count)
    if len(stack.vectors) > 1:
        products = stack.vectors @ stack.vectors.T
        if len(products) > count:
            products[stack.owners[:, None] == stack.owners[None, :]] = -1.0
        else:
            np.fill_diagonal(products, -1.0)
        top = min(10, len(products) - 1)
        nearest = np.partition(products, -top, axis=1)[:, -top:]
        np.maximum.at(near, stack.owners, nearest.mean(axis=1).astype(np.float64))
    return near


@frozen
class Spread:
    """How widely each channel's scores are spread over the memories in scope."""

    word_deviation: float = 1.0
    cosine_mean: float = 0.0
    cosine_deviation: float = 1.0
    has_cosines: bool = False

    @property
    def far(self) -> float:
        """The cosine below which a memory is no less near: among notes that are all alike, another one would lose to chance."""
        return self.cosine_mean - FAR * self.cosine_deviation

    @classmethod
    def measure(cls, words: Scores, population: int, near: Neighbours | None, stake: float = 0.0) -> "Spread":
        """Measure the scores of the matched memories (the rest of the population scored 0) and the neighbours found.

        `stake` is the lower limit of the words' deviation.
        """
        # In a huge palace almost nothing matches: over all of it, the deviation would shrink until words alone decide.
        count = max(min(population, POPULATION_MAX), len(words), 1)
        mean = float(words.sum()) / count
        # In a tiny palace every memory may hold the same words: the deviation is then noise and must not be amplified.
        deviation = max(max(float((words**2).sum()) / count - mean**2, 0.0) ** 0.5, WORD_DEVIATION_MIN)
        # Two languages often share only a name: the few memories that hold it must not stand out by twenty deviations.
        deviation = max(deviation, stake)
        if near is None:
            return cls(deviation)
        # The cosines of a few memories differ by chance, however little: a word that one of them holds must not lose to that.
        # Where most wait for their vectors, only the others are near at all.
        floor = COSINE_DEVIATION * max(0.0, 1 - min(population, len(near.keys)) / FEW)
        return cls(deviation, near.mean, max(near.deviation, floor) or 1.0, has_cosines=True)


@frozen
class WordScores:
    """The word scores of each memory that holds any word of the question; keys ascend."""

    keys: NDArray[np.int64]
    weights: Scores
    exact: Scores
    """How much of the question it holds verbatim, from 0 to 1: its identifiers, or its words in a row."""

    def best(self, limit: int) -> NDArray[np.int64]:
        """The keys of the best memories, those with an exact match first."""
        return self.keys[best(self.weights + self.exact * self.weights.max(initial=0.0), limit)]

    def at(self, keys: NDArray[np.int64]) -> tuple[Scores, Scores]:
        """Weights and exactness of these memories; 0 for one without a match."""
        if not len(self.keys):
            return np.zeros(len(keys)), np.zeros(len(keys))
        row = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        is_match = self.keys[row] == keys
        return np.where(is_match, self.weights[row], 0.0), np.where(is_match, self.exact[row], 0.0)


def score_words(matches: Matches, words: list[str], wanted: frozenset[str], recipe: Recipe) -> WordScores:
    """Score the matched memories; `wanted` are the whole forms of the identifiers in the question."""
    rows = [row for row, word in enumerate(words) if word in wanted]
    return WordScores(matches.keys, bm25(matches, recipe.pair_weight), np.maximum(_held(matches, rows), _quoted(matches)))


def stake(matches: Matches, words: Sequence[str], language: str) -> float:
    """A share of the total weight of a question's distinct words, whether any memory holds them or not."""
    weights = rarity(matches.frequencies[[words.index(word) for word in dict.fromkeys(words)]], matches.total)
    # Without the cap, a whole prompt pasted as a question would leave its few telling words without weight.
    heaviest = float(np.sort(weights)[-STAKE_WORDS_MAX:].sum())
    return heaviest * (WORD_STAKE_SHARE if language == "en" else OTHER_STAKE_SHARE)


def best(scores: Scores, limit: int, precedence: NDArray[np.int64] | None = None) -> NDArray[np.intp]:
    """The rows with the highest scores, best first; a tie is won by the higher precedence, then by the earlier row."""
    # Choosing before sorting pays only for many.
    if len(scores) <= max(limit * 4, SORTED_MAX):
        return _sorted(scores, precedence)[:limit]
    threshold = np.partition(scores, len(scores) - limit)[len(scores) - limit]
    rows = np.flatnonzero(scores >= threshold)
    return rows[_sorted(scores[rows], None if precedence is None else precedence[rows])][:limit]


def united(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """The union of both, ascending, each number once."""
    numbers = np.sort(np.concatenate([first, second]))
    return numbers[np.concatenate([[True], numbers[1:] != numbers[:-1]])] if len(numbers) else numbers


def _sorted(scores: Scores, precedence: NDArray[np.int64] | None) -> NDArray[np.intp]:
    return np.argsort(-scores, kind="stable") if precedence is None else np.lexsort((-precedence, -scores))


def _held(matches: Matches, rows: list[int]) -> Scores:
    if not rows:
        return np.zeros(len(matches.keys))
    rare = rarity(matches.frequencies[rows], matches.total)
    ceiling = np.log1p(max(matches.total, 1) / 1.5)
    present = matches.counts[rows] > 0
    return np.asarray((rare**2 @ present) / (ceiling * max(float(rare.sum()), 1e-9)), dtype=np.float64)


def _quoted(matches: Matches) -> Scores:
    """How nearly a memory holds the question's words in sequence: whoever quotes a text is looking for that text."""
    read = [row for row in range(len(matches.pairs)) if not {row, row + 1} & set(matches.skipped)]
    if len(read) < QUOTED_PAIRS_MIN:
        return np.zeros(len(matches.keys))
    share = np.count_nonzero(matches.pairs[read], axis=0) / len(read)
    return np.asarray(np.clip((share - QUOTED_SHARE_MIN) / (1 - QUOTED_SHARE_MIN), 0.0, 1.0), np.float64)


def rarity(frequencies: NDArray[np.int64], total: int) -> Scores:
    """The inverse document frequency: how much a word tells that occurs in this many of all texts."""
    return np.log1p((np.maximum(total, frequencies) - frequencies + 0.5) / (frequencies + 0.5))


def saturated(counts: NDArray[np.float32] | Scores, length: Scores, k1: float, b: float) -> Scores:
    """The weight of occurrences: the first counts most, and all count less in a text longer than the mean."""
    return np.asarray(counts / (counts + k1 * (1 - b + b * length) + 1e-12), dtype=np.float64)
