"""Entities found through other texts than their observations: memories that name them, and their summaries."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from simonides.domain.graph import FoundNode
from simonides.domain.ranking import fusion
from simonides.domain.ranking.recipe import LEXICAL
from simonides.domain.ranking.text_matches import beside_cosines, matches_among_words, share
from simonides.domain.text.words import index_words, name_words, query_words
from simonides.engine.search.lexical import look_up
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

NAME_WEIGHT = 0.5
"""The share of what its score lacks to 1 that a node gains when its whole name stands in the question; chosen on the open half of
the questions for nodes."""
SUMMARIES_MAX = 2_000
"""How many summaries are searched, the latest first."""


@dataclass
class NodeSources:
    """Memories and summaries of one palace, as far as they lead to entities."""

    store: Store
    _words: dict[str, list[str]] = field(default_factory=dict)
    """The words of each summary, kept from search to search."""

    def by_meaning(self, question: str, vectors: "Vectors | None", limit: int) -> list[FoundNode]:
        """Nodes by the nearest memories that name them and, on the scale of cosines, by the words of their summaries."""
        found = list(self._by_summary(question, on_scale_of_cosines=True))
        if vectors is not None:
            near = self.store.search.nearest(vectors, limit=limit)
            found += self._named(dict(zip(near.keys.tolist(), near.cosines.tolist(), strict=True)))
        return found

    def by_words(self, question: str, limit: int) -> list[FoundNode]:
        """Nodes by memories that hold the words and name them, and by their summaries."""
        matches = look_up(question, self.store.search.matches).matches
        scores = share(matches, LEXICAL.pair_weight)
        rows = fusion.best(scores, limit)
        held = {int(matches.keys[row]): float(scores[row]) for row in rows if scores[row] > 0}
        return [*self._named(held), *self._by_summary(question, on_scale_of_cosines=False)]

    def _named(self, scores: Mapping[int, float]) -> Iterator[FoundNode]:
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
    asked = frozenset(query_words(question))
    names = {each.node.key: name_words(each.node.entity.name) for each in found}
    holders = Counter(word for words in names.values() for word in words)
    shares = {key: _share(words, asked, holders) for key, words in names.items()}
    return [replace(each, score=each.score + NAME_WEIGHT * shares[each.node.key] * max(1 - each.score, 0.0)) for each in found]


def _share(words: frozenset[str], asked: frozenset[str], holders: Mapping[str, int]) -> float:
    """How much of a name the question holds, from 0 to 1."""
    return sum(1 / holders[word] for word in words & asked) / max(sum(1 / holders[word] for word in words), 1e-9)


def best_of_each(found: Iterable[FoundNode], limit: int) -> list[FoundNode]:
    """Each node once, by its best score, best first; among equals those given first."""
    best: dict[int, FoundNode] = {}
    for each in found:
        if each.node.key not in best or each.score > best[each.node.key].score:
            best[each.node.key] = each
    return sorted(best.values(), key=lambda each: -each.score)[:limit]
