"""Joint recall: memories and code in one list, each measured by how far it stands out among its own kind."""

from collections.abc import Sequence
from dataclasses import replace

from simonides.domain.code import Chunk, ChunkHit, CodeScope
from simonides.domain.memory import Memory
from simonides.domain.ranking.zscore import merged
from simonides.engine.code.codebase import Codebase
from simonides.engine.search.linked import GraphRecall, LinkedHit, LinkedRecall, Weights
from simonides.frozen import frozen

DEVIATION_MIN = 0.25
"""By how much the scores of a list must differ to stand out fully; a list in which all is alike has no winner."""
POOL_MIN = 30
"""How many of each list are compared at least: how far a score stands out shows only against others."""


@frozen
class JointHit:
    """A memory or a chunk that answers a question, and its score in each channel, from 0 to 1."""

    found: Memory | Chunk
    score: float
    vector: float
    words: float
    graph: float = 0.0


@frozen
class JointRecall:
    """The hits, and over how many nodes the walk spread."""

    hits: tuple[JointHit, ...]
    nodes: int = 0


class JointSearch:
    """Recall over the memories and the code of one palace."""

    def __init__(self, linked: GraphRecall, codebase: Codebase) -> None:
        self._linked = linked
        self._codebase = codebase

    def __call__(
        self, question: str, limit: int, weights: Weights, code: CodeScope | None = None, *, with_memories: bool = True
    ) -> JointRecall:
        """What answers a question, best first: memories, code in that scope, or both."""
        is_joint = with_memories and code is not None
        pool = max(3 * limit, POOL_MIN) if is_joint else limit
        linked = self._linked(question, pool, weights) if with_memories else LinkedRecall(())
        memories = [_of_memory(hit) for hit in linked.hits]
        # Nothing links to code: with links alone there is nothing to say of it.
        chunks = self._code(question, pool, weights, code) if code is not None and weights.text else []
        hits = joined(memories, chunks) if is_joint else memories or chunks
        return JointRecall(tuple(hits[:limit]), linked.nodes)

    def _code(self, question: str, limit: int, weights: Weights, scope: CodeScope) -> list[JointHit]:
        share = weights.vector / (weights.vector + weights.words)
        return of_chunks(self._codebase.search(question, scope, limit, share), by_words=share < 1)


def of_chunks(hits: Sequence[ChunkHit], *, by_words: bool = True) -> list[JointHit]:
    """Chunks as they stand in a joint list."""
    most = max((hit.bm25 for hit in hits), default=0.0) if by_words else 0.0
    # A name held to the letter counts extra, so the best may have more than 1.
    top = max([1.0, *(hit.score for hit in hits)])
    return [_of_chunk(hit, top, most) for hit in hits]


def joined(memories: Sequence[JointHit], chunks: Sequence[JointHit]) -> list[JointHit]:
    """Both lists as one, best first."""
    lists = [[(hit, hit.score * _trust(hits)) for hit in hits] for hits in (memories, chunks)]
    return [replace(hit, score=score) for hit, score in merged(lists, DEVIATION_MIN)]


def _of_memory(hit: LinkedHit) -> JointHit:
    return JointHit(hit.memory, hit.score, hit.vector, hit.words, hit.graph)


def _of_chunk(hit: ChunkHit, top: float, most: float) -> JointHit:
    return JointHit(hit.chunk, _share(hit.score / top), _share(hit.vector or 0.0), hit.bm25 / most if most > 0 else 0.0)


def _trust(hits: Sequence[JointHit]) -> float:
    """How good the best of a list is, since its score only says that it is the best: its cosine, as far as there are any."""
    # A definition that was found by its name is compared with nothing: it is what was asked for.
    return max((hit.vector for hit in hits), default=0.0) or 1.0


def _share(score: float) -> float:
    return min(max(score, 0.0), 1.0)
