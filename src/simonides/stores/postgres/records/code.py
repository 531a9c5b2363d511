"""Source code in PostgreSQL: its statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.postgres.statements import BOUND, insert
from simonides.stores.sql.forms import CHUNK_ROW, FILE_ROW, PROGRESS_ROW, PROJECT_ROW
from simonides.stores.sql.records.code import CHUNK_COLUMNS, CodeSql
from simonides.stores.sql.statements import assigned, renewed

CHUNK_TABLES = """
    FROM chunks c
    JOIN files f ON f.palace = c.palace AND f.key = c.file
    JOIN projects p ON p.palace = c.palace AND p.key = c.project
    WHERE c.palace = %(palace)s
"""
CHUNK = f"SELECT {CHUNK_COLUMNS} {CHUNK_TABLES}"

_PROJECT = f"SELECT {PROJECT_ROW.selected} FROM projects WHERE palace = %(palace)s"
_ONE_PROJECT = "FROM projects WHERE palace = %(palace)s AND id = %(id)s"

CODE = CodeSql(
    by_id=f"{_PROJECT} AND id = %(id)s",
    by_root=f"{_PROJECT} AND root = %(root)s",
    page=f"{_PROJECT} ORDER BY id LIMIT %(limit)s OFFSET %(offset)s",
    known="SELECT id FROM projects WHERE palace = %(palace)s AND (id = %(id)s OR root = %(root)s)",
    key=f"SELECT key {_ONE_PROJECT}",
    add_project=insert("projects", PROJECT_ROW.written),
    delete_project=f"DELETE {_ONE_PROJECT}",
    progress=f"SELECT {PROGRESS_ROW.selected} {_ONE_PROJECT}",
    note_progress=f"UPDATE projects SET {assigned(PROGRESS_ROW.written, BOUND)} WHERE palace = %(palace)s AND id = %(id)s",
    files=f"""
        SELECT {FILE_ROW.selected} FROM files
        WHERE palace = %(palace)s AND project = %(project)s ORDER BY path
    """,
    put_file=f"""
        {insert("files", FILE_ROW.written)}
        ON CONFLICT (palace, project, path) DO UPDATE SET {renewed(FILE_ROW.written, "path", "project")}
    """,
    note_file="""
        UPDATE files SET size = %(size)s, modified_ns = %(modified_ns)s
        WHERE palace = %(palace)s AND project = %(project)s AND path = %(path)s
    """,
    file_key="SELECT key FROM files WHERE palace = %(palace)s AND project = %(project)s AND path = %(path)s",
    drop_files="DELETE FROM files WHERE palace = %(palace)s AND project = %(project)s AND path = ANY(%(paths)s::text[])",
    chunk_keys="SELECT id, key FROM chunks WHERE palace = %(palace)s AND file = %(file)s",
    chunks_of=f"{CHUNK} AND f.project = %(project)s AND f.path = %(path)s ORDER BY c.key",
    drop_chunks="DELETE FROM chunks WHERE palace = %(palace)s AND id = ANY(%(ids)s::text[])",
    move_chunk="""
        UPDATE chunks SET start_line = %(start_line)s, end_line = %(end_line)s
        WHERE palace = %(palace)s AND id = %(id)s AND (start_line, end_line) <> (%(start_line)s, %(end_line)s)
    """,
    add_chunk=insert("chunks", CHUNK_ROW.written),
    count=f"SELECT chunks, embedded {_ONE_PROJECT}",
    count_all="SELECT name, value FROM counters WHERE palace = %(palace)s AND name IN ('chunks', 'chunks_embedded')",
    chunk=f"{CHUNK} AND c.id = %(id)s",
    chunks=f"{CHUNK} AND c.key = ANY(%(keys)s::bigint[])",
)
