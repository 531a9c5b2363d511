"""Word search over a few texts: what a text index would return, computed from the texts themselves."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from simonides.domain.ranking import fusion
from simonides.domain.ranking.candidates import Matches
from simonides.domain.ranking.fusion import Scores
from simonides.domain.text.words import index_words


def share(matches: Matches, pair_weight: float) -> Scores:
    """How much of the question each text holds, from 0 to 1: its BM25 weight as a share of the highest possible one."""
    ceiling = float(fusion.rarity(matches.frequencies, matches.total).sum()) * (1 + pair_weight)
    return np.clip(fusion.bm25(matches, pair_weight) / max(ceiling, 1e-9), 0.0, 1.0)


def beside_cosines(matches: Matches, pair_weight: float) -> Scores:
    """The score of a word match on the scale of cosines: about 0.7 when every word matches, like a good answer by meaning.

    The BM25 share alone rarely exceeds a half, since it saturates; the share of matched words, weighted by rarity, lifts it.
    """
    weights = fusion.rarity(matches.frequencies, matches.total)
    weights[list(matches.skipped)] = 0.0
    held = weights @ (matches.counts > 0) / max(float(weights.sum()), 1e-9)
    return np.asarray((held + share(matches, pair_weight)) / 2, dtype=np.float64)


def matches_among(words: Sequence[str], texts: Mapping[int, str]) -> Matches:
    """The texts that hold any of the words; frequencies are those among the texts given."""
    return matches_among_words(words, {key: index_words(text) for key, text in texts.items()})


def matches_among_words(words: Sequence[str], held: Mapping[int, Sequence[str]]) -> Matches:
    """The same for texts whose words are known."""
    counts = {key: Counter(own) for key, own in held.items()}
    keys = sorted(key for key, own in counts.items() if any(word in own for word in words))
    pairs = {key: Counter(pairwise(held[key])) for key in keys}
    asked = list(pairwise(words))
    return Matches(
        keys=np.array(keys, np.int64),
        lengths=np.array([len(held[key]) for key in keys], np.int32),
        counts=np.array([[counts[key][word] for key in keys] for word in words], np.float32).reshape(len(words), len(keys)),
        pairs=np.array([[pairs[key][pair] for key in keys] for pair in asked], np.float32).reshape(len(asked), len(keys)),
        frequencies=np.array([sum(word in own for own in counts.values()) for word in words], np.int64),
        pair_frequencies=np.array([sum(pair in own for own in pairs.values()) for pair in asked], np.int64),
        skipped=(),
        total=len(held),
        mean_length=sum(map(len, held.values())) / max(len(held), 1),
    )
