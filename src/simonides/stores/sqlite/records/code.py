"""Source code in SQLite: its statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.records.code import CHUNK_COLUMNS, PROJECT_COLUMNS, CodeSql

CHUNK_TABLES = "FROM chunks c JOIN files f ON f.key = c.file JOIN projects p ON p.key = c.project"
CHUNK = f"SELECT {CHUNK_COLUMNS} {CHUNK_TABLES}"

_PROJECT = f"SELECT {PROJECT_COLUMNS} FROM projects"

CODE = CodeSql(
    by_id=f"{_PROJECT} WHERE id = :id",
    by_root=f"{_PROJECT} WHERE root = :root",
    page=f"{_PROJECT} ORDER BY id LIMIT :limit OFFSET :offset",
    known="SELECT id FROM projects WHERE id = :id OR root = :root",
    key="SELECT key FROM projects WHERE id = :id",
    add_project="INSERT INTO projects (id, root, created_at) VALUES (:id, :root, :created_at)",
    delete_project="DELETE FROM projects WHERE id = :id",
    progress="SELECT state, total_files, indexed_files, started_at, completed_at, reason FROM projects WHERE id = :id",
    note_progress="""
        UPDATE projects SET state = :state, total_files = :total_files, indexed_files = :indexed_files,
            started_at = :started_at, completed_at = :completed_at, reason = :reason
        WHERE id = :id
    """,
    files="SELECT path, language, size, modified_ns, digest FROM files WHERE project = :project ORDER BY path",
    put_file="""
        INSERT INTO files (project, path, language, size, modified_ns, digest)
        VALUES (:project, :path, :language, :size, :modified_ns, :digest)
        ON CONFLICT (project, path) DO UPDATE SET
            language = excluded.language, size = excluded.size, modified_ns = excluded.modified_ns, digest = excluded.digest
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
    add_chunk="""
        INSERT INTO chunks (id, file, project, start_line, end_line, part, words, kind, name, enclosing, heading, content)
        VALUES (
            :id, :file, :project, :start_line, :end_line, :part, :words, :kind, :name, :enclosing, :heading, :content
        )
    """,
    count="SELECT chunks, embedded FROM projects WHERE id = :id",
    count_all="SELECT name, value FROM counters WHERE name IN ('chunks', 'chunks_embedded')",
    chunk=f"{CHUNK} WHERE c.id = :id",
    chunks=f"{CHUNK} WHERE c.key IN (SELECT value FROM json_each(:keys))",
)
