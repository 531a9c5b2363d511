"""Ties among candidates: neighbours in a conversation, fit of the whole conversation, shared names, and named places."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from simonides.domain.memory import GENERAL, Scope
from simonides.domain.ranking import fusion, terms
from simonides.domain.ranking.candidates import Matches
from simonides.domain.ranking.fusion import Scores
from simonides.domain.ranking.traits import Traits
from simonides.domain.text.names import names_in
from simonides.domain.text.words import index_words, phrase_words
from simonides.engine.search.joint_index import JointIndex
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from simonides.ports.embedder import Vectors

SEEDS = 5
"""How many of the best candidates pass score on through the names they contain."""
NAMES_MAX = 16
"""How many names are followed, those of the best candidates first."""
SHARE_MAX = 0.05
HOLDERS_MAX = 200
"""A name found in a larger share of the palace, or in more memories, tells too little to be followed."""
PLACES_NAMED_MAX = 3
"""How many places of one question are followed."""
PLACE_SHARE_MAX = 0.5
"""A place with a larger share of the palace tells nothing."""
_SEPARATORS = re.compile(r"[-_/.]+")


@dataclass(frozen=True, slots=True)
class _Named:
    """A name, and the weight of each seed that contains it."""

    name: str
    givers: dict[int, float]

    def given_to(self, key: int) -> float:
        """What a memory receives from all the other seeds."""
        return sum(self.givers.values()) - self.givers.get(key, 0.0)


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
        gifts = np.zeros(len(keys))
        seeds = fusion.best(scores, SEEDS)
        if not len(seeds) or scores[seeds[0]] <= 0:
            return gifts
        total = self._index.count()
        most = max(5, min(int(SHARE_MAX * total), HOLDERS_MAX))
        weights = {int(keys[row]): max(float(scores[row] / scores[seeds[0]]), 0.0) for row in seeds}
        named = self._names(question, weights)
        found = self._index.phrases([phrase_words(each.name) for each in named], least=2, most=most)
        rows = {key: row for row, key in enumerate(keys.tolist())}
        for each, holders in zip(named, found, strict=True):
            for key in rows.keys() & holders:
                gifts[rows[key]] += each.given_to(key) * float(np.log(total / len(holders))) / len(holders)
        top = gifts.max(initial=0.0)
        return gifts / top if top > 0 else gifts

    def _names(self, question: str, weights: dict[int, float]) -> list[_Named]:
        asked = question.casefold()
        givers: dict[str, dict[int, float]] = {}
        for key, memory in self._index.at(list(weights)).items():
            for name in names_in(memory.content):
                if name.casefold() not in asked:
                    givers.setdefault(name, {})[key] = weights[key]
        ordered = sorted(givers, key=lambda name: (-sum(givers[name].values()), name))
        return [_Named(name, givers[name]) for name in ordered[:NAMES_MAX]]


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


class NamedPlaces:
    """The memories of the rooms and wings that a question names: "all incidents" asks for the room `incidents`."""

    def __init__(self, store: Store, index: JointIndex) -> None:
        self._store = store
        self._index = index

    def keys(self, words: list[str], vectors: "Vectors", scope: Scope, limit: int) -> "NDArray[np.int64]":
        """The memories of the named places that are nearest to the question, at most that many of each place."""
        scopes = self._scopes(frozenset(words), scope)
        found = [self._index.nearest(vectors, each, limit).keys for each in scopes[:PLACES_NAMED_MAX]]
        return np.unique(np.concatenate(found)) if found else np.zeros(0, np.int64)

    def _scopes(self, words: frozenset[str], scope: Scope) -> list[Scope]:
        places = self._store.memories.places() if words else []
        rooms: Counter[str] = Counter()
        wings: Counter[str] = Counter()
        for each in places:
            rooms[each.place.room] += each.count
            wings[each.place.wing] += each.count
        most = PLACE_SHARE_MAX * sum(rooms.values())
        named = [] if scope.room else [replace(scope, room=name) for name in _named(rooms, most, words)]
        return named + ([] if scope.wing else [replace(scope, wing=name) for name in _named(wings, most, words)])


def _named(counts: Counter[str], most: float, words: frozenset[str]) -> list[str]:
    few = (name for name, count in counts.items() if count <= most and name != GENERAL)
    return [name for name in few if (of_name := _words_of(name)) and of_name <= words]


@lru_cache(maxsize=4_096)
def _words_of(name: str) -> frozenset[str]:
    return frozenset(index_words(_SEPARATORS.sub(" ", name)))
