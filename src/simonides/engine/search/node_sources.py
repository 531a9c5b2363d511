"""Entities found through other texts than their observations: memories that name them, and their summaries."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from simonides.domain.graph import FoundNode
from simonides.domain.ranking import fusion
from simonides.domain.ranking.recipe import LEXICAL
from simonides.domain.ranking.text_matches import beside_cosines, matches_among_words, share
from simonides.domain.text.words import index_words, name_words, query_words
from simonides.engine.search.words.lexical import look_up
from simonides.ports.stores import Store

NAME_WEIGHT = 0.5
"""The share of what its score lacks to 1 that a node gains when its whole name stands in the question; chosen on the open half of
the questions for nodes."""
RANKED_NAME_WEIGHT = 1.5
"""The same beside a rank, where the best has 1, for the square of the share, so that half a name counts little: 86 in 100 of
the open questions for nodes are then right first (as from 1.2 to 2), and 74 without names."""
SUMMARIES_MAX = 2_000
"""How many summaries are searched, the latest first."""


@dataclass
class NodeSources:
    """Memories and summaries of one palace, as far as they lead to entities."""

    store: Store
    _words: dict[str, list[str]] = field(default_factory=dict)
    """The words of each summary, kept from search to search."""

    def by_summary(self, question: str) -> list[FoundNode]:
        """Nodes by the words of their summaries, on the scale of cosines."""
        return list(self._by_summary(question, on_scale_of_cosines=True))

    def by_words(self, question: str, limit: int) -> list[FoundNode]:
        """Nodes by memories that hold the words and name them, and by their summaries."""
        matches = look_up(question, self.store.search.matches).matches
        scores = share(matches, LEXICAL.pair_weight)
        rows = fusion.best(scores, limit)
        held = {int(matches.keys[row]): float(scores[row]) for row in rows if scores[row] > 0}
        return [*self.named(held), *self._by_summary(question, on_scale_of_cosines=False)]

    def named(self, scores: Mapping[int, float]) -> Iterator[FoundNode]:
        """The nodes that some memories name, each with the score of its memory."""
        named = self.store.graph.mentioned_in(list(scores))
        rows = self.store.links.nodes_of([], sorted({entity for each in named.values() for entity in each}))
        nodes = self.store.nodes.at([-row for row in rows.values()])
        memories = self.store.memories.at([key for key, entities in named.items() if entities])
        for key, entities in named.items():
            for entity in entities:
                # Another process may have deleted either of them.
                if key in memories and entity in rows and -rows[entity] in nodes:
                    yield FoundNode(nodes[-rows[entity]], memories[key].content, scores[key], None)

    def _by_summary(self, question: str, *, on_scale_of_cosines: bool) -> Iterator[FoundNode]:
        summaries = self.store.nodes.summaries(SUMMARIES_MAX)
        if not summaries:
            return
        words = {key: self._words.get(text) or index_words(text) for key, text in summaries.items()}
        self._words = {text: words[key] for key, text in summaries.items()}
        matches = look_up(question, lambda asked: matches_among_words(asked, words)).matches
        scores = beside_cosines(matches, LEXICAL.pair_weight) if on_scale_of_cosines else share(matches, LEXICAL.pair_weight)
        held = dict(zip(matches.keys.tolist(), scores.tolist(), strict=True))
        for key, node in self.store.nodes.at([key for key, score in held.items() if score > 0]).items():
            yield FoundNode(node, summaries[key], held[key], None)


def with_names(question: str, found: Sequence[FoundNode]) -> list[FoundNode]:
    """The same nodes, with higher scores for those whose names the question holds; a word of few names counts more.

    Observations seldom repeat the name of what they are about.
    """
    shares = _name_shares(question, found)
    return [replace(each, score=each.score + NAME_WEIGHT * shares[each.node.key] * max(1 - each.score, 0.0)) for each in found]


def in_order(question: str, ranked: Sequence[FoundNode], near: Sequence[FoundNode], limit: int) -> list[FoundNode]:
    """Each node once, by its share of the best rank and by its name; those that are only near come last.

    The first has the score of its nearness and the others follow in proportion, so that a score still tells how near a node is.
    """
    best = {each.node.key: each for each in _ascending([*(replace(each, score=0.0) for each in near), *ranked])}
    nearness = {each.node.key: each.score for each in _ascending(with_names(question, near))}
    shares = _name_shares(question, list(best.values()))
    points = {key: max(each.score, 0.0) + RANKED_NAME_WEIGHT * shares[key] ** 2 for key, each in best.items()}
    order = sorted(best, key=lambda key: (-points[key], -nearness.get(key, 0.0)))[:limit]
    top = max([1e-9, *(points[key] for key in order[:1])])
    level = nearness.get(order[0], min(top, 1.0)) if order else 0.0
    return [replace(best[key], score=level * points[key] / top) for key in order]


def _ascending(found: Iterable[FoundNode]) -> list[FoundNode]:
    return sorted(found, key=lambda each: each.score)


def _name_shares(question: str, found: Sequence[FoundNode]) -> dict[int, float]:
    """For each node how much of its name the question holds, from 0 to 1."""
    asked = frozenset(query_words(question))
    names = {each.node.key: name_words(each.node.entity.name) for each in found}
    holders = Counter(word for words in names.values() for word in words)
    return {key: _share(words, asked, holders) for key, words in names.items()}


def _share(words: frozenset[str], asked: frozenset[str], holders: Mapping[str, int]) -> float:
    """How much of a name the question holds, from 0 to 1; a number alone is none of it: `OR-1` does not name `Sprint 1`."""
    held = words & asked
    if all(map(str.isdigit, held)) and held != words:
        return 0.0
    return sum(1 / holders[word] for word in held) / max(sum(1 / holders[word] for word in words), 1e-9)


def best_of_each(found: Iterable[FoundNode], limit: int) -> list[FoundNode]:
    """Each node once, by its best score, best first; among equals those given first."""
    best: dict[int, FoundNode] = {}
    for each in found:
        if each.node.key not in best or each.score > best[each.node.key].score:
            best[each.node.key] = each
    return sorted(best.values(), key=lambda each: -each.score)[:limit]
