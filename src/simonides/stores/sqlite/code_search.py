"""Which code answers a question? Candidates among chunks by name, by word and by vector."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simonides.domain.candidates import Matches, Neighbours
from simonides.domain.code import ALL_CODE, Chunk, CodeScope
from simonides.stores.sqlite.code import CHUNK_COLUMNS, CHUNK_TABLES, read_chunk
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.kinds import Kind
from simonides.stores.sqlite.matching import matches_of
from simonides.stores.sqlite.nearness import VectorIndex
from simonides.stores.sqlite.rows import key_list
from simonides.stores.sqlite.snapshot import Mask, Snapshot
from simonides.stores.sqlite.texts import TextIndex
from simonides.stores.sqlite.tuning import Tuning

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
"""Chunks are grouped under their file, which knows project and language."""

_SCOPE = "(:project IS NULL OR p.id = :project) AND (:language IS NULL OR f.language = :language)"
_NAMED = f"SELECT c.key {CHUNK_TABLES} WHERE c.name = :name COLLATE NOCASE AND {_SCOPE} ORDER BY c.key LIMIT :limit"
_LENGTHS = f"""
    SELECT c.key, c.words {CHUNK_TABLES} WHERE c.key IN (SELECT value FROM json_each(:keys)) AND {_SCOPE} ORDER BY c.key
"""
_FILES = f"SELECT f.key FROM files f JOIN projects p ON p.key = f.project WHERE {_SCOPE}"
_LAST_FILE = "SELECT max(key) FROM files"
_TOTALS = "SELECT name, value FROM counters WHERE name IN ('chunks', 'chunk_words')"
_PENDING = f"SELECT {CHUNK_COLUMNS} {CHUNK_TABLES} WHERE c.embedded = 0 ORDER BY c.key LIMIT ?"
_DROP_ALL = "DELETE FROM chunk_vectors"
_MARK_ALL_PENDING = "UPDATE chunks SET embedded = 0 WHERE embedded = 1"
_LOG_DROPPED = (
    "INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('chunk_vector', '', NULL, 'delete', now_us(), actor())"
)


class SqliteCodeSearch:
    """The indexes over the source code of one palace."""

    def __init__(self, database: Database, tuning: Tuning) -> None:
        self._database = database
        self._texts = TextIndex(database, tuning, "chunk")
        self._vectors = VectorIndex(database, tuning, CHUNKS)

    def named(self, name: str, scope: CodeScope = ALL_CODE, limit: int = 100) -> list[int]:
        """The rows of definitions of that name in any case, in the order of rows."""
        values = {"name": name, "limit": max(limit, 0), **_values(scope)}
        return [row[0] for row in self._database.rows(_NAMED, values)]

    def matches(self, words: Sequence[str], scope: CodeScope = ALL_CODE) -> Matches:
        """The chunks in scope that hold any of the words; rare words are always looked up."""
        with self._database.reading():
            totals: dict[str, int] = dict(self._database.rows(_TOTALS))
            lookup = self._texts.look_up(words, totals["chunks"])
            found = lookup.documents()
            rows = self._database.rows(_LENGTHS, {"keys": key_list(found.tolist()), **_values(scope)})
        kept = np.array(rows, np.int64).reshape(-1, 2)
        inside = np.isin(found, kept[:, 0], assume_unique=True)
        mean_length = totals["chunk_words"] / totals["chunks"] if totals["chunks"] else 0.0
        return matches_of(lookup, found, inside, kept[:, 1].astype(np.int32), totals["chunks"], mean_length)

    def nearest(self, question: "Vectors", scope: CodeScope = ALL_CODE, limit: int = 10) -> Neighbours:
        """The chunks with the highest cosine to any vector of the question."""
        return self._vectors.nearest(question, lambda snapshot: self._mask(snapshot, scope), limit)

    def cosines(self, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The best cosine of each chunk, NaN for one without a vector."""
        return self._vectors.cosines(question, keys)

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep the vectors of chunks, in place of older ones; rows that are gone are passed over."""
        self._vectors.put(vectors)

    def pending(self, limit: int) -> list[tuple[int, Chunk]]:
        """Rows and chunks that have no vector yet, oldest first."""
        return [(row[-1], read_chunk(row)) for row in self._database.rows(_PENDING, (max(limit, 0),))]

    def forget_vectors(self) -> None:
        """Drop every vector of a chunk: another embedder will make them anew."""
        with self._database.writing():
            self._database.change(_DROP_ALL)
            self._database.change(_MARK_ALL_PENDING)
            self._database.change(_LOG_DROPPED)

    def close(self) -> None:
        """Let go of what is loaded."""
        self._vectors.close()

    def _mask(self, snapshot: Snapshot, scope: CodeScope) -> Mask:
        columns = snapshot.columns
        standing = columns.standing(with_ended=True)
        if scope == ALL_CODE:
            return standing
        allowed = np.zeros(self._database.number(_LAST_FILE) + 1, np.bool_)
        allowed[[row[0] for row in self._database.rows(_FILES, _values(scope))]] = True
        # A file that was indexed after we looked has a higher number than we know of.
        groups = columns.group[: columns.size]
        return standing & allowed[np.minimum(groups, len(allowed) - 1)] & (groups < len(allowed))


def _values(scope: CodeScope) -> dict[str, object]:
    return {"project": scope.project, "language": scope.language}
