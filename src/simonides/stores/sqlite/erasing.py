"""Erasing for good in SQLite: the file is written anew without what was deleted, and all files are searched for bytes.

Deleted words stay in the segments of a text index until these are merged, and deleted rows in the free space of a page.
"""

from collections.abc import Sequence

from simonides.ports.stores import Traces
from simonides.stores.sqlite.byte_search import numbers_found
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.connection.failures import translated

_INDEXES = ("memory_text", "observation_text", "chunk_text")
_PATIENCE_MS = 5_000
_BUSY = (
    "another process reads the palace just now, and the log beside the file may keep old bytes until it ends; erase again then"
)


def rewrite(database: Database, texts: Sequence[str], blobs: Sequence[bytes]) -> Traces:
    """Write the palace anew and search its files."""
    is_emptied = _written_anew(database)
    files = sorted(path for path in database.directory.iterdir() if path.is_file())
    needles = [*(text.encode("utf-8", "surrogatepass") for text in texts), *blobs]
    with translated(database.path):
        found = numbers_found(files, needles)
        size = sum(path.stat().st_size for path in files)
    return Traces(
        searched=tuple(path.name for path in files),
        searched_bytes=size,
        found=tuple(sorted(found)),
        is_rewritten=is_emptied,
        note="" if is_emptied else _BUSY,
    )


def _written_anew(database: Database) -> bool:
    """Merge the indexes, write the file anew and empty the log beside it; False when somebody still reads that log."""
    with database.alone() as connection, translated(database.path):
        connection.execute(f"PRAGMA busy_timeout = {_PATIENCE_MS}")
        for index in _INDEXES:
            connection.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")  # noqa: S608 - names of ours
        connection.execute("VACUUM")
        # Derived from the rows and written again when they are next needed.
        for path in database.directory.glob("*.cache*"):
            path.unlink(missing_ok=True)
        is_busy: int = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return not is_busy
