"""Node search: observations are ranked as memories are and seen from every perspective; each node counts by its best text."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from simonides.domain.errors import NotReady
from simonides.domain.graph import FoundNode, Node, Observation
from simonides.domain.memory import EVERYTHING
from simonides.domain.ranking import fusion
from simonides.domain.ranking.candidates import Matches
from simonides.domain.ranking.fusion import Scores
from simonides.domain.ranking.recipe import HYBRID, LEXICAL
from simonides.domain.ranking.text_matches import beside_cosines, matches_among, share
from simonides.domain.time import Clock
from simonides.domain.validation import check_question
from simonides.engine.filing.embedding import VectorKeeping
from simonides.engine.graph.entities import RESULTS_MAX, Entities
from simonides.engine.graph.perspectives import PerspectiveVectors
from simonides.engine.search.node_sources import NodeSources, best_of_each, in_order, with_names
from simonides.engine.search.recall import Recall
from simonides.engine.search.words.asking_part import asking_part
from simonides.engine.search.words.lexical import look_up
from simonides.frozen import frozen
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.domain.graph import Perspective
    from simonides.ports.embedder import Vectors

    Asked = Sequence[tuple[Perspective, Vectors]]
    """A question as it is embedded from each perspective."""

Mode = Literal["embedding", "text"]

_SPARE = 20
"""How many nodes beyond the limit are looked at: their names may lift them."""
LOOKED_AT_MIN = 60
"""How many of the best memories and observations are ranked at least, for those whose names lift them."""
# A node is shown once, so that copies do no harm.
_WITH_COPIES = replace(HYBRID, sets_copies_back=False)
_DEEPER = 4
_DEEPEST = 20_000
_UNSEEN_MAX = 5_000
"""How many observations that contain a word are checked for missing vectors."""


@frozen
class _Seen:
    """The score of an observation, and the perspective from which the question asks."""

    score: float
    perspective: str | None


@frozen
class FoundWithin:
    """The observations of one node that answer best, with their scores, and how many more there are."""

    best: tuple[tuple[Observation, float], ...]
    more: int


@frozen
class NodeSearch:
    """Search over the observations of one palace."""

    _store: Store
    _sources: NodeSources
    _entities: Entities
    _views: PerspectiveVectors
    _vectors: VectorKeeping
    _clock: Clock
    _recall: Recall

    def search(self, question: str, limit: int = 10, mode: Mode = "embedding") -> list[FoundNode]:
        """The nodes that answer best, each with its best text; by words alone until the model is loaded."""
        question, limit = asking_part(check_question(question)).text, min(max(limit, 1), RESULTS_MAX)
        if mode == "embedding" and self._is_ready(question):
            try:
                return self._from_everywhere(question, limit)
            except NotReady:
                # When a remote model goes away between two calls, search by words still works.
                pass
        return best_of_each([*self._by_words(question, limit), *self._sources.by_words(question, limit)], limit)

    def within(self, name: str, question: str, mode: Mode = "embedding") -> FoundWithin:
        """The best of a node's own observations: by meaning of all of them, by words of those with one. Raises NotFound."""
        question = check_question(question)
        node = self._entities.node(name)
        observations = self._store.observations.of([node.key])[node.key]
        seen = self._scores_within(observations, question, mode)
        ranked = sorted(observations, key=lambda each: (-seen.get(each.key, _Seen(0.0, None)).score, each.ordinal))
        best = [(each, seen[each.key].score) for each in ranked if each.key in seen]
        return FoundWithin(tuple(best[:RESULTS_MAX]), max(len(best) - RESULTS_MAX, 0))

    def _scores_within(self, observations: Sequence[Observation], question: str, mode: Mode) -> dict[int, _Seen]:
        if mode == "embedding" and self._is_ready(question):
            try:
                seen = self._see([each.key for each in observations], question, self._views.of_question(question))
                return self._with_unseen(observations, seen, question)
            except NotReady:
                pass
        matches = _matches_within(observations, question)
        return _by_key(matches.keys.tolist(), share(matches, LEXICAL.pair_weight))

    def _with_unseen(self, observations: Sequence[Observation], seen: dict[int, _Seen], question: str) -> dict[int, _Seen]:
        unseen = [each.key for each in observations if each.key not in seen]
        if not unseen:
            return seen
        # Rarity is taken over all observations, so that the score does not depend on how many still wait.
        matches = _matches_within(observations, question)
        by_words = _by_key(matches.keys.tolist(), beside_cosines(matches, LEXICAL.pair_weight))
        return seen | {key: by_words.get(key, _Seen(0.0, None)) for key in unseen}

    def _see(self, keys: Sequence[int], question: str, asked: "Asked") -> dict[int, _Seen]:
        """The score of each observation: the mean of its cosines as such and from the perspective that the question asks from."""
        matched = self._views.asked_from(question, asked, self._clock().date())
        if matched is None or not keys:
            return {}
        chosen = [(each, vectors) for each, vectors in asked if each == matched or not each.instruction]
        cosines = np.stack([self._store.perspectives.cosines(each.key, vectors, keys) for each, vectors in chosen])
        known = np.flatnonzero(~np.isnan(cosines).all(axis=0))
        scores = np.nanmean(cosines[:, known], axis=0)
        return {keys[row]: _Seen(score, matched.name) for row, score in zip(known.tolist(), scores.tolist(), strict=True)}

    def _by_meaning(self, question: str, asked: "Asked", limit: int) -> list[FoundNode]:
        # Looked up first: an observation that gets its vectors meanwhile is then found twice rather than not at all.
        unseen = self._unseen(question, asked) if self._views.pending() else []
        wanted = limit * _DEEPER
        while True:
            near = [self._store.perspectives.nearest(each.key, vectors, wanted).keys.tolist() for each, vectors in asked]
            is_all = len(unseen) <= wanted and all(len(keys) < wanted for keys in near)
            best = self._see(sorted({key for keys in near for key in keys}), question, asked)
            found = self._best_of_nodes(dict(unseen[:wanted]) | best, limit)
            # A node with many observations may fill the whole result: then more candidates are needed.
            if len(found) >= limit or is_all or wanted >= _DEEPEST:
                return found
            wanted *= _DEEPER

    def _from_everywhere(self, question: str, limit: int) -> list[FoundNode]:
        asked = self._views.of_question(question)
        # What has no instruction before it compares with the vectors of memories.
        plain = next((vectors for perspective, vectors in asked if not perspective.instruction), None)
        near = self._by_meaning(question, asked, limit + _SPARE)
        summed = self._sources.by_summary(question)
        if plain is None:
            return best_of_each(with_names(question, [*near, *summed]), limit)
        level = max([1e-9, *(each.score for each in near)])
        on_scale = [replace(each, score=min(each.score / level, 1.0)) for each in summed]
        return in_order(question, [*self._ranked(question, plain, asked, limit), *on_scale], [*near, *summed], limit)

    def _ranked(self, question: str, plain: "Vectors", asked: "Asked", limit: int) -> list[FoundNode]:
        """The nodes by the search for memories, of which observations are a kind: with words, days and places."""
        wanted = max(limit * _DEEPER, LOOKED_AT_MIN)
        matched = self._views.asked_from(question, asked, self._clock().date())
        with self._recall.searching(question, EVERYTHING, wanted, _WITH_COPIES, plain) as searched:
            pool, scores = searched.pool, searched.tally.scores
            rows = fusion.best(scores, wanted).tolist()
            top = max([1e-9, *(float(scores[row]) for row in rows[:1])])
            seen = {int(pool.keys[row]): _Seen(float(scores[row]) / top, None) for row in rows}
            for row in rows:
                if matched and pool.keys[row] < 0 and not np.isnan(pool.cosines[row]):
                    seen[int(pool.keys[row])] = _Seen(float(scores[row]) / top, matched.name)
            observed = self._best_of_nodes({-key: each for key, each in seen.items() if key < 0}, len(seen))
            return [*observed, *self._sources.named({key: each.score for key, each in seen.items() if key > 0})]

    def _unseen(self, question: str, asked: "Asked") -> list[tuple[int, _Seen]]:
        """The observations that contain a word and have no vector in any perspective yet, best first."""
        oldest = self._store.perspectives.pending(1)
        if not oldest:
            return []
        matches = self._matches(question)
        # Row numbers ascend, so no row before the oldest waiting one needs checking.
        scores = np.where(matches.keys >= oldest[0].key, beside_cosines(matches, LEXICAL.pair_weight), 0.0)
        rows = fusion.best(scores, _UNSEEN_MAX)
        ranked = _by_key(matches.keys[rows].tolist(), scores[rows])
        waiting = [key for key, seen in ranked.items() if seen.score > 0]
        for perspective, vectors in asked:
            cosines = self._store.perspectives.cosines(perspective.key, vectors, waiting)
            waiting = [key for key, cosine in zip(waiting, cosines.tolist(), strict=True) if np.isnan(cosine)]
        return [(key, ranked[key]) for key in waiting]

    def _by_words(self, question: str, limit: int) -> list[FoundNode]:
        matches = self._matches(question)
        scores = share(matches, LEXICAL.pair_weight)
        wanted = limit * _DEEPER
        while True:
            rows = fusion.best(scores, wanted)
            found = self._best_of_nodes(_by_key(matches.keys[rows].tolist(), scores[rows]), limit)
            if len(found) >= limit or wanted >= len(scores):
                return found
            wanted *= _DEEPER

    def _matches(self, question: str) -> Matches:
        return look_up(question, self._store.perspectives.matches).matches

    def _best_of_nodes(self, seen: dict[int, _Seen], limit: int) -> list[FoundNode]:
        rows = self._store.observations.at(list(seen))
        best: dict[int, tuple[Observation, _Seen]] = {}
        for key in sorted(rows, key=lambda key: (-seen[key].score, key)):
            node, observation = rows[key]
            best.setdefault(node, (observation, seen[key]))
            if len(best) == limit:
                break
        nodes: dict[int, Node] = self._store.nodes.at(list(best))
        # Another process may have deleted a node since its observations were found.
        return [
            FoundNode(nodes[node], observation.content, how.score, how.perspective)
            for node, (observation, how) in best.items()
            if node in nodes
        ]

    def _is_ready(self, question: str) -> bool:
        try:
            self._vectors.require(self._vectors.patience_s, question)
        except NotReady:
            return False
        self._views.catch_up_if_few()
        return True


def _by_key(keys: Sequence[int], scores: Scores) -> dict[int, _Seen]:
    return {key: _Seen(score, None) for key, score in zip(keys, scores.tolist(), strict=True)}


def _matches_within(observations: Sequence[Observation], question: str) -> Matches:
    texts = {each.key: each.content for each in observations}
    return look_up(question, lambda words: matches_among(words, texts)).matches
