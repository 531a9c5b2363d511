"""Source code: projects, their files, and the chunks that each file was cut into."""

from collections.abc import Sequence

from simonides.domain.code import Chunk, IndexedFile, Progress, Project
from simonides.domain.errors import Conflict, NotFound
from simonides.frozen import frozen
from simonides.stores.sql.database import Database, Values, totals
from simonides.stores.sql.forms import CHUNK_ROW, FILE_ROW, PROGRESS_ROW, PROJECT_ROW
from simonides.stores.sql.records.rows import Row
from simonides.stores.sql.search.words import KeepWords, word_count

CHUNK_COLUMNS = f"{CHUNK_ROW.selected}, c.key"


@frozen
class CodeSql:
    """The SQL statements about source code."""

    by_id: str
    by_root: str
    page: str
    known: str
    key: str
    add_project: str
    delete_project: str
    progress: str
    note_progress: str
    files: str
    put_file: str
    note_file: str
    file_key: str
    drop_files: str
    chunk_keys: str
    chunks_of: str
    drop_chunks: str
    move_chunk: str
    add_chunk: str
    count: str
    count_all: str
    chunk: str
    chunks: str


class Code:
    """The source code of one palace; `keep_words` adds texts to the text index."""

    def __init__(self, database: Database, sql: CodeSql, keep_words: KeepWords) -> None:
        self._database = database
        self._sql = sql
        self._keep_words = keep_words

    def add_project(self, project: Project) -> None:
        """Keep a project. Raises Conflict when a project has its id or its root."""
        values = PROJECT_ROW.values(project)
        with self._database.writing():
            known = self._database.row(self._sql.known, values)
            if known is not None:
                raise Conflict("project", known[0])
            self._database.change(self._sql.add_project, values)

    def project(self, project_id: str) -> Project:
        """The project with that id. Raises NotFound."""
        return PROJECT_ROW.read(self._row(self._sql.by_id, project_id))

    def project_at(self, root: str) -> Project | None:
        """The project of that folder; None when there is none."""
        row = self._database.row(self._sql.by_root, {"root": root})
        return None if row is None else PROJECT_ROW.read(row)

    def projects(self, limit: int = 1000, offset: int = 0) -> list[Project]:
        """A page of projects, by id."""
        rows = self._database.rows(self._sql.page, {"limit": max(limit, 0), "offset": max(offset, 0)})
        return [PROJECT_ROW.read(row) for row in rows]

    def delete_project(self, project_id: str) -> None:
        """Remove a project with all its files and chunks. Raises NotFound."""
        with self._database.writing():
            if self._database.change(self._sql.delete_project, {"id": project_id}).rowcount == 0:
                raise NotFound("project", project_id)

    def progress(self, project_id: str) -> Progress:
        """The progress that the latest indexing run noted. Raises NotFound."""
        return PROGRESS_ROW.read(self._row(self._sql.progress, project_id))

    def note_progress(self, project_id: str, progress: Progress) -> None:
        """Note how far an indexing run has come. Raises NotFound."""
        values = {**PROGRESS_ROW.values(progress), "id": project_id}
        with self._database.writing():
            if self._database.change(self._sql.note_progress, values).rowcount == 0:
                raise NotFound("project", project_id)

    def files(self, project_id: str) -> dict[str, IndexedFile]:
        """Every file of a project by its path. Raises NotFound."""
        rows = self._database.rows(self._sql.files, {"project": self._key(project_id)})
        return {row[0]: FILE_ROW.read(row) for row in rows}

    def chunks_of(self, project_id: str, path: str) -> dict[int, Chunk]:
        """The chunks of a file, in the order of rows."""
        rows = self._database.rows(self._sql.chunks_of, {"project": self._key(project_id), "path": path})
        return {row[-1]: CHUNK_ROW.read(row) for row in rows}

    def put_file(self, project_id: str, file: IndexedFile, chunks: Sequence[Chunk]) -> None:
        """Keep a file and its chunks in place of its former ones; chunks with a known id keep their vectors."""
        with self._database.writing():
            values = {**FILE_ROW.values(file), "project": self._key(project_id)}
            self._database.change(self._sql.put_file, values)
            place = {"project": values["project"], "file": self._database.number(self._sql.file_key, values)}
            before: dict[str, int] = dict(self._database.rows(self._sql.chunk_keys, place))
            gone = before.keys() - {chunk.id for chunk in chunks}
            if gone:
                self._database.change(self._sql.drop_chunks, {"ids": self._database.listed(sorted(gone))})
            moved = (_chunk_values(chunk) for chunk in chunks if chunk.id in before)
            self._database.change_many(self._sql.move_chunk, moved)
            fresh = {chunk.id: chunk for chunk in chunks if chunk.id not in before}
            self._database.change_many(self._sql.add_chunk, ({**_chunk_values(chunk), **place} for chunk in fresh.values()))
            after = self._database.rows(self._sql.chunk_keys, place)
            self._keep_words({key: _text(fresh[chunk_id]) for chunk_id, key in after if chunk_id in fresh})

    def note_file(self, project_id: str, file: IndexedFile) -> None:
        """Note size and time of a known file whose text did not change."""
        with self._database.writing():
            self._database.change(self._sql.note_file, {**FILE_ROW.values(file), "project": self._key(project_id)})

    def drop_files(self, project_id: str, paths: Sequence[str]) -> None:
        """Remove files with their chunks; unknown ones are skipped."""
        with self._database.writing():
            values = {"project": self._key(project_id), "paths": self._database.listed(paths)}
            self._database.change(self._sql.drop_files, values)

    def count(self, project_id: str | None = None) -> tuple[int, int]:
        """How many chunks there are and how many have vectors, from counters. Raises NotFound."""
        if project_id is None:
            counted = totals(self._database, self._sql.count_all)
            return counted["chunks"], counted["chunks_embedded"]
        row = self._row(self._sql.count, project_id)
        return row[0], row[1]

    def chunk(self, chunk_id: str) -> Chunk:
        """The chunk with that id. Raises NotFound."""
        row = self._database.row(self._sql.chunk, {"id": chunk_id})
        if row is None:
            raise NotFound("chunk", chunk_id)
        return CHUNK_ROW.read(row)

    def at(self, keys: Sequence[int]) -> dict[int, Chunk]:
        """The chunks in those rows; rows that no longer exist are left out."""
        rows = self._database.rows(self._sql.chunks, {"keys": self._database.listed(int(key) for key in keys)})
        return {row[-1]: CHUNK_ROW.read(row) for row in rows}

    def _key(self, project_id: str) -> int:
        return int(self._row(self._sql.key, project_id)[0])

    def _row(self, sql: str, project_id: str) -> Row:
        row = self._database.row(sql, {"id": project_id})
        if row is None:
            raise NotFound("project", project_id)
        return row


def _chunk_values(chunk: Chunk) -> Values:
    return {**CHUNK_ROW.values(chunk), "words": word_count(_text(chunk)), "heading": _heading(chunk)}


def _heading(chunk: Chunk) -> str:
    return f"{chunk.path} {chunk.breadcrumb}"


def _text(chunk: Chunk) -> str:
    # Path and names can be searched like the content.
    return f"{_heading(chunk)}\n{chunk.content}"
