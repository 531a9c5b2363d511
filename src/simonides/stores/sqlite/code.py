"""What is known of source code? Projects, their files, and the chunks that each file was cut into."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

import json
from collections.abc import Sequence

from simonides.domain.code import Chunk, IndexedFile, IndexState, Progress, Project
from simonides.domain.errors import Conflict, NotFound
from simonides.stores.sql.rows import Row, dump, micros, moment
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.functions import word_count
from simonides.stores.sqlite.rows import key_list

CHUNK_COLUMNS = "c.id, p.id, f.path, f.language, c.kind, c.name, c.enclosing, c.start_line, c.end_line, c.content, c.part, c.key"
CHUNK_TABLES = "FROM chunks c JOIN files f ON f.key = c.file JOIN projects p ON p.key = c.project"

_PROJECT = "id, root, created_at"
_BY_ID = f"SELECT {_PROJECT} FROM projects WHERE id = ?"
_BY_ROOT = f"SELECT {_PROJECT} FROM projects WHERE root = ?"
_PAGE = f"SELECT {_PROJECT} FROM projects ORDER BY id LIMIT ? OFFSET ?"
_KNOWN = "SELECT id FROM projects WHERE id = ? OR root = ?"
_KEY = "SELECT key FROM projects WHERE id = ?"
_ADD_PROJECT = "INSERT INTO projects (id, root, created_at) VALUES (?, ?, ?)"
_DELETE_PROJECT = "DELETE FROM projects WHERE id = ?"
_PROGRESS = "SELECT state, total_files, indexed_files, started_at, completed_at, reason FROM projects WHERE id = ?"
_NOTE_PROGRESS = """
    UPDATE projects SET state = ?, total_files = ?, indexed_files = ?, started_at = ?, completed_at = ?, reason = ? WHERE id = ?
"""
_FILES = "SELECT path, language, size, modified_ns, digest FROM files WHERE project = ? ORDER BY path"
_PUT_FILE = """
    INSERT INTO files (project, path, language, size, modified_ns, digest) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (project, path) DO UPDATE SET
        language = excluded.language, size = excluded.size, modified_ns = excluded.modified_ns, digest = excluded.digest
"""
_NOTE_FILE = "UPDATE files SET size = ?, modified_ns = ? WHERE project = ? AND path = ?"
_FILE_KEY = "SELECT key FROM files WHERE project = ? AND path = ?"
_DROP_FILES = "DELETE FROM files WHERE project = ? AND path IN (SELECT value FROM json_each(?))"
_CHUNK_IDS = "SELECT id FROM chunks WHERE file = ?"
_DROP_CHUNKS = "DELETE FROM chunks WHERE id IN (SELECT value FROM json_each(?))"
_MOVE_CHUNK = "UPDATE chunks SET start_line = ?, end_line = ? WHERE id = ? AND (start_line, end_line) <> (?, ?)"
_ADD_CHUNK = """
    INSERT INTO chunks (id, file, project, start_line, end_line, part, words, kind, name, enclosing, heading, content)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_COUNT = "SELECT chunks, embedded FROM projects WHERE id = ?"
_COUNT_ALL = "SELECT name, value FROM counters WHERE name IN ('chunks', 'chunks_embedded')"
_CHUNK = f"SELECT {CHUNK_COLUMNS} {CHUNK_TABLES} WHERE c.id = ?"
_CHUNKS = f"SELECT {CHUNK_COLUMNS} {CHUNK_TABLES} WHERE c.key IN (SELECT value FROM json_each(?))"


class SqliteCode:
    """The source code of one palace."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_project(self, project: Project) -> None:
        """Keep a project. Raises Conflict when its id or its root is known."""
        with self._database.writing():
            known = self._database.row(_KNOWN, (project.id, project.root))
            if known is not None:
                raise Conflict("project", known[0])
            self._database.change(_ADD_PROJECT, (project.id, project.root, micros(project.created_at)))

    def project(self, project_id: str) -> Project:
        """The project with that id. Raises NotFound."""
        row = self._database.row(_BY_ID, (project_id,))
        if row is None:
            raise NotFound("project", project_id)
        return _read_project(row)

    def project_at(self, root: str) -> Project | None:
        """The project of that folder, if it is known."""
        row = self._database.row(_BY_ROOT, (root,))
        return None if row is None else _read_project(row)

    def projects(self, limit: int = 1000, offset: int = 0) -> list[Project]:
        """A page of projects, by id."""
        return [_read_project(row) for row in self._database.rows(_PAGE, (max(limit, 0), max(offset, 0)))]

    def delete_project(self, project_id: str) -> None:
        """Remove a project with all its files and chunks. Raises NotFound."""
        with self._database.writing():
            if self._database.change(_DELETE_PROJECT, (project_id,)).rowcount == 0:
                raise NotFound("project", project_id)

    def progress(self, project_id: str) -> Progress:
        """What the latest indexing run has noted. Raises NotFound."""
        row = self._database.row(_PROGRESS, (project_id,))
        if row is None:
            raise NotFound("project", project_id)
        return Progress(IndexState(row[0]), row[1], row[2], moment(row[3]), moment(row[4]), row[5])

    def note_progress(self, project_id: str, progress: Progress) -> None:
        """Note how far an indexing run has come. Raises NotFound."""
        values = (
            progress.state.value,
            progress.total_files,
            progress.indexed_files,
            micros(progress.started_at),
            micros(progress.completed_at),
            progress.reason,
            project_id,
        )
        with self._database.writing():
            if self._database.change(_NOTE_PROGRESS, values).rowcount == 0:
                raise NotFound("project", project_id)

    def files(self, project_id: str) -> dict[str, IndexedFile]:
        """Every file of a project by its path. Raises NotFound."""
        rows = self._database.rows(_FILES, (self._key(project_id),))
        return {row[0]: IndexedFile(*row) for row in rows}

    def put_file(self, project_id: str, file: IndexedFile, chunks: Sequence[Chunk]) -> None:
        """Put a file and its chunks in the place of what was known of it; chunks with a known id keep their vectors."""
        with self._database.writing():
            project = self._key(project_id)
            self._database.change(_PUT_FILE, (project, file.path, file.language, file.size, file.modified_ns, file.digest))
            key = self._database.number(_FILE_KEY, (project, file.path))
            before = {row[0] for row in self._database.rows(_CHUNK_IDS, (key,))}
            gone = before - {chunk.id for chunk in chunks}
            if gone:
                self._database.change(_DROP_CHUNKS, (key_list(sorted(gone)),))
            lines = ((chunk.start_line, chunk.end_line, chunk.id) for chunk in chunks if chunk.id in before)
            self._database.change_many(_MOVE_CHUNK, ((*each, *each[:2]) for each in lines))
            fresh = (_chunk_values(chunk, key, project) for chunk in chunks if chunk.id not in before)
            self._database.change_many(_ADD_CHUNK, fresh)

    def note_file(self, project_id: str, file: IndexedFile) -> None:
        """Note size and time of a known file whose text did not change."""
        with self._database.writing():
            self._database.change(_NOTE_FILE, (file.size, file.modified_ns, self._key(project_id), file.path))

    def drop_files(self, project_id: str, paths: Sequence[str]) -> None:
        """Remove files with their chunks; unknown ones are passed over."""
        with self._database.writing():
            self._database.change(_DROP_FILES, (self._key(project_id), key_list(paths)))

    def count(self, project_id: str | None = None) -> tuple[int, int]:
        """How many chunks there are, and how many have vectors; from counters. Raises NotFound."""
        if project_id is None:
            totals: dict[str, int] = dict(self._database.rows(_COUNT_ALL))
            return totals["chunks"], totals["chunks_embedded"]
        row = self._database.row(_COUNT, (project_id,))
        if row is None:
            raise NotFound("project", project_id)
        return row[0], row[1]

    def chunk(self, chunk_id: str) -> Chunk:
        """The chunk with that id. Raises NotFound."""
        row = self._database.row(_CHUNK, (chunk_id,))
        if row is None:
            raise NotFound("chunk", chunk_id)
        return read_chunk(row)

    def at(self, keys: Sequence[int]) -> dict[int, Chunk]:
        """The chunks in those rows; rows that are gone are left out."""
        rows = self._database.rows(_CHUNKS, (key_list(int(key) for key in keys),))
        return {row[-1]: read_chunk(row) for row in rows}

    def _key(self, project_id: str) -> int:
        row = self._database.row(_KEY, (project_id,))
        if row is None:
            raise NotFound("project", project_id)
        return int(row[0])


def read_chunk(row: Row) -> Chunk:
    """The chunk in a row of CHUNK_COLUMNS."""
    return Chunk(
        id=row[0],
        project=row[1],
        path=row[2],
        language=row[3],
        kind=row[4],
        name=row[5],
        enclosing=tuple(json.loads(row[6])),
        start_line=row[7],
        end_line=row[8],
        content=row[9],
        part=row[10],
    )


def _chunk_values(chunk: Chunk, file: int, project: int) -> tuple[object, ...]:
    heading = f"{chunk.path} {chunk.breadcrumb}"
    return (
        chunk.id,
        file,
        project,
        chunk.start_line,
        chunk.end_line,
        chunk.part,
        word_count(f"{heading}\n{chunk.content}"),
        chunk.kind,
        chunk.name,
        dump(chunk.enclosing),
        heading,
        chunk.content,
    )


def _read_project(row: Row) -> Project:
    return Project(row[0], row[1], moment(int(row[2])))
