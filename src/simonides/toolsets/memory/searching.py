"""Search tools of the memory set: by meaning, by words, or by both together with the graph."""

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from simonides.domain.code import CodeScope
from simonides.domain.memory import Hit
from simonides.domain.ranking.zscore import merged
from simonides.domain.validation import clean_text
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.memory.wording import PATIENCE_S, check_query

if TYPE_CHECKING:
    from simonides.domain.code import ChunkHit
    from simonides.engine.search.linked import LinkedHit, Weights

Limit = Annotated[int, Arg("Maximum results (default: 10, max: 50)", minimum=1, maximum=50)]
LooseLimit = Annotated[int, Arg("Maximum results (default: 10, max: 50)", minimum=1, maximum=50, clamp=True, in_schema=False)]

DEVIATION_MIN = 0.25
"""By how much the scores of a list must differ to stand out fully; a list in which all is alike has no winner."""
POOL_MIN = 30
"""How many of each list are compared at least: how far a score stands out shows only against others."""


class FoundMemory(TypedDict):
    """A memory that answers."""

    id: str
    content: str
    memory_type: str
    score: float


class MemorySearchReply(TypedDict):
    """What a search found."""

    results: list[FoundMemory]
    count: int
    query: str


class Recollection(TypedDict):
    """A memory or a chunk of code that answers, and what each channel says of it; lines and file only of code."""

    id: str
    content: str
    source: Literal["memory", "code"]
    score: float
    vector_score: float
    bm25_score: float
    ppr_score: float
    file_path: NotRequired[str]
    start_line: NotRequired[int]
    end_line: NotRequired[int]


class RecollectionsReply(TypedDict):
    """What came to mind."""

    results: list[Recollection]
    query: str
    subgraph_nodes: int
    memories_count: int
    code_count: int


def search(
    palace: Palace, query: Annotated[str, Arg("The search query text (will be embedded)")], limit: Limit = 10
) -> MemorySearchReply:
    """Semantic vector search over memories using HNSW index."""
    # Reading the list of tools must not wait for numpy, which stands behind every recipe.
    from simonides.domain.ranking.fusion import SEMANTIC

    question = check_query(query)
    palace.vectors.require(PATIENCE_S, question)
    hits = palace.recall(question, limit=limit, recipe=SEMANTIC)
    results = sorted((_found(hit, hit.similarity or 0.0) for hit in hits), key=lambda found: -found["score"])
    return {"results": results, "count": len(results), "query": query}


def search_text(
    palace: Palace, query: Annotated[str, Arg("The keyword query for full-text search")], limit: Limit = 10
) -> MemorySearchReply:
    """Full-text keyword search using BM25 algorithm."""
    # As in `search`.
    from simonides.domain.ranking.fusion import LEXICAL

    hits = [hit for hit in palace.recall(check_query(query), limit=limit, recipe=LEXICAL) if hit.lexical > 0]
    top = max((hit.score for hit in hits), default=1.0)
    results = [_found(hit, hit.score / top if top > 0 else 0.0) for hit in hits]
    return {"results": results, "count": len(results), "query": query}


def recall(
    palace: Palace,
    *,
    query: Annotated[str, Arg("Search query")],
    limit: LooseLimit = 10,
    include_memories: Annotated[bool, Arg("Include memory results (default: true)")] = True,
    include_code: Annotated[bool, Arg("Include code chunk results (default: false)")] = False,
    project_id: Annotated[str | None, Arg("Filter code results by project (optional, requires include_code=true)")] = None,
    language: Annotated[str | None, Arg("Filter code by language: rust, python, javascript, typescript, go (optional)")] = None,
    vector_weight: Annotated[float, Arg("Weight for vector similarity (default: 0.40)")] = 0.40,
    bm25_weight: Annotated[float, Arg("Weight for BM25 (default: 0.15)")] = 0.15,
    ppr_weight: Annotated[float, Arg("Weight for PPR graph ranking (default: 0.45)")] = 0.45,
) -> RecollectionsReply:
    """Hybrid search combining vector similarity, BM25 keywords, and graph context (PPR).
    Can search memories, code, or both with Z-Score normalization.
    """  # noqa: D205 - one paragraph, as in the contract
    # As in `search`.
    from simonides.engine.search.linked import LinkedRecall, Weights

    question = check_query(query)
    weights = Weights(vector_weight, bm25_weight, ppr_weight)
    pool = max(3 * limit, POOL_MIN) if include_memories and include_code else limit
    memories = palace.recall_linked(question, pool, weights) if include_memories else LinkedRecall(())
    lines = [_memory_line(hit) for hit in memories.hits]
    # Code hangs on nothing: with links alone there is nothing to say of it.
    code = _code_lines(palace, question, pool, project_id, language, weights) if include_code and weights.text else []
    results = _joined(lines, code)[:limit] if include_memories and include_code else (lines or code)[:limit]
    memories_count = sum(line["source"] == "memory" for line in results)
    return {
        "results": results,
        "query": query,
        "subgraph_nodes": memories.nodes,
        "memories_count": memories_count,
        "code_count": len(results) - memories_count,
    }


def _joined(memories: list[Recollection], code: list[Recollection]) -> list[Recollection]:
    lists = [[(line, line["score"] * _trust(lines)) for line in lines] for lines in (memories, code)]
    joined: list[Recollection] = []
    for line, score in merged(lists, DEVIATION_MIN):
        joined.append({**line, "score": _rounded(score)})
    return joined


def _trust(lines: list[Recollection]) -> float:
    """How good the best of a list is, since its score only says that it is the best: its cosine, as far as there are any."""
    # A definition that was found by its name is compared with nothing: it is what was asked for.
    return max((line["vector_score"] for line in lines), default=0.0) or 1.0


def _found(hit: Hit, score: float) -> FoundMemory:
    memory = hit.memory
    return {"id": memory.id, "content": memory.content, "memory_type": memory.kind, "score": _rounded(score)}


def _memory_line(hit: "LinkedHit") -> Recollection:
    return {
        "id": hit.memory.id,
        "content": hit.memory.content,
        "source": "memory",
        "score": _rounded(hit.score),
        "vector_score": _share(hit.vector),
        "bm25_score": _share(hit.words),
        "ppr_score": _share(hit.graph),
    }


def _code_lines(
    palace: Palace, query: str, limit: int, project_id: str | None, language: str | None, weights: "Weights"
) -> list[Recollection]:
    scope = CodeScope(project_id and clean_text(project_id), language and clean_text(language).lower())
    share = weights.vector / (weights.vector + weights.words)
    hits = palace.codebase.search(query, scope, limit, share)
    most = max((hit.bm25 for hit in hits), default=0.0)
    # A name held to the letter counts extra, so the best may have more than 1.
    top = max([1.0, *(hit.score for hit in hits)])
    return [_code_line(hit, hit.score / top, hit.bm25 / most if share < 1 and most > 0 else 0.0) for hit in hits]


def _code_line(hit: "ChunkHit", score: float, words: float) -> Recollection:
    chunk = hit.chunk
    return {
        "id": chunk.id,
        "content": chunk.content,
        "source": "code",
        "score": _share(score),
        "vector_score": _share(hit.vector or 0.0),
        "bm25_score": _share(words),
        "ppr_score": 0.0,
        "file_path": chunk.path,
        "start_line": chunk.start_line,
        "end_line": chunk.end_line,
    }


def _share(score: float) -> float:
    return _rounded(min(max(score, 0.0), 1.0))


def _rounded(score: float) -> float:
    return round(score, 4)
