"""What answers a question? Candidates by word and by vector, over everything committed by anybody."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simonides.domain.candidates import Matches, Neighbours
from simonides.domain.errors import EmbedderMismatch, StoreFailure
from simonides.domain.memory import EVERYTHING, Scope
from simonides.ports.embedder import Identity
from simonides.stores.sqlite import postings
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.identity import read_identity, write_identity
from simonides.stores.sqlite.matching import Lookup, matches_of
from simonides.stores.sqlite.rows import key_list
from simonides.stores.sqlite.scan import candidates
from simonides.stores.sqlite.scoping import Scoping
from simonides.stores.sqlite.tuning import Tuning
from simonides.stores.sqlite.vectors import VectorCache

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

_PHRASE = "SELECT rowid FROM memory_text WHERE memory_text MATCH ? ORDER BY rowid DESC LIMIT ?"
_TOTALS = "SELECT name, value FROM counters WHERE name IN ('memories', 'words', 'embedded')"
_VECTORS_AT = "SELECT memory, f16 FROM vectors WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key"
_VECTORS_OF = "SELECT memory, f16 FROM vectors WHERE memory IN (SELECT value FROM json_each(?)) ORDER BY memory, part"
_PRESENT = "SELECT key FROM memories WHERE key IN (SELECT value FROM json_each(?))"
_DROP_VECTORS = "DELETE FROM vectors WHERE memory IN (SELECT value FROM json_each(?))"
_ADD_VECTOR = "INSERT INTO vectors (memory, part, f16) VALUES (?, ?, ?)"
_MARK_EMBEDDED = "UPDATE memories SET embedded = 1 WHERE embedded = 0 AND key IN (SELECT value FROM json_each(?))"
_PENDING = "SELECT key, content FROM memories WHERE embedded = 0 ORDER BY key LIMIT ?"
_DROP_ALL = "DELETE FROM vectors"
_MARK_ALL_PENDING = "UPDATE memories SET embedded = 0 WHERE embedded = 1"
_LOG_DROPPED = (
    "INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('vector', '', NULL, 'delete', now_us(), actor())"
)
# What a palace without vectors is loaded with: its columns are wanted all the same.
_NO_DIMS = 8
_SHORTEST = np.float32(1e-6)


class SqliteSearch:
    """The indexes of one palace."""

    def __init__(self, database: Database, tuning: Tuning) -> None:
        self._database = database
        self._tuning = tuning
        self._cache = VectorCache(database, tuning)
        self._scoping = Scoping(database)
        self._frequencies = postings.Frequencies(database, tuning)

    def matches(self, words: Sequence[str], scope: Scope = EVERYTHING) -> Matches:
        """The memories in scope that hold any of the words; rare words are always looked up."""
        with self._database.reading():
            totals: dict[str, int] = dict(self._database.rows(_TOTALS))
            lookup = self._look_up(words, totals["memories"])
            found = lookup.documents()
            inside, lengths = self._filter(found, scope)
        mean_length = totals["words"] / totals["memories"] if totals["memories"] else 0.0
        return matches_of(lookup, found[inside], lengths, totals["memories"], mean_length)

    def phrase(self, words: Sequence[str], limit: int = 10_000) -> list[int]:
        """The rows that hold these words one after the other, newest first."""
        if not words:
            return []
        # FTS5 reads bare words as operators, so every word goes in quotes.
        query = " + ".join('"' + word.replace('"', '""') + '"' for word in words)
        return [row[0] for row in self._database.rows(_PHRASE, (query, max(limit, 0)))]

    def nearest(self, question: "Vectors", scope: Scope = EVERYTHING, limit: int = 10) -> Neighbours:
        """The memories with the highest cosine to any vector of the question; a memory counts with its best vector."""
        dims = self._checked_dims(question)
        if dims is None or limit <= 0:
            return Neighbours(np.zeros(0, np.int64), np.zeros(0, np.float32), 0.0, 0.0)
        snapshot = self._cache.snapshot(dims)
        mask = snapshot.vectors_of(self._scoping.mask(snapshot, scope))
        found = candidates(snapshot, mask, question, limit, self._tuning)
        best = self._exact(_VECTORS_AT, found.keys, question)
        order = sorted(best, key=lambda key: (-best[key], key))[:limit]
        cosines = np.array([best[key] for key in order], np.float32)
        return Neighbours(np.array(order, np.int64), cosines, found.mean, found.deviation)

    def cosines(self, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The best cosine of each memory, NaN for one without a vector."""
        if len(keys) == 0 or self._checked_dims(question) is None:
            return np.full(len(keys), np.nan, np.float32)
        best = self._exact(_VECTORS_OF, np.asarray(keys, np.int64), question)
        return np.array([best.get(int(key), np.nan) for key in keys], np.float32)

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep the vectors of memories, in place of older ones; rows that are gone are passed over."""
        with self._database.writing():
            for rows in vectors.values():
                if self._checked_dims(rows) is None:
                    raise StoreFailure(str(self._database.path), "no embedder has claimed the palace, so it takes no vectors")
            wanted = key_list(int(key) for key, rows in vectors.items() if len(rows))
            present = {row[0] for row in self._database.rows(_PRESENT, (wanted,))}
            self._database.change(_DROP_VECTORS, (wanted,))
            self._database.change_many(
                _ADD_VECTOR,
                (
                    (int(key), part, row.astype(np.float16).tobytes())
                    for key, rows in vectors.items()
                    if int(key) in present
                    for part, row in enumerate(rows)
                ),
            )
            self._database.change(_MARK_EMBEDDED, (wanted,))

    def of(self, keys: Sequence[int]) -> "dict[int, Vectors]":
        """The vectors of memories, as kept."""
        blobs: dict[int, list[bytes]] = {}
        for key, blob in self._database.rows(_VECTORS_OF, (key_list(int(key) for key in keys),)):
            blobs.setdefault(key, []).append(blob)
        return {key: _floats(parts) for key, parts in blobs.items()}

    def pending(self, limit: int) -> list[tuple[int, str]]:
        """Rows and texts that have no vector yet, oldest first."""
        return [(row[0], row[1]) for row in self._database.rows(_PENDING, (max(limit, 0),))]

    def coverage(self) -> tuple[int, int]:
        """How many memories have vectors, and how many there are; from counters."""
        totals: dict[str, int] = dict(self._database.rows(_TOTALS))
        return totals["embedded"], totals["memories"]

    def forget_vectors(self, identity: Identity) -> None:
        """Drop every vector and take another embedder's identity."""
        with self._database.writing():
            self._database.change(_DROP_ALL)
            self._database.change(_MARK_ALL_PENDING)
            self._database.change(_LOG_DROPPED)
            write_identity(self._database, identity)

    def close(self) -> None:
        """Let go of what is loaded."""
        self._cache.close()

    def _look_up(self, words: Sequence[str], total: int) -> Lookup:
        distinct = list(dict.fromkeys(words))
        frequencies = {word: self._frequencies.of(word, total) for word in distinct}
        chosen = postings.choose([frequencies[word][1] for word in distinct], self._tuning.posting_budget)
        cap = self._tuning.posting_cap
        read = {distinct[index]: postings.read(self._database, distinct[index], cap) for index in sorted(chosen)}
        return Lookup(tuple(words), {word: documents for word, (documents, _) in frequencies.items()}, read)

    def _filter(self, found: NDArray[np.int64], scope: Scope) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
        if not self._cache.is_at_hand():
            return self._scoping.filter_by_rows(found, scope)
        identity = read_identity(self._database)
        dims = _NO_DIMS if identity is None else identity.dimensions
        return self._scoping.filter_by_columns(self._cache.snapshot(dims), found, scope)

    def _checked_dims(self, vectors: "Vectors") -> int | None:
        identity = read_identity(self._database)
        if identity is None:
            return None
        if vectors.ndim != 2 or vectors.shape[1] != identity.dimensions:
            given = f"vectors of shape {vectors.shape}"
            raise EmbedderMismatch(str(self._database.path), str(identity), given)
        return identity.dimensions

    def _exact(self, sql: str, keys: NDArray[np.int64], question: "Vectors") -> dict[int, float]:
        rows = self._database.rows(sql, (key_list(keys.tolist()),))
        if not rows:
            return {}
        vectors = _floats([blob for _, blob in rows])
        # Rounding to 16 bits has changed the lengths a little.
        cosines = (vectors @ question.T).max(axis=1) / np.maximum(np.linalg.norm(vectors, axis=1), _SHORTEST)
        best: dict[int, float] = {}
        for (owner, _), cosine in zip(rows, cosines.tolist(), strict=True):
            best[owner] = max(cosine, best.get(owner, cosine))
        return best


def _floats(blobs: Sequence[bytes]) -> NDArray[np.float32]:
    return np.frombuffer(b"".join(blobs), np.float16).reshape(len(blobs), -1).astype(np.float32)
