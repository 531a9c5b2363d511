"""Recall over links: search by words and meaning, then personalised PageRank over the mentions and facts around the best hits."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import numpy as np

from simonides.domain.errors import Invalid
from simonides.domain.memory import EVERYTHING, Hit, Memory
from simonides.domain.ranking.fusion import best
from simonides.domain.ranking.pagerank import Links, Web
from simonides.domain.ranking.recipe import HYBRID, LEXICAL, SEMANTIC, Recipe
from simonides.domain.text.mentions import candidate_names, mentioned
from simonides.domain.time import Clock
from simonides.domain.validation import clean_text
from simonides.frozen import frozen
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.domain.memory import Scope

    Recall = Callable[[str, "Scope", int, Recipe], list[Hit]]

CANDIDATES = 100
"""How many memories text search may nominate."""
SEEDS = 20
"""How many of them are seeds of the walk."""
SEED_MIN = 0.25
"""A hit below this share of the best score is not a seed."""
REACHED = 100
"""How many memories links may nominate."""
NAMES_READ_MAX = 2_000
"""How many characters of the question are searched for names; agents paste whole prompts into it."""

WHOLE_MAX = 50_000
"""Up to this many links the whole graph is walked; of a larger graph only the part around the seeds."""
LOOK_AGAIN = 1_000
"""After how many changes a graph that was too large is measured again."""
ROUNDS = 4
"""How many steps from the seeds are read in a large graph: memory, entity, entity, memory, and one more."""
ROUND_MAX = 400
"""From how many nodes each step continues."""
EACH = 50
"""How many links of one kind an entity may contribute."""
AROUND_MAX = 10_000
"""Reading stops at this many links."""


@frozen
class Weights:
    """The weight of each channel; a channel with weight 0 is not searched."""

    vector: float = 0.40
    words: float = 0.15
    graph: float = 0.45

    def __post_init__(self) -> None:
        for name, value in (("vector_weight", self.vector), ("bm25_weight", self.words), ("ppr_weight", self.graph)):
            if not 0 <= value <= 1_000_000:
                raise Invalid(name, f"{value} is not between 0 and 1,000,000")
        if not self.vector + self.words + self.graph:
            raise Invalid("vector_weight", "is zero, and so are the other weights; give at least one of them a positive value")

    @property
    def text(self) -> float:
        """The weight of meaning and words together, as a share of all weights."""
        return (self.vector + self.words) / (self.vector + self.words + self.graph)

    def parts(self, text: float, vector: float, words: float) -> tuple[float, float]:
        """The shares of meaning and words, each from 0 to 1, that give the score of the text by their weights.

        The search knows more than cosine and word match (names, dates, neighbours, copies), so its score differs from their
        sum. Both are moved towards 1 or 0 alike until they give it.
        """
        total = self.vector + self.words
        plain = (self.vector * vector + self.words * words) / total if total else 0.0
        if text <= plain:
            factor = text / plain if plain else 0.0
            return vector * factor, words * factor
        factor = (text - plain) / (1 - plain)
        lifted = (vector + factor * (1 - vector), words + factor * (1 - words))
        return lifted[0] if self.vector else 0.0, lifted[1] if self.words else 0.0

    @property
    def recipe(self) -> Recipe:
        """The recipe for the text search."""
        if self.vector and not self.words:
            return SEMANTIC
        if self.words and not self.vector:
            return LEXICAL
        # Links alone still need seeds to start from.
        share = self.vector / (self.vector + self.words) if self.vector else HYBRID.vector_weight
        return replace(HYBRID, vector_weight=share)


@frozen
class LinkedHit:
    """A memory that answers a question, and its score in each channel, from 0 to 1."""

    memory: Memory
    score: float
    vector: float
    words: float
    graph: float


@frozen
class LinkedRecall:
    """The hits, and over how many nodes the walk spread."""

    hits: tuple[LinkedHit, ...]
    nodes: int = 0


@frozen
class _Reached:
    """The memories that the walk reached, and the score of each, from 0 to 1."""

    memories: dict[int, Memory]
    shares: dict[str, float]
    nodes: int = 0


@frozen
class _Kept:
    """The whole graph as of one line of the change log; None when it is too large to walk as a whole."""

    seq: int
    day: date
    """On which it was read: facts end with a day."""
    web: Web | None


class GraphRecall:
    """Recall over the links of one palace."""

    def __init__(self, store: Store, recall: "Recall", clock: Clock) -> None:
        self._store = store
        self._recall = recall
        self._clock = clock
        self._kept: _Kept | None = None

    def __call__(self, text: str, limit: int = 10, weights: Weights | None = None) -> LinkedRecall:
        """The memories that answer a question or are linked to what the answers name, best first."""
        weights = weights or Weights()
        hits = self._recall(text, EVERYTHING, CANDIDATES, weights.recipe)
        reached = self._follow(text, hits) if weights.graph else _Reached({}, {})
        linked = [*self._found(hits, reached, weights), *self._hanging(hits, reached, weights)]
        linked.sort(key=lambda hit: -hit.score)
        return LinkedRecall(tuple(linked[:limit]), reached.nodes)

    def _found(self, hits: Sequence[Hit], reached: _Reached, weights: Weights) -> list[LinkedHit]:
        top, most = max((hit.score for hit in hits), default=0.0), max((hit.lexical for hit in hits), default=0.0)
        found = []
        for hit in hits:
            graph = reached.shares.get(hit.memory.id, 0.0)
            text = max(hit.score, 0.0) / top if top > 0 else 0.0
            words = hit.lexical / most if weights.words and most > 0 else 0.0
            vector = _cosine(hit.similarity) if weights.vector else 0.0
            score = weights.text * text + (1 - weights.text) * graph
            found.append(LinkedHit(hit.memory, score, *weights.parts(text, vector, words), graph))
        return found

    def _hanging(self, hits: Sequence[Hit], reached: _Reached, weights: Weights) -> list[LinkedHit]:
        """The hits that only links have found: what words and meaning say of them does not count."""
        known = {hit.memory.id for hit in hits}
        return [
            LinkedHit(memory, (1 - weights.text) * share, 0.0, 0.0, share)
            for memory in reached.memories.values()
            if memory.id not in known and (share := reached.shares[memory.id])
        ]

    def _follow(self, text: str, hits: Sequence[Hit]) -> _Reached:
        seeds = self._seeds(text, hits)
        web = self._web(seeds)
        attention = web.attention(seeds)
        is_memory = web.nodes > 0
        keys, shares = web.nodes[is_memory], attention[is_memory]
        if not shares.any():
            return _Reached({}, {})
        rows = best(shares, REACHED)
        found = self._store.memories.at(keys[rows].tolist())
        memories = {key: memory for key, memory in found.items() if memory.ended_at is None}
        by_key = dict(zip(keys[rows].tolist(), shares[rows].tolist(), strict=True))
        reached = {memory.id: by_key[key] for key, memory in memories.items()}
        return _Reached(memories, reached, int(np.count_nonzero(attention)))

    def _seeds(self, text: str, hits: Sequence[Hit]) -> dict[int, float]:
        """The seeds: the best hits, weighted by their share of the best score, and the entities that the question names."""
        named = self._named(text)
        top = max((hit.score for hit in hits), default=0.0)
        leading = [hit for hit in hits[:SEEDS] if hit.score > SEED_MIN * top] if top > 0 else []
        nodes = self._store.links.nodes_of([hit.memory.id for hit in leading], named)
        seeds = {nodes[hit.memory.id]: hit.score / top for hit in leading if hit.memory.id in nodes}
        return seeds | {nodes[entity_id]: 1.0 for entity_id in named if entity_id in nodes}

    def _named(self, text: str) -> list[str]:
        text = clean_text(text)[:NAMES_READ_MAX]
        known = self._store.graph.named(candidate_names(text)) if self._store.graph.entities(limit=1) else {}
        return [known[name].id for name in sorted(mentioned(text, known))] if known else []

    def _web(self, seeds: dict[int, float]) -> Web:
        seq, now = self._store.changes.latest(), self._clock()
        kept = self._kept if self._kept and self._kept.day == now.date() else None
        is_still_large = kept is not None and kept.web is None and seq - kept.seq < LOOK_AGAIN
        if kept is None or (kept.seq != seq and not is_still_large):
            links = self._store.links.every(WHOLE_MAX, now)
            kept = self._kept = _Kept(seq, now.date(), None if links is None else Web.of(links))
        return kept.web or Web.of(self._around(seeds))

    def _around(self, seeds: dict[int, float]) -> Links:
        links, seen, frontier = Links.none(), set(seeds), list(seeds)
        for _ in range(ROUNDS):
            if not frontier or len(links) >= AROUND_MAX:
                break
            links = links.joined(self._store.links.around(frontier, EACH, self._clock()))
            # Entities have negative numbers and so come first: they lead further, where a memory mostly leads back.
            nodes = np.unique(np.concatenate([links.first, links.second])).tolist()
            frontier = [node for node in nodes if node not in seen][:ROUND_MAX]
            seen.update(frontier)
        return links.distinct()


def _cosine(value: float | None) -> float:
    return 0.0 if value is None or value != value else min(max(value, 0.0), 1.0)  # noqa: PLR0124 - NaN is not itself
