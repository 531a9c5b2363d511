"""Search tools of the memory set: by meaning, by words, or by both together with the graph."""

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from simonides.domain.code import Chunk, CodeScope
from simonides.domain.memory import Hit, Memory
from simonides.domain.question.usual_limit import UsualLimit, widened
from simonides.domain.ranking.recipe import LEXICAL, SEMANTIC
from simonides.domain.validation import check_question, given
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.memory.wording import PATIENCE_S

if TYPE_CHECKING:
    from simonides.engine.search.joint import JointHit

USUAL = UsualLimit(10)
Limit = Annotated[int, Arg("Maximum results (default: 10, max: 50)", minimum=1, maximum=50)]
LooseLimit = Annotated[int, Arg("Maximum results (default: 10, max: 50)", minimum=1, maximum=50, clamp=True, in_schema=False)]


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
    hint: NotRequired[str]
    """What could not be compared by meaning; only where something could not."""


def search(
    palace: Palace, query: Annotated[str, Arg("The search query text (will be embedded)")], limit: Limit = 10
) -> MemorySearchReply:
    """Semantic vector search over memories using HNSW index."""
    question = check_question(query)
    palace.vectors.require(PATIENCE_S, question)
    hits = palace.recall(question, limit=limit, recipe=SEMANTIC)
    results = sorted((_found(hit, hit.similarity or 0.0) for hit in hits), key=lambda found: -found["score"])
    _bound(palace, query, results)
    return {"results": results, "count": len(results), "query": query}


def search_text(
    palace: Palace, query: Annotated[str, Arg("The keyword query for full-text search")], limit: Limit = 10
) -> MemorySearchReply:
    """Full-text keyword search using BM25 algorithm."""
    hits = [hit for hit in palace.recall(check_question(query), limit=limit, recipe=LEXICAL) if hit.lexical > 0]
    top = max((hit.score for hit in hits), default=1.0)
    results = [_found(hit, hit.score / top if top > 0 else 0.0) for hit in hits]
    _bound(palace, query, results)
    return {"results": results, "count": len(results), "query": query}


def recall(
    palace: Palace,
    *,
    query: Annotated[str, Arg("Search query")],
    limit: LooseLimit = USUAL,
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
    # The engine's ranking needs numpy, and reading the list of tools must not wait for that.
    from simonides.engine.search.linked import Weights

    scope = CodeScope(given(project_id), given(language and language.lower())) if include_code else None
    weights = Weights(vector_weight, bm25_weight, ppr_weight)
    recalled = palace.recall_jointly(check_question(query), widened(limit, query), weights, scope, with_memories=include_memories)
    results = [_line(hit) for hit in recalled.hits]
    _bound(palace, query, results)
    memories_count = sum(line["source"] == "memory" for line in results)
    reply: RecollectionsReply = {
        "results": results,
        "query": query,
        "subgraph_nodes": recalled.nodes,
        "memories_count": memories_count,
        "code_count": len(results) - memories_count,
    }
    if gap := palace.vectors.gap(query).told():
        reply["hint"] = gap
    return reply


def _bound(palace: Palace, query: str, results: "list[FoundMemory] | list[Recollection]") -> None:
    """Show long texts by their passages, where the server sets how long an answer may be."""
    texts = palace.passages(query, [(result["id"], result["content"]) for result in results])
    for result, text in zip(results, texts, strict=True):
        result["content"] = text


def _found(hit: Hit, score: float) -> FoundMemory:
    memory = hit.memory
    return {"id": memory.id, "content": memory.content, "memory_type": memory.kind, "score": _rounded(score)}


def _line(hit: "JointHit") -> Recollection:
    found = hit.found
    line: Recollection = {
        "id": found.id,
        "content": found.content,
        "source": "memory" if isinstance(found, Memory) else "code",
        "score": _rounded(hit.score),
        "vector_score": _rounded(hit.vector),
        "bm25_score": _rounded(hit.words),
        "ppr_score": _rounded(hit.graph),
    }
    if isinstance(found, Chunk):
        line |= {"file_path": found.path, "start_line": found.start_line, "end_line": found.end_line}
    return line


def _rounded(score: float) -> float:
    return round(score, 4)
