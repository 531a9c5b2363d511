"""Source code as lines and back: one line per project, and one per file with its chunks."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from simonides.domain.code import Chunk, IndexedFile, Progress, Project
from simonides.domain.records.plain import plain
from simonides.domain.records.tables import CHUNK, PROGRESS, PROJECT, SOURCE_FILE
from simonides.engine.exchange.fields import Fields, expected
from simonides.engine.exchange.lines import Line
from simonides.frozen import frozen
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

BLOCK = 1_000
_OF_CHUNK = CHUNK.lined("project", "path", "language")
"""What the line of a file does not say for all its chunks."""
_project = plain(*PROJECT.lined())
_progress = plain(*PROGRESS.lined())
_file = plain(*SOURCE_FILE.lined())
_chunk = plain(*_OF_CHUNK)
_FILE_EXPECTED = expected(SOURCE_FILE.fields)
_CHUNK_EXPECTED = expected(_OF_CHUNK)


@frozen
class ProjectLine:
    """A project, and the progress of its indexing."""

    project: Project
    progress: Progress


@frozen
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
            yield {"type": "project", **_project(project), "progress": _progress(store.code.progress(project.id))}
            for file in store.code.files(project.id).values():
                yield _file_line(store, project.id, file, with_vectors=with_vectors)


def read_project(fields: Fields, now: datetime) -> ProjectLine:
    """The project in a line."""
    progress = PROGRESS.filled(Fields(fields.mapping("progress")).values(expected(PROGRESS.fields)))
    project = PROJECT.filled({"created_at": now, **fields.values(expected(PROJECT.fields))})
    return ProjectLine(project, progress)


def read_file(fields: Fields, dimensions: int | None) -> FileLine:
    """The file in a line; vectors of another length are ignored, and all of them when no length is given."""
    project, entries = fields.key("project"), fields.mappings("chunks")
    file = SOURCE_FILE.filled(fields.values(_FILE_EXPECTED))
    chunks: list[Chunk] = []
    vectors: dict[str, Vectors] = {}
    for entry in entries:
        made = entry.pop("vectors", None)
        given = {"project": project, "path": file.path, "language": file.language, "enclosing": ()}
        chunks.append(CHUNK.filled(given | Fields(entry).values(_CHUNK_EXPECTED)))
        if isinstance(made, dict) and dimensions is not None:
            # numpy is needed only here.
            from simonides.engine.exchange.vectors import read_vectors

            vectors[chunks[-1].id] = read_vectors(made, dimensions)
    return FileLine(project, file, tuple(chunks), vectors)


def _file_line(store: Store, project: str, file: IndexedFile, *, with_vectors: bool) -> Line:
    rows = store.code.chunks_of(project, file.path)
    entries = {key: _chunk(chunk) for key, chunk in rows.items()}
    if with_vectors:
        from simonides.engine.exchange.vectors import write_vectors

        for key, vectors in store.code_search.of(list(rows)).items():
            entries[key]["vectors"] = write_vectors(vectors)
    return {"type": "code", "project": project, **_file(file), "chunks": list(entries.values())}
