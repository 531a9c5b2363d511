"""What do candidates say of each other? Neighbours in a conversation, whole conversations, and names handed on."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from simonides.domain import ranking, terms
from simonides.domain.candidates import Matches
from simonides.domain.names import names_in
from simonides.domain.ranking import Scores, WordScores
from simonides.domain.traits import Traits
from simonides.domain.words import query_words
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEEDS = 5
"""How many of the best hand on the names they hold."""
NAMES_MAX = 16
"""How many names are followed, those of the best first."""
MATCHED_MAX = 400
"""How many of the best matches by word count for their conversations."""
SHARE_MAX = 0.05
"""A name that more of the palace holds leads nowhere."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A name that seeds hold, and the weight of each that does."""

    name: str
    givers: dict[int, float]


class Context:
    """The ties among the candidates of one palace."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def conversations(self, matches: Matches, words: WordScores, traits: Traits) -> Scores:
        """From 0 to 1: how well the whole conversation of each candidate fits the words of the question."""
        names = {name for name in traits.conversations if name is not None}
        if not names or not len(words.keys):
            return np.zeros(len(traits.flags))
        rows = ranking.best(words.weights, MATCHED_MAX)
        owners = self._store.search.traits(words.keys[rows].tolist()).conversations
        lengths = self._store.search.conversations(sorted(names | {name for name in owners if name is not None}))
        scores = terms.conversation_scores(matches, rows, owners, lengths)
        return np.array([scores.get(name or "", 0.0) for name in traits.conversations])

    def handed_on(self, question: str, keys: "NDArray[np.int64]", scores: Scores) -> Scores:
        """From 0 to 1: what the best candidates hand on to others through names they share, the more the rarer the name.

        So a memory is found that does not hold what was asked for, but is about the same person or thing as one that does.
        """
        gifts = np.zeros(len(keys))
        seeds = ranking.best(scores, SEEDS)
        if not len(seeds) or scores[seeds[0]] <= 0:
            return gifts
        total = self._store.memories.count()
        most = max(5, int(SHARE_MAX * total))
        weights = {int(keys[row]): max(float(scores[row] / scores[seeds[0]]), 0.0) for row in seeds}
        for named in self._names(question, weights):
            holders = self._store.search.phrase(query_words(named.name), most + 1)
            if 2 <= len(holders) <= most:
                worth = float(np.log(total / len(holders))) / len(holders)
                rows = np.flatnonzero(np.isin(keys, holders))
                own = np.array([named.givers.get(int(keys[row]), 0.0) for row in rows])
                gifts[rows] += worth * (sum(named.givers.values()) - own)
        top = gifts.max(initial=0.0)
        return gifts / top if top > 0 else gifts

    def _names(self, question: str, weights: dict[int, float]) -> list[_Named]:
        asked = question.casefold()
        givers: dict[str, dict[int, float]] = {}
        for key, memory in self._store.memories.at(list(weights)).items():
            for name in names_in(memory.content):
                if name.casefold() not in asked:
                    givers.setdefault(name, {})[key] = weights[key]
        ordered = sorted(givers, key=lambda name: (-sum(givers[name].values()), name))
        return [_Named(name, givers[name]) for name in ordered[:NAMES_MAX]]


def pairs_of(traits: Traits) -> terms.Pairs:
    """Which candidates stand next to each other in a conversation."""
    places = {
        (conversation, position): row
        for row, (conversation, position) in enumerate(zip(traits.conversations, traits.positions.tolist(), strict=True))
        if conversation is not None
    }
    found = [
        (row, other)
        for (conversation, position), row in places.items()
        for step in (-1, 1)
        if (other := places.get((conversation, position + step))) is not None
    ]
    pairs = np.array(found, np.intp).reshape(-1, 2)
    return terms.Pairs(pairs[:, 0], pairs[:, 1])
