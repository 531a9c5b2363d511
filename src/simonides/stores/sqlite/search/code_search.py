"""Code search in SQLite: its statements, and the cache of the chunks' vectors."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from typing import TYPE_CHECKING

import numpy as np

from simonides.domain.code import ALL_CODE, CodeScope
from simonides.domain.ranking.candidates import Neighbours
from simonides.stores.sql.search.code_search import CodeSearchSql, scope_values
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.records.code import CHUNK, CHUNK_TABLES
from simonides.stores.sqlite.statements import logged
from simonides.stores.sqlite.vectors.kinds import Kind
from simonides.stores.sqlite.vectors.nearness import VectorIndex
from simonides.stores.sqlite.vectors.snapshot import Mask, Snapshot
from simonides.stores.sqlite.vectors.tuning import Tuning

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

CHUNKS = Kind(
    name="chunks",
    table="chunks",
    columns="key, file, words, 0",
    counter="chunks",
    vectors="chunk_vectors",
    owner="chunk",
    lines=("chunk", "chunk_vector"),
)
"""Chunks are grouped by file; the file's row holds project and language."""

_SCOPE = "(:project IS NULL OR p.id = :project) AND (:language IS NULL OR f.language = :language)"
_FILES = f"SELECT f.key FROM files f JOIN projects p ON p.key = f.project WHERE {_SCOPE}"
_LAST_FILE = "SELECT max(key) FROM files"

CODE_SEARCH = CodeSearchSql(
    named=f"SELECT c.key {CHUNK_TABLES} WHERE c.name = :name COLLATE NOCASE AND {_SCOPE} ORDER BY c.key LIMIT :limit",
    lengths=f"""
        SELECT c.key, c.words {CHUNK_TABLES} WHERE c.key IN (SELECT value FROM json_each(:keys)) AND {_SCOPE} ORDER BY c.key
    """,
    totals="SELECT name, value FROM counters WHERE name IN ('chunks', 'chunk_words')",
    pending=f"{CHUNK} WHERE c.embedded = 0 ORDER BY c.key LIMIT :limit",
    drop_all="DELETE FROM chunk_vectors",
    mark_all_pending="UPDATE chunks SET embedded = 0 WHERE embedded = 1",
    log_dropped=logged("'chunk_vector'", "delete"),
)


class ChunkVectors:
    """The vectors of chunks, cached."""

    def __init__(self, database: Database, tuning: Tuning) -> None:
        self._database = database
        self._vectors = VectorIndex(database, tuning, CHUNKS)
        self.kept = self._vectors.kept

    def nearest(self, question: "Vectors", scope: CodeScope, limit: int) -> Neighbours:
        """The chunks in scope with the highest cosine to any vector of the question."""
        return self._vectors.nearest(question, lambda snapshot: self._mask(snapshot, scope), limit)

    def close(self) -> None:
        """Release what is loaded."""
        self._vectors.close()

    def _mask(self, snapshot: Snapshot, scope: CodeScope) -> Mask:
        columns = snapshot.columns
        standing = columns.standing(with_ended=True)
        if scope == ALL_CODE:
            return standing
        allowed = np.zeros(self._database.number(_LAST_FILE) + 1, np.bool_)
        allowed[[row[0] for row in self._database.rows(_FILES, scope_values(scope))]] = True
        # A file that was indexed after the lookup has a higher number than any in the mask.
        groups = columns.group[: columns.size]
        return standing & allowed[np.minimum(groups, len(allowed) - 1)] & (groups < len(allowed))
