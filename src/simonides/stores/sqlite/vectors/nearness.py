"""Nearest vectors in SQLite: a scan of codes picks candidates, the stored vectors decide."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simonides.domain.ranking.candidates import Neighbours, Stack
from simonides.stores.sql.vectors.identity import checked_dims
from simonides.stores.sql.vectors.nearness import NOBODY, SHORTEST, KeptVectors, nearest_first
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.vectors.cache import VectorCache
from simonides.stores.sqlite.vectors.kinds import Kind
from simonides.stores.sqlite.vectors.scan import candidates, rough_cosines
from simonides.stores.sqlite.vectors.snapshot import Mask, Snapshot
from simonides.stores.sqlite.vectors.tuning import Tuning

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors


class VectorIndex:
    """The vectors of one kind."""

    def __init__(self, database: Database, tuning: Tuning, kind: Kind) -> None:
        self.cache = VectorCache(database, tuning, kind)
        self._database = database
        self._tuning = tuning
        self._kind = kind
        self.kept = KeptVectors(database, kind.sql, encoded, floats)

    def nearest(self, question: "Vectors", within: Callable[[Snapshot], Mask], limit: int) -> Neighbours:
        """The owners with the highest cosine to any vector of the question, among those that the mask lets through."""
        snapshot = self.cache.snapshot()
        if limit <= 0 or self._dims(snapshot, question) != snapshot.dims:
            # Nothing is embedded yet, or everything is being embedded again right now.
            return NOBODY
        mask = snapshot.vectors_of(within(snapshot))
        found = candidates(snapshot, mask, question, limit, self._tuning)
        rows = self._database.rows(self._kind.vectors_at, {"keys": self._database.listed(found.keys.tolist())})
        return nearest_first(self.kept.best(rows, question), limit, found.mean, found.deviation)

    def rough_cosines(self, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The best cosines from the loaded codes, accurate to about 0.01."""
        snapshot = self.cache.snapshot()
        if len(keys) == 0 or self._dims(snapshot, question) != snapshot.dims:
            return np.full(len(keys), np.nan, np.float32)
        rows = snapshot.at(snapshot.positions_of(np.asarray(keys, np.int64)))
        return _at(keys, rows.owners, rough_cosines(rows, question))

    def stack(self, keys: Sequence[int]) -> Stack:
        """The vectors of owners, from the loaded codes, at unit length, in one matrix."""
        wanted = np.asarray(keys, np.int64)
        snapshot = self.cache.snapshot()
        rows = snapshot.at(snapshot.positions_of(wanted))
        order = np.argsort(wanted)
        vectors = rows.codes.astype(np.float32)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), SHORTEST)
        return Stack(order[np.searchsorted(wanted[order], rows.owners)], vectors)

    def close(self) -> None:
        """Release what is loaded."""
        self.cache.close()

    def _dims(self, snapshot: Snapshot, question: "Vectors") -> int | None:
        """How many dimensions the palace's vectors have; None before the first. Raises EmbedderMismatch."""
        if snapshot.size and question.ndim == 2 and question.shape[1] == snapshot.dims:
            return snapshot.dims
        return checked_dims(self._database, question)


def encoded(vector: NDArray[np.float32]) -> bytes:
    """A vector in its stored form."""
    return vector.astype(np.float16).tobytes()


def floats(blobs: Sequence[bytes]) -> NDArray[np.float32]:
    """Vectors from their stored form, one per blob."""
    return np.frombuffer(b"".join(blobs), np.float16).reshape(len(blobs), -1).astype(np.float32)


def _best_of_each(owners: NDArray[np.int64], cosines: NDArray[np.float32]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Each owner once, ascending, with its best cosine."""
    order = np.lexsort((-cosines, owners))
    owners, cosines = owners[order], cosines[order]
    is_first = np.ones(len(owners), np.bool_)
    np.not_equal(owners[1:], owners[:-1], out=is_first[1:])
    return owners[is_first], cosines[is_first]


def _at(keys: Sequence[int], owners: NDArray[np.int64], cosines: NDArray[np.float32]) -> NDArray[np.float32]:
    """The best cosine of each of the keys, NaN for one that owns no vector."""
    wanted = np.asarray(keys, np.int64)
    owners, best = _best_of_each(owners, cosines)
    if not len(owners):
        return np.full(len(wanted), np.nan, np.float32)
    where = np.minimum(np.searchsorted(owners, wanted), len(owners) - 1)
    return np.where(owners[where] == wanted, best[where], np.float32(np.nan))
