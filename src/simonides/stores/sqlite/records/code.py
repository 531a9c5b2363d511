"""Source code in SQLite: its statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.forms import CHUNK_ROW, FILE_ROW, PROGRESS_ROW, PROJECT_ROW
from simonides.stores.sql.records.code import CHUNK_COLUMNS, CodeSql
from simonides.stores.sql.statements import assigned, renewed
from simonides.stores.sqlite.statements import BOUND, insert

CHUNK_TABLES = "FROM chunks c JOIN files f ON f.key = c.file JOIN projects p ON p.key = c.project"
CHUNK = f"SELECT {CHUNK_COLUMNS} {CHUNK_TABLES}"

_PROJECT = f"SELECT {PROJECT_ROW.selected} FROM projects"

CODE = CodeSql(
    by_id=f"{_PROJECT} WHERE id = :id",
    by_root=f"{_PROJECT} WHERE root = :root",
    page=f"{_PROJECT} ORDER BY id LIMIT :limit OFFSET :offset",
    known="SELECT id FROM projects WHERE id = :id OR root = :root",
    key="SELECT key FROM projects WHERE id = :id",
    add_project=insert("projects", PROJECT_ROW.written),
    delete_project="DELETE FROM projects WHERE id = :id",
    progress=f"SELECT {PROGRESS_ROW.selected} FROM projects WHERE id = :id",
    note_progress=f"UPDATE projects SET {assigned(PROGRESS_ROW.written, BOUND)} WHERE id = :id",
    files=f"SELECT {FILE_ROW.selected} FROM files WHERE project = :project ORDER BY path",
    put_file=f"""
        {insert("files", FILE_ROW.written)}
        ON CONFLICT (project, path) DO UPDATE SET {renewed(FILE_ROW.written, "path", "project")}
    """,
    note_file="UPDATE files SET size = :size, modified_ns = :modified_ns WHERE project = :project AND path = :path",
    file_key="SELECT key FROM files WHERE project = :project AND path = :path",
    drop_files="DELETE FROM files WHERE project = :project AND path IN (SELECT value FROM json_each(:paths))",
    chunk_keys="SELECT id, key FROM chunks WHERE file = :file",
    chunks_of=f"{CHUNK} WHERE f.project = :project AND f.path = :path ORDER BY c.key",
    drop_chunks="DELETE FROM chunks WHERE id IN (SELECT value FROM json_each(:ids))",
    move_chunk="""
        UPDATE chunks SET start_line = :start_line, end_line = :end_line
        WHERE id = :id AND (start_line, end_line) <> (:start_line, :end_line)
    """,
    add_chunk=insert("chunks", CHUNK_ROW.written),
    count="SELECT chunks, embedded FROM projects WHERE id = :id",
    count_all="SELECT name, value FROM counters WHERE name IN ('chunks', 'chunks_embedded')",
    chunk=f"{CHUNK} WHERE c.id = :id",
    chunks=f"{CHUNK} WHERE c.key IN (SELECT value FROM json_each(:keys))",
)
