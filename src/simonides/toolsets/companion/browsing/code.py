"""Indexed source code, to look through and to index."""

from pathlib import Path
from typing import Annotated, Literal, TypedDict

from simonides.domain.code import ALL_CODE, CodeScope, IndexStatus
from simonides.domain.errors import Invalid
from simonides.domain.validation import check_question, clean_text
from simonides.engine.browsing.named_code import CodePlace
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.drawers import found

FOUND_MAX = 50
SHOWN_MAX = 1_500
WAIT_S = 0.5
"""How long a request waits for a small folder to be done; the page asks again."""


class ProjectRow(TypedDict):
    """A folder of source code, and how far its index is; `root` is null for the holder of a palace's token."""

    id: str
    root: str | None
    state: str
    reason: str | None
    chunks: int
    embedded: int
    total_files: int
    indexed_files: int
    eta_s: int | None
    is_watched: bool


class RemovedProject(TypedDict):
    """How many pieces of code went with a project."""

    chunks_removed: int


class ChunkRow(TypedDict):
    """A piece of code; a long one is cut."""

    id: str
    project: str
    path: str
    language: str
    kind: str
    name: str | None
    start_line: int
    end_line: int
    content: str
    score: float


class CodePlaceRow(TypedDict):
    """Where named code stands: a stretch of a file, and the definition if one is meant."""

    project: str
    path: str
    name: str | None
    start_line: int
    end_line: int


class NamedCodeRow(TypedDict):
    """A path or symbol that a memory names; one that is gone has no places."""

    text: str
    kind: Literal["path", "symbol"]
    is_gone: bool
    places: list[CodePlaceRow]


def list_projects(palace: Palace) -> list[ProjectRow]:
    """The projects whose source code is indexed, by id."""
    return [_project(palace, palace.codebase.status(project.id)) for project in palace.codebase.projects()]


def index_folder(
    palace: Palace,
    path: Annotated[str, Arg("A folder of the server's machine, from its root on")],
    *,
    watch: Annotated[bool, Arg("Whether to index it again after every save, as long as the server runs")] = False,
) -> ProjectRow:
    """Index a folder of source code, or index it again; goes on in the background, and the project says how far it is."""
    folder = clean_text(path)
    if not Path(folder).is_absolute():
        # Nobody who asks over HTTP can know the folder that the server was started in.
        raise Invalid("path", "name a folder of the server's machine from its root on, such as /home/ann/code")
    return _project(palace, palace.codebase.index_in_background(folder, watch=watch, patience_s=WAIT_S))


def watch_project(
    palace: Palace,
    project: Annotated[str, Arg("Its id")],
    *,
    watch: Annotated[bool, Arg("Whether to index it again after every save, as long as the server runs")],
) -> ProjectRow:
    """Watch the folder of a project, or leave its index as it is."""
    known = palace.codebase.status(project)
    if watch:
        return _project(palace, palace.codebase.index_in_background(known.project.root, watch=True, patience_s=WAIT_S))
    palace.codebase.stop_watching(project)
    return _project(palace, palace.codebase.status(project))


def remove_project(palace: Palace, project: Annotated[str, Arg("Its id")]) -> RemovedProject:
    """Remove a project from the index; its folder stays as it is."""
    return {"chunks_removed": palace.codebase.delete(project)}


def search_chunks(
    palace: Palace,
    q: Annotated[str, Arg("A name, words or a question")],
    project: Annotated[str | None, Arg("Only in this project")] = None,
    top_k: Annotated[int, Arg("How many", minimum=1, maximum=FOUND_MAX)] = 20,
) -> list[ChunkRow]:
    """Search the indexed source code by name, word and meaning."""
    hits = palace.codebase.search(check_question(q, "q"), CodeScope(project) if project else ALL_CODE, top_k)
    return [
        {
            "id": hit.chunk.id,
            "project": hit.chunk.project,
            "path": hit.chunk.path,
            "language": hit.chunk.language,
            "kind": hit.chunk.kind,
            "name": hit.chunk.name,
            "start_line": hit.chunk.start_line,
            "end_line": hit.chunk.end_line,
            "content": hit.chunk.content[:SHOWN_MAX],
            "score": hit.score,
        }
        for hit in hits
    ]


def list_named_code(palace: Palace, memory: Annotated[str, Arg("Its id, from any tool set")]) -> list[NamedCodeRow]:
    """Paths and symbols that a memory names, 20 at most, and where they stand in the indexed source code, or that they are gone.

    Nothing is said of what the index could not hold: without projects, or of files with an ending that no project has.
    """
    return [
        {
            "text": each.name.text,
            "kind": "path" if each.name.path else "symbol",
            "is_gone": not each.places,
            "places": [_place(place) for place in each.places],
        }
        for each in palace.looking.code_of(found(palace, memory).id)
    ]


def _place(place: CodePlace) -> CodePlaceRow:
    return {
        "project": place.project,
        "path": place.path,
        "name": place.name,
        "start_line": place.start_line,
        "end_line": place.end_line,
    }


def _project(palace: Palace, status: IndexStatus) -> ProjectRow:
    progress, root = status.progress, status.project.root
    # Where folders lie on the server is nothing to the holder of a palace's token.
    is_hidden = palace.hides_path
    reason = progress.reason and (progress.reason.replace(root, status.project.id) if is_hidden else progress.reason)
    return {
        "id": status.project.id,
        "root": None if is_hidden else root,
        "state": progress.state.value,
        "reason": reason,
        "chunks": status.chunks,
        "embedded": status.embedded,
        "total_files": progress.total_files,
        "indexed_files": progress.indexed_files,
        "eta_s": status.eta_s,
        "is_watched": palace.codebase.is_watched(status.project.id),
    }
