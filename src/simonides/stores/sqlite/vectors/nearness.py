"""Nearest vectors in SQLite: a scan of codes picks candidates, the stored vectors decide."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simonides.domain.ranking.candidates import Neighbours, Stack
from simonides.stores.sql.records.rows import Row
from simonides.stores.sql.vectors.identity import checked_dims
from simonides.stores.sql.vectors.nearness import NOBODY, SHORTEST, KeptVectors, best_of_each, cosines_at, nearest_first
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.vectors.cache import VectorCache
from simonides.stores.sqlite.vectors.kinds import Kind
from simonides.stores.sqlite.vectors.scan import LEAST_COSINE, candidates, rough_cosines
from simonides.stores.sqlite.vectors.snapshot import Mask, Snapshot
from simonides.stores.sqlite.vectors.tuning import Tuning

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

_SEEN_MAX = 1_500
"""How many vectors are kept as they are stored, for the next question; they take about a kilobyte each."""


class VectorIndex:
    """The vectors of one kind."""

    def __init__(self, database: Database, tuning: Tuning, kind: Kind) -> None:
        self.cache = VectorCache(database, tuning, kind)
        self._database = database
        self._tuning = tuning
        self._kind = kind
        self.kept = KeptVectors(database, kind.sql, encoded, floats)
        self._seen: dict[int, Row] = {}

    def nearest(
        self, question: "Vectors", within: Callable[[Snapshot], Mask], limit: int, cosine_min: float = LEAST_COSINE
    ) -> Neighbours:
        """The owners with the highest cosine to any vector of the question, among those that the mask lets through.

        Nobody, if no cosine reaches `cosine_min`.
        """
        snapshot = self.cache.snapshot()
        if limit <= 0 or self._dims(snapshot, question) != snapshot.dims:
            # Nothing is embedded yet, or everything is being embedded again right now.
            return NOBODY
        mask = snapshot.vectors_of(within(snapshot))
        found = candidates(snapshot, mask, question, limit, self._tuning, cosine_min)
        if not len(found.keys):
            return NOBODY
        if found.rough is not None:
            self._scanned().append((question, snapshot, found.rough))
        rows = self._stored(np.sort(found.keys).tolist(), snapshot.seq)
        return nearest_first(self.kept.compared(rows, question), limit, found.mean, found.deviation)

    def _stored(self, keys: list[int], seq: int) -> list[Row]:
        """Owner and vector of each of the vectors with these keys that is there, in that order."""
        moment = self._database.moment()
        # A committed vector never changes, and its key is never given to another. One that is newer than this moment must not be
        # seen in it, and one that is being written may be taken back.
        known = self._seen if moment is not None and moment >= seq else {}
        if len(known) > _SEEN_MAX:
            known = self._seen = {}
        missing = [key for key in keys if key not in known]
        if missing:
            rows = self._database.rows(self._kind.vectors_at, {"keys": self._database.listed(missing)})
            known.update((key, (owner, blob)) for key, owner, blob in rows)
        return [known[key] for key in keys if key in known]

    def rough_cosines(self, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The best cosines from the loaded codes, accurate to about 0.01."""
        snapshot = self.cache.snapshot()
        if len(keys) == 0 or self._dims(snapshot, question) != snapshot.dims:
            return np.full(len(keys), np.nan, np.float32)
        positions = snapshot.positions_of(np.asarray(keys, np.int64))
        scans = (rough for asked, seen, rough in self._scanned() if asked is question and seen is snapshot)
        every = next(scans, None)
        cosines = rough_cosines(*snapshot.codes_at(positions), question) if every is None else every[positions]
        return cosines_at(keys, *best_of_each(snapshot.owners_at(positions), cosines))

    def _scanned(self) -> list[tuple["Vectors", Snapshot, NDArray[np.float32]]]:
        """What was compared with all vectors at the moment that this thread reads: nothing is compared twice."""
        return self._database.once((self, "scanned"), list)

    def stack(self, keys: Sequence[int]) -> Stack:
        """The vectors of owners, from the loaded codes, at unit length, in one matrix."""
        wanted = np.asarray(keys, np.int64)
        snapshot = self.cache.snapshot()
        positions = snapshot.positions_of(wanted)
        order = np.argsort(wanted)
        vectors = snapshot.codes_at(positions)[0].astype(np.float32)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), SHORTEST)
        return Stack(order[np.searchsorted(wanted[order], snapshot.owners_at(positions))], vectors)

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
