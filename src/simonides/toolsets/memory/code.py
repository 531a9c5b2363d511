"""Code tools of the memory set: indexing and search of source code."""

from functools import partial
from typing import Annotated, Literal, NotRequired, TypedDict

from simonides.domain.code import ChunkHit, CodeScope, IndexState, IndexStatus
from simonides.domain.errors import Invalid
from simonides.domain.time import rfc3339
from simonides.domain.validation import check_question, clean_text, given
from simonides.engine.palace import Palace
from simonides.toolkit.dialogue.voice import Voice
from simonides.toolkit.shapes import Arg
from simonides.toolsets.memory.searching import LooseLimit
from simonides.toolsets.memory.wording import PATIENCE_S


class InvalidPath(Invalid):
    """A path that is no readable folder."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        super().__init__("path", reason)


class IndexReply(TypedDict):
    """A project whose indexing has begun, and what is indexed of it by now."""

    project_id: str
    files_indexed: int
    chunks_created: int
    status: NotRequired[str]


class FoundCode(TypedDict):
    """A chunk of code that answers."""

    id: str
    file_path: str
    content: str
    language: str
    start_line: int
    end_line: int
    chunk_type: str
    name: str | None
    score: float


class CodeReply(TypedDict):
    """What a search of code found."""

    results: list[FoundCode]
    count: int


class StatusReply(TypedDict):
    """How far indexing has come."""

    project_id: str
    status: Literal["pending", "indexing", "completed", "failed"]
    total_files: int
    indexed_files: int
    total_chunks: int
    embedded_chunks: int
    progress_percent: float
    eta_seconds: int | None
    started_at: str | None
    completed_at: str | None


class ProjectsReply(TypedDict):
    """Every project."""

    projects: list[str]
    count: int


class DeletedChunks(TypedDict):
    """How much of a project is gone."""

    chunks_deleted: int


def index_project(
    palace: Palace,
    voice: Voice,
    path: Annotated[str, Arg("Path to project root directory")],
    *,
    watch: Annotated[bool, Arg("Enable file watching for auto-reindex (optional, deferred)")] = False,
) -> IndexReply:
    """Index a codebase for semantic search."""
    if not path.strip():
        # An empty path would be the folder that the server happened to be started in.
        raise InvalidPath(path, "must not be empty")
    palace.vectors.require(PATIENCE_S)
    try:
        status = palace.codebase.index_in_background(path, watch=watch, tell=partial(_report, voice))
    except Invalid as error:
        raise InvalidPath(path, error.reason) from error
    reply: IndexReply = {
        "project_id": status.project.id,
        "files_indexed": status.progress.indexed_files,
        "chunks_created": status.progress.new_chunks,
    }
    if status.progress.state is not IndexState.COMPLETED:
        reply["status"] = status.progress.state.value
    return reply


def _report(voice: Voice, status: IndexStatus) -> None:
    progress = status.progress
    voice.progress(progress.indexed_files, progress.total_files or None, f"{status.chunks} chunks can be found")


def search_code(
    palace: Palace,
    query: Annotated[str, Arg("Search query text")],
    project_id: Annotated[str | None, Arg("Filter by project (optional)")] = None,
    limit: LooseLimit = 10,
) -> CodeReply:
    """Semantic search over indexed code."""
    hits = palace.codebase.search(check_question(query), CodeScope(given(project_id)), limit)
    # A name held to the letter counts extra, so the best may have more than 1.
    top = max(1.0, *(hit.score for hit in hits)) if hits else 1.0
    results = [_found(hit, max(hit.score, 0.0) / top) for hit in hits]
    return {"results": results, "count": len(results)}


def get_index_status(palace: Palace, project_id: Annotated[str, Arg("Project ID to check")]) -> StatusReply:
    """Get indexing status for a project."""
    status = palace.codebase.status(clean_text(project_id))
    progress = status.progress
    return {
        "project_id": status.project.id,
        "status": progress.state.value,
        "total_files": progress.total_files,
        "indexed_files": progress.indexed_files,
        "total_chunks": status.chunks,
        "embedded_chunks": status.embedded,
        "progress_percent": status.percent,
        "eta_seconds": status.eta_s,
        "started_at": rfc3339(progress.started_at) if progress.started_at else None,
        "completed_at": rfc3339(progress.completed_at) if progress.completed_at else None,
    }


def list_projects(palace: Palace) -> ProjectsReply:
    """List all indexed projects."""
    projects = [project.id for project in palace.codebase.projects()]
    return {"projects": projects, "count": len(projects)}


def delete_project(palace: Palace, project_id: Annotated[str, Arg("Project ID to delete")]) -> DeletedChunks:
    """Delete all indexed code chunks for a project."""
    return {"chunks_deleted": palace.codebase.delete(clean_text(project_id))}


def _found(hit: ChunkHit, score: float) -> FoundCode:
    chunk = hit.chunk
    return {
        "id": chunk.id,
        "file_path": chunk.path,
        "content": chunk.content,
        "language": chunk.language,
        "start_line": chunk.start_line,
        "end_line": chunk.end_line,
        "chunk_type": chunk.kind,
        "name": chunk.name,
        "score": round(score, 4),
    }
