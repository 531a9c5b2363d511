"""Source code as lines and back: one line per project, and one per file with its chunks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from simonides.domain.code import Chunk, IndexedFile, IndexState, Progress, Project
from simonides.domain.errors import Invalid
from simonides.domain.time import rfc3339
from simonides.engine.exchange.fields import Fields
from simonides.engine.exchange.lines import Line
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

BLOCK = 1_000


@dataclass(frozen=True, slots=True)
class ProjectLine:
    """A project, and the progress of its indexing."""

    project: Project
    progress: Progress


@dataclass(frozen=True, slots=True)
class FileLine:
    """A file of a project with its chunks, and the vectors of the chunks by id, if any."""

    project: str
    file: IndexedFile
    chunks: tuple[Chunk, ...]
    vectors: "Mapping[str, Vectors]"


def code_lines(store: Store, *, with_vectors: bool) -> Iterator[Line]:
    """Every project, each followed by its files."""
    offset = 0
    while projects := store.code.projects(BLOCK, offset):
        offset += len(projects)
        for project in projects:
            yield _project_line(project, store.code.progress(project.id))
            for file in store.code.files(project.id).values():
                yield _file_line(store, project.id, file, with_vectors=with_vectors)


def read_project(fields: Fields, now: datetime) -> ProjectLine:
    """The project in a line."""
    project = Project(_needed(fields, "id"), _needed(fields, "root"), fields.moment("created_at") or now)
    noted = Fields(fields.mapping("progress"))
    progress = Progress(
        state=_state(noted.text_or("state", IndexState.PENDING.value)),
        total_files=noted.whole("total_files") or 0,
        indexed_files=noted.whole("indexed_files") or 0,
        started_at=noted.moment("started_at"),
        completed_at=noted.moment("completed_at"),
        reason=noted.text("reason"),
    )
    noted.finish()
    fields.finish()
    return ProjectLine(project, progress)


def read_file(fields: Fields, dimensions: int | None) -> FileLine:
    """The file in a line; vectors of another length are ignored, and all of them when no length is given."""
    project, path, language = _needed(fields, "project"), _needed(fields, "path"), _needed(fields, "language")
    modified_ns = fields.integer("modified_ns")
    file = IndexedFile(path, language, fields.whole("size") or 0, modified_ns or 0, fields.digest("digest"))
    chunks: list[Chunk] = []
    vectors: dict[str, Vectors] = {}
    for entry in fields.mappings("chunks"):
        made = entry.pop("vectors", None)
        chunks.append(_read_chunk(Fields(entry), project, path, language))
        if isinstance(made, dict) and dimensions is not None:
            # numpy is needed only here.
            from simonides.engine.exchange.vectors import read_vectors

            vectors[chunks[-1].id] = read_vectors(made, dimensions)
    fields.finish()
    return FileLine(project, file, tuple(chunks), vectors)


def _project_line(project: Project, progress: Progress) -> Line:
    noted = {
        "state": progress.state.value,
        "total_files": progress.total_files,
        "indexed_files": progress.indexed_files,
        "started_at": progress.started_at and rfc3339(progress.started_at),
        "completed_at": progress.completed_at and rfc3339(progress.completed_at),
        "reason": progress.reason,
    }
    made = rfc3339(project.created_at)
    return {"type": "project", "id": project.id, "root": project.root, "created_at": made, "progress": noted}


def _file_line(store: Store, project: str, file: IndexedFile, *, with_vectors: bool) -> Line:
    rows = store.code.chunks_of(project, file.path)
    entries = {key: _chunk_entry(chunk) for key, chunk in rows.items()}
    if with_vectors:
        from simonides.engine.exchange.vectors import write_vectors

        for key, vectors in store.code_search.of(list(rows)).items():
            entries[key]["vectors"] = write_vectors(vectors)
    return {
        "type": "code",
        "project": project,
        "path": file.path,
        "language": file.language,
        "size": file.size,
        "modified_ns": file.modified_ns,
        "digest": file.digest.hex(),
        "chunks": list(entries.values()),
    }


def _chunk_entry(chunk: Chunk) -> dict[str, object]:
    return {
        "id": chunk.id,
        "kind": chunk.kind,
        "name": chunk.name,
        "enclosing": list(chunk.enclosing),
        "start_line": chunk.start_line,
        "end_line": chunk.end_line,
        "part": chunk.part,
        "content": chunk.content,
    }


def _read_chunk(fields: Fields, project: str, path: str, language: str) -> Chunk:
    chunk = Chunk(
        id=_needed(fields, "id"),
        project=project,
        path=path,
        language=language,
        kind=_needed(fields, "kind"),
        name=fields.text("name"),
        enclosing=fields.texts("enclosing"),
        start_line=fields.whole("start_line") or 0,
        end_line=fields.whole("end_line") or 0,
        content=fields.text_or("content", ""),
        part=fields.whole("part") or 0,
    )
    fields.finish()
    return chunk


def _needed(fields: Fields, name: str) -> str:
    value = fields.identifier(name)
    if value is None:
        raise Invalid(name, "is missing")
    return value


def _state(text: str) -> IndexState:
    try:
        return IndexState(text)
    except ValueError as error:
        raise Invalid("state", f"'{text[:40]}' is not one of {', '.join(IndexState)}") from error
