"""Code search in PostgreSQL: its statements, and the vectors of the chunks."""

from typing import TYPE_CHECKING

from simonides.domain.code import ALL_CODE, CodeScope
from simonides.domain.ranking.candidates import Neighbours
from simonides.stores.postgres.connection.database import Database
from simonides.stores.postgres.records.code import CHUNK, CHUNK_TABLES
from simonides.stores.postgres.statements import logged
from simonides.stores.postgres.vectors.kinds import CHUNKS
from simonides.stores.postgres.vectors.nearness import EVERYTHING, VectorIndex
from simonides.stores.postgres.vectors.tuning import Tuning
from simonides.stores.sql.search.code_search import CodeSearchSql, scope_values

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

_SCOPE = """
    (%(project)s::text IS NULL OR p.id = %(project)s) AND (%(language)s::text IS NULL OR f.language = %(language)s)
"""

CODE_SEARCH = CodeSearchSql(
    # The index holds the beginning of a name in lower case; the whole name decides.
    named=f"""
        SELECT c.key {CHUNK_TABLES} AND c.name_folded = lower(left(%(name)s::text COLLATE "C", 200))
            AND lower(c.name) = lower(%(name)s::text COLLATE "C") AND {_SCOPE}
        ORDER BY c.key LIMIT %(limit)s
    """,
    lengths=f"SELECT c.key, c.words {CHUNK_TABLES} AND c.key = ANY(%(keys)s::bigint[]) AND {_SCOPE} ORDER BY c.key",
    totals="SELECT name, value FROM counters WHERE palace = %(palace)s AND name IN ('chunks', 'chunk_words')",
    pending=f"{CHUNK} AND NOT c.embedded ORDER BY c.key LIMIT %(limit)s",
    drop_all="DELETE FROM chunk_vectors WHERE palace = %(palace)s",
    mark_all_pending="UPDATE chunks SET embedded = false WHERE palace = %(palace)s AND embedded",
    log_dropped=logged("'chunk_vector'", "delete"),
)


class ChunkVectors:
    """The vectors of chunks."""

    def __init__(self, database: Database, tuning: Tuning) -> None:
        self._vectors = VectorIndex(database, tuning, CHUNKS)
        self.kept = self._vectors.kept

    def nearest(self, question: "Vectors", scope: CodeScope, limit: int) -> Neighbours:
        """The chunks in scope with the highest cosine to any vector of the question."""
        where = EVERYTHING if scope == ALL_CODE else _SCOPE
        return self._vectors.nearest(question, where, scope_values(scope), limit)

    def close(self) -> None:
        """Does nothing: nothing is loaded."""
