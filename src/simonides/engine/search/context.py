"""Ties among candidates: neighbours in a conversation, fit of the whole conversation, shared names, and second hops by names."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from simonides.domain.memory import Memory
from simonides.domain.question.descriptions import Description, answering
from simonides.domain.ranking import fusion, terms
from simonides.domain.ranking.candidates import CandidatePool, Matches
from simonides.domain.ranking.fusion import Scores
from simonides.domain.ranking.score_terms import Shift
from simonides.domain.ranking.traits import Traits, without_day
from simonides.domain.text.names import names_in
from simonides.domain.text.words import phrase_words
from simonides.engine.search.comparison import STEP
from simonides.engine.search.joint_index import JointIndex

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from simonides.ports.embedder import Vectors

SEEDS = 5
"""How many of the best candidates pass score on through the names they contain."""
LINKED_CHARS_MAX = 400
"""A longer text is no note that leads to another, or answers."""
COMPARED = 12
"""How many of the best are compared with each other afterwards, mostly."""
NAMES_MAX = 16
"""How many names are followed, those of the best candidates first."""
SHARE_MAX = 0.05
HOLDERS_MAX = 200
"""A name found in a larger share of the palace, or in more memories, tells too little to be followed."""

LOOKED_AT = 10
"""Among how many of the best the answer is looked for."""
NAME_MIN = 3
"""A shorter word is part of a name, but not enough of it."""


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
        most = most_holders(total)
        weights = {int(keys[row]): max(float(scores[row] / scores[seeds[0]]), 0.0) for row in seeds}
        # Read at once, since the comparisons that follow ask for some of them each.
        self._index.at(keys[fusion.best(scores, COMPARED)].tolist())
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


class Hops:
    """Finds answers to questions that describe what they ask about, in one palace."""

    def __init__(self, index: JointIndex, embed: "Callable[[str], Vectors | None]") -> None:
        self._index = index
        self._embed = embed

    def answered(self, question: str, description: Description, pool: CandidatePool, scores: Scores) -> Shift:
        """The score terms that lift the answer right above the best note, if that one only leads to it."""
        shift = Shift.none(len(pool.keys))
        best = [row for row in fusion.best(scores, LOOKED_AT).tolist() if pool.traits.is_apart[row]]
        memories = self._index.at(pool.keys[best].tolist())
        notes = [row for row in best if _is_note(memories.get(int(pool.keys[row])))]
        if not notes or notes[0] != best[0]:
            return shift
        leading = memories[int(pool.keys[notes[0]])]
        linked = self._linked(question, leading.content)
        rows = [notes[0], *(row for row in notes[1:] if int(pool.keys[row]) in linked)]
        place = self._place(description, pool.keys[rows].tolist()) if len(rows) > 1 else None
        if place is not None:
            row = rows[place]
            shift.points[row] = scores[rows[0]] + STEP - scores[row]
            shift.beside[row] = rows[0]
        return shift

    def _linked(self, question: str, text: str) -> set[int]:
        """The memories that share a rare name with a text, or a part of one; names in the question lead nowhere else."""
        asked = set(phrase_words(question))
        words = {word for each in _name_words(text) for word in phrase_words(each)} - asked
        found = self._index.phrases([(word,) for word in sorted(words)], least=2, most=most_holders(self._index.count()))
        return {key for holders in found for key in holders}

    def _place(self, description: Description, keys: list[int]) -> int | None:
        wanted, told = self._embed(f"{description.wanted}?"), self._embed(description.told)
        if wanted is None or told is None:
            return None
        return answering(self._index.cosines(wanted, keys).tolist(), self._index.cosines(told, keys).tolist())


def _is_note(memory: Memory | None) -> bool:
    return memory is not None and len(memory.content) <= LINKED_CHARS_MAX


def _name_words(text: str) -> Iterator[str]:
    for name in names_in(without_day(text)):
        yield from (word for word in name.split() if len(word) >= NAME_MIN and not word.isdigit())


def most_holders(total: int) -> int:
    """How many of so many memories may share a name that is followed."""
    return max(5, min(int(SHARE_MAX * total), HOLDERS_MAX))


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
