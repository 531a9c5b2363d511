"""Code search: candidates among chunks by name, by word and by vector."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from simonides.domain.code import ALL_CODE, Chunk, CodeScope
from simonides.domain.ranking.candidates import Matches, Neighbours
from simonides.frozen import frozen
from simonides.stores.sql.database import Database, totals
from simonides.stores.sql.forms import CHUNK_ROW
from simonides.stores.sql.search.matching import TextIndex, matches_of
from simonides.stores.sql.vectors.nearness import KeptVectors

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors


@frozen
class CodeSearchSql:
    """The SQL statements that find chunks."""

    named: str
    lengths: str
    totals: str
    pending: str
    drop_all: str
    mark_all_pending: str
    log_dropped: str


class ChunkIndex(Protocol):
    """The vectors of chunks."""

    @property
    def kept(self) -> KeptVectors:
        """The vectors as stored."""
        ...

    def nearest(self, question: "Vectors", scope: CodeScope, limit: int) -> Neighbours:
        """The chunks in scope with the highest cosine to any vector of the question."""
        ...

    def close(self) -> None:
        """Release what is loaded."""
        ...


class ChunkSearch:
    """The indexes over the source code of one palace."""

    def __init__(self, database: Database, sql: CodeSearchSql, texts: TextIndex, vectors: ChunkIndex) -> None:
        self._database = database
        self._sql = sql
        self._texts = texts
        self._vectors = vectors

    def named(self, name: str, scope: CodeScope = ALL_CODE, limit: int = 100) -> list[int]:
        """The rows of definitions of that name, upper and lower case alike, in the order of rows."""
        values = {"name": name, "limit": max(limit, 0), **scope_values(scope)}
        return [row[0] for row in self._database.rows(self._sql.named, values)]

    def matches(self, words: Sequence[str], scope: CodeScope = ALL_CODE) -> Matches:
        """The chunks in scope that hold any of the words; rare words are always looked up."""
        with self._database.reading():
            counted = totals(self._database, self._sql.totals)
            lookup = self._texts.look_up(words, counted["chunks"])
            found = lookup.documents()
            keys = self._database.listed(found.tolist())
            rows = self._database.rows(self._sql.lengths, {"keys": keys, **scope_values(scope)})
        inside = np.array(rows, np.int64).reshape(-1, 2)
        mean_length = counted["chunk_words"] / max(counted["chunks"], 1)
        return matches_of(lookup, found, inside[:, 0], inside[:, 1].astype(np.int32), counted["chunks"], mean_length)

    def nearest(self, question: "Vectors", scope: CodeScope = ALL_CODE, limit: int = 10) -> Neighbours:
        """The chunks with the highest cosine to any vector of the question."""
        return self._vectors.nearest(question, scope, limit)

    def cosines(self, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The best cosine of each chunk, NaN for one without a vector."""
        return self._vectors.kept.cosines(question, keys)

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep the vectors of chunks, in place of older ones; rows that no longer exist are skipped."""
        self._vectors.kept.put(vectors)

    def of(self, keys: Sequence[int]) -> "dict[int, Vectors]":
        """The vectors of chunks, as stored."""
        return self._vectors.kept.of(keys)

    def pending(self, limit: int) -> list[tuple[int, Chunk]]:
        """Rows and chunks that have no vector yet, oldest first."""
        rows = self._database.rows(self._sql.pending, {"limit": max(limit, 0)})
        return [(row[-1], CHUNK_ROW.read(row)) for row in rows]

    def forget_vectors(self) -> None:
        """Drop the vectors of all chunks, so that another embedder can make new ones."""
        with self._database.writing():
            self._database.change(self._sql.drop_all)
            self._database.change(self._sql.mark_all_pending)
            self._database.change(self._sql.log_dropped)

    def close(self) -> None:
        """Release what is loaded."""
        self._vectors.close()


def scope_values(scope: CodeScope) -> dict[str, object]:
    """A scope as bound values; None means no restriction."""
    return {"project": scope.project, "language": scope.language}
