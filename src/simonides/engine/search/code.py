"""Code search: by name when the question is an identifier, otherwise by meaning and by words."""

from typing import TYPE_CHECKING

import numpy as np

from simonides.domain.code import Chunk, ChunkHit, CodeScope
from simonides.domain.ranking import fusion
from simonides.domain.ranking.code_terms import (
    CODE,
    DEFINES,
    NAME_WEIGHT,
    identifier_in,
    identifiers_named,
    looks_written,
    name_fit,
)
from simonides.domain.ranking.fusion import Spread, WordScores
from simonides.domain.text.words import identifiers
from simonides.domain.validation import check_question
from simonides.engine.filing.embedding import ChunkTexts, VectorKeeping
from simonides.engine.search.words.lexical import look_up
from simonides.languages.meanings import in_other_languages
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

NAMED_MAX = 200


class CodeSearch:
    """Search over the source code of one palace."""

    def __init__(self, store: Store, vectors: VectorKeeping) -> None:
        self._store = store
        self._vectors = vectors

    def __call__(self, query: str, scope: CodeScope, limit: int, vector_share: float | None = None) -> list[ChunkHit]:
        """The chunks that answer a question, best first.

        A share of 1 finds only chunks that have a vector; a share of 0 finds only chunks that hold a word of the question.
        """
        query = check_question(query)
        share = CODE.vector_weight if vector_share is None else vector_share
        if share >= 1:
            return self._by_meaning_alone(query, scope, limit)
        parts = identifier_in(query)
        hits = self._by_name(query, parts, scope, limit) if parts else []
        hits = hits or self._by_both(query, scope, limit, share)
        return hits if share > 0 else [hit for hit in hits if hit.bm25 > 0]

    def _by_name(self, query: str, parts: tuple[str, ...], scope: CodeScope, limit: int) -> list[ChunkHit]:
        """Definitions of an identifier, then its assignments, then its mentions; needs no model.

        Finds nothing when a plain word names no definition: it is then treated as an ordinary question.
        """
        named = self._store.code_search.named(parts[-1], scope, NAMED_MAX)
        if not named and not looks_written(query):
            return []
        words = self._words(query, scope)
        keys = np.union1d(np.array(named, np.int64), words.best(CODE.candidates))
        weights, _ = words.at(keys)
        chunks = self._store.code.at(keys.tolist())
        most = float(weights.max(initial=0.0)) or 1.0
        hits = []
        for key, weight in zip(keys.tolist(), weights.tolist(), strict=True):
            if key in chunks and (close := name_fit(chunks[key], parts)) > 0:
                score = (close + 0.1 * weight / most) / (DEFINES + 1)
                hits.append(ChunkHit(chunks[key], min(score, 1.0), None, weight, is_named=True))
        return sorted(hits, key=_best_first)[:limit]

    def _by_meaning_alone(self, query: str, scope: CodeScope, limit: int) -> list[ChunkHit]:
        question = self._vectors.of_question(query)
        if question is None:
            return []
        self._vectors.catch_up_if_few(ChunkTexts(self._store))
        keys = self._store.code_search.nearest(question, scope, CODE.candidates).keys
        cosines = self._store.code_search.cosines(question, keys.tolist()).astype(np.float64)
        keys, cosines = keys[~np.isnan(cosines)], cosines[~np.isnan(cosines)]
        rows = fusion.best(cosines, limit)
        return self._hits(keys[rows], cosines[rows], cosines[rows], np.zeros(len(rows)))

    def _by_both(self, query: str, scope: CodeScope, limit: int, share: float) -> list[ChunkHit]:
        question = self._vectors.of_question(query) if share > 0 else None
        words = self._words(query, scope)
        named = np.array(
            [key for name in identifiers_named(query) for key in self._store.code_search.named(name, scope)], np.int64
        )
        keys, near = np.union1d(words.best(CODE.candidates), named), None
        cosines = np.full(len(keys), np.nan)
        if question is not None:
            self._vectors.catch_up_if_few(ChunkTexts(self._store))
            near = self._store.code_search.nearest(question, scope, CODE.candidates)
            keys = np.union1d(keys, near.keys)
            cosines = self._store.code_search.cosines(question, keys.tolist()).astype(np.float64)
        weights, exact = words.at(keys)
        population, _ = self._store.code.count(scope.project)
        spread = Spread.measure(words.weights, population, near)
        scores = fusion.fuse(weights, cosines, spread, share)
        scores = scores + CODE.exact_weight * exact + NAME_WEIGHT * np.isin(keys, named)
        rows = fusion.best(scores, limit)
        return self._hits(keys[rows], scores[rows], cosines[rows], weights[rows])

    def _words(self, query: str, scope: CodeScope) -> WordScores:
        # Code is in English, whatever a question is in: `Miete` is looked for as `rent`.
        meant = in_other_languages(query, frozenset())
        found = look_up(query, lambda words: self._store.code_search.matches(words, scope), meant=meant)
        return found.scores(frozenset(identifiers(query)), CODE)

    def _hits(
        self, keys: "NDArray[np.int64]", scores: fusion.Scores, cosines: fusion.Scores, weights: fusion.Scores
    ) -> list[ChunkHit]:
        chunks: dict[int, Chunk] = self._store.code.at(keys.tolist())
        columns = zip(keys.tolist(), scores.tolist(), cosines.tolist(), weights.tolist(), strict=True)
        return [
            ChunkHit(chunks[key], score, None if np.isnan(cosine) else cosine, weight)
            for key, score, cosine, weight in columns
            # The file may have changed since the candidates were found.
            if key in chunks
        ]


def _best_first(hit: ChunkHit) -> tuple[float, str, str, int]:
    return -hit.score, hit.chunk.project, hit.chunk.path, hit.chunk.start_line
