"""Ties among candidates: neighbours in a conversation, fit of the whole conversation, and shared names."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from simonides.domain.ranking import fusion, terms
from simonides.domain.ranking.candidates import Matches
from simonides.domain.ranking.fusion import Scores
from simonides.domain.ranking.traits import Traits
from simonides.domain.text.names import names_in
from simonides.domain.text.words import phrase_words
from simonides.engine.search.joint_index import JointIndex

if TYPE_CHECKING:
    from numpy.typing import NDArray


SEEDS = 5
"""How many of the best candidates pass score on through the names they contain."""
NAMES_MAX = 16
"""How many names are followed, those of the best candidates first."""
SHARE_MAX = 0.05
HOLDERS_MAX = 200
"""A name found in a larger share of the palace, or in more memories, tells too little to be followed."""


@dataclass(slots=True)
class _Named:
    """A name, the weight of each seed that contains it, and of all of them."""

    name: str
    givers: dict[int, float] = field(default_factory=dict)
    weight: float = 0.0

    def add(self, key: int, weight: float) -> None:
        self.givers[key] = weight
        self.weight += weight


class Context:
    """The ties among the candidates of one palace."""

    def __init__(self, index: JointIndex) -> None:
        self._index = index

    def conversations(self, matches: Matches, keys: "NDArray[np.int64]", traits: Traits) -> Scores:
        """From 0 to 1: how well the whole conversation of each candidate fits the words of the question."""
        names = sorted({name for name in traits.conversations if name is not None})
        lengths = self._index.conversations(names) if names and len(matches.keys) else {}
        if not lengths:
            return np.zeros(len(keys))
        number = {name: index for index, name in enumerate(lengths)}
        owner = np.array([-1 if name is None else number.get(name, -1) for name in traits.conversations])
        rows = np.minimum(np.searchsorted(matches.keys, keys), len(matches.keys) - 1)
        is_match = (matches.keys[rows] == keys) & (owner >= 0)
        scores = terms.conversation_scores(matches, rows[is_match], owner[is_match], list(lengths.values()))
        return np.where(owner >= 0, scores[owner], 0.0)

    def handed_on(self, question: str, keys: "NDArray[np.int64]", scores: Scores) -> Scores:
        """From 0 to 1: the score that the best candidates pass on to others through shared names; rarer names pass on more.

        This finds a memory that does not match the question itself but is about the same person or thing as one that does.
        """
        seeds = fusion.best(scores, SEEDS)
        if not len(seeds) or scores[seeds[0]] <= 0:
            return np.zeros(len(keys))
        total = self._index.count()
        most = max(5, min(int(SHARE_MAX * total), HOLDERS_MAX))
        weights = {int(keys[row]): max(float(scores[row] / scores[seeds[0]]), 0.0) for row in seeds}
        named = self._names(question, weights)
        found = self._index.phrases([_words_of(each.name) for each in named], least=2, most=most)
        given = dict.fromkeys(keys.tolist(), 0.0)
        for each, holders in zip(named, found, strict=True):
            rarity = float(np.log(total / len(holders))) if holders else 0.0
            for key in given.keys() & holders:
                # A seed gives nothing to itself.
                given[key] += (each.weight - each.givers.get(key, 0.0)) * rarity / len(holders)
        gifts = np.array(list(given.values()))
        top = gifts.max(initial=0.0)
        return gifts / top if top > 0 else gifts

    def _names(self, question: str, weights: dict[int, float]) -> list[_Named]:
        asked = question.casefold()
        named: dict[str, _Named] = {}
        for key, memory in self._index.at(list(weights)).items():
            for name in names_in(memory.content):
                if name.casefold() not in asked:
                    named.setdefault(name, _Named(name)).add(key, weights[key])
        return sorted(named.values(), key=lambda each: (-each.weight, each.name))[:NAMES_MAX]


# The names of the best memories of one question mostly recur in the next.
@lru_cache(maxsize=1_024)
def _words_of(name: str) -> tuple[str, ...]:
    return tuple(phrase_words(name))


def pairs_of(traits: Traits, *apart: int) -> list[terms.Pairs]:
    """For each distance the pairs of candidates that are so many positions apart in one conversation."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(traits.conversations)) if name is not None}
    if not numbers:
        return [terms.Pairs(np.zeros(0, np.intp), np.zeros(0, np.intp))] * len(apart)
    owner = np.array([numbers.get(name, -1) if name is not None else -1 for name in traits.conversations], np.int64)
    known = np.flatnonzero((owner >= 0) & (traits.positions >= 0))
    # One number per position: neighbours differ by one, positions of different conversations by far more.
    places = (owner[known] << 40) + traits.positions[known].clip(0, 1 << 38)
    order = np.argsort(places, kind="stable")
    return [_pairs(known[order], places[order], distance) for distance in apart]


def _pairs(rows: "NDArray[np.intp]", places: "NDArray[np.int64]", distance: int) -> terms.Pairs:
    """The rows whose places, which ascend, differ by a distance; both ways round."""
    if not len(rows):
        return terms.Pairs(rows, rows)
    found = np.searchsorted(places, places + distance).clip(max=len(places) - 1)
    is_there = places[found] == places + distance
    first, second = rows[is_there], rows[found[is_there]]
    return terms.Pairs(np.concatenate([first, second]), np.concatenate([second, first]))
