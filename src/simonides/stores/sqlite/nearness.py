"""What is near a vector? One index over one kind of vectors: a scan chooses, the rows themselves decide."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simonides.domain.candidates import Neighbours
from simonides.stores.sql.identity import checked_dims
from simonides.stores.sql.nearness import NOBODY, KeptVectors, nearest_first
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.kinds import Kind
from simonides.stores.sqlite.scan import candidates
from simonides.stores.sqlite.snapshot import Mask, Snapshot
from simonides.stores.sqlite.tuning import Tuning
from simonides.stores.sqlite.vectors import VectorCache

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
        dims = checked_dims(self._database, question)
        if dims is None or limit <= 0:
            return NOBODY
        snapshot = self.cache.snapshot()
        if snapshot.dims != dims:
            # Somebody is embedding everything anew at this moment.
            return NOBODY
        mask = snapshot.vectors_of(within(snapshot))
        found = candidates(snapshot, mask, question, limit, self._tuning)
        rows = self._database.rows(self._kind.vectors_at, {"keys": self._database.listed(found.keys.tolist())})
        return nearest_first(self.kept.best(rows, question), limit, found.mean, found.deviation)

    def close(self) -> None:
        """Let go of what is loaded."""
        self.cache.close()


def encoded(vector: NDArray[np.float32]) -> bytes:
    """A vector as it is kept."""
    return vector.astype(np.float16).tobytes()


def floats(blobs: Sequence[bytes]) -> NDArray[np.float32]:
    """Vectors as they are kept, one per blob."""
    return np.frombuffer(b"".join(blobs), np.float16).reshape(len(blobs), -1).astype(np.float32)
