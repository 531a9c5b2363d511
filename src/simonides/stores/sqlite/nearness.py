"""What is near a vector? One index over one kind of vectors: a scan chooses, the rows themselves decide."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simonides.domain.candidates import Neighbours, Stack
from simonides.domain.errors import EmbedderMismatch, StoreFailure
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.identity import read_identity
from simonides.stores.sqlite.kinds import Kind
from simonides.stores.sqlite.rows import key_list
from simonides.stores.sqlite.scan import candidates
from simonides.stores.sqlite.snapshot import Mask, Snapshot
from simonides.stores.sqlite.tuning import Tuning
from simonides.stores.sqlite.vectors import VectorCache

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

NOBODY = Neighbours(np.zeros(0, np.int64), np.zeros(0, np.float32), 0.0, 0.0)
_SHORTEST = np.float32(1e-6)


class VectorIndex:
    """The vectors of one kind."""

    def __init__(self, database: Database, tuning: Tuning, kind: Kind) -> None:
        self.cache = VectorCache(database, tuning, kind)
        self._database = database
        self._tuning = tuning
        self._kind = kind

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
        best = self._exact(self._kind.vectors_at, found.keys, question)
        order = sorted(best, key=lambda key: (-best[key], key))[:limit]
        cosines = np.array([best[key] for key in order], np.float32)
        return Neighbours(np.array(order, np.int64), cosines, found.mean, found.deviation)

    def cosines(self, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The best cosine of each owner, NaN for one without a vector."""
        if len(keys) == 0 or checked_dims(self._database, question) is None:
            return np.full(len(keys), np.nan, np.float32)
        best = self._exact(self._kind.vectors_of, np.asarray(keys, np.int64), question)
        return np.array([best.get(int(key), np.nan) for key in keys], np.float32)

    def stack(self, keys: Sequence[int]) -> Stack:
        """The vectors of owners, unit length, in one matrix."""
        rows = self._database.rows(self._kind.vectors_of, (key_list(int(key) for key in keys),))
        if not rows:
            return Stack(np.zeros(0, np.intp), np.zeros((0, 0), np.float32))
        vectors = floats([blob for _, _, blob in rows])
        place = {int(key): index for index, key in enumerate(keys)}
        owners = np.array([place[owner] for _, owner, _ in rows], np.intp)
        return Stack(owners, vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), _SHORTEST))

    def of(self, keys: Sequence[int]) -> "dict[int, Vectors]":
        """The vectors of owners, as kept."""
        blobs: dict[int, list[bytes]] = {}
        for _, owner, blob in self._database.rows(self._kind.vectors_of, (key_list(int(key) for key in keys),)):
            blobs.setdefault(owner, []).append(blob)
        return {owner: floats(parts) for owner, parts in blobs.items()}

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep the vectors of owners, in place of older ones; rows that are gone are passed over."""
        with self._database.writing():
            for rows in vectors.values():
                if checked_dims(self._database, rows) is None:
                    raise StoreFailure(str(self._database.path), "no embedder has claimed the palace, so it takes no vectors")
            wanted = key_list(int(key) for key, rows in vectors.items() if len(rows))
            present = {row[0] for row in self._database.rows(self._kind.present, (wanted,))}
            self._database.change(self._kind.drop_vectors, (wanted,))
            self._database.change_many(
                self._kind.add_vector,
                (
                    (int(key), part, row.astype(np.float16).tobytes())
                    for key, rows in vectors.items()
                    if int(key) in present
                    for part, row in enumerate(rows)
                ),
            )
            self._database.change(self._kind.mark_embedded, (wanted,))

    def close(self) -> None:
        """Let go of what is loaded."""
        self.cache.close()

    def _exact(self, sql: str, keys: NDArray[np.int64], question: "Vectors") -> dict[int, float]:
        rows = self._database.rows(sql, (key_list(keys.tolist()),))
        if not rows:
            return {}
        vectors = floats([blob for _, _, blob in rows])
        # Rounding to 16 bits has changed the lengths a little.
        cosines = (vectors @ question.T).max(axis=1) / np.maximum(np.linalg.norm(vectors, axis=1), _SHORTEST)
        best: dict[int, float] = {}
        for (_, owner, _), cosine in zip(rows, cosines.tolist(), strict=True):
            best[owner] = max(cosine, best.get(owner, cosine))
        return best


def checked_dims(database: Database, vectors: "Vectors") -> int | None:
    """How many dimensions the palace's vectors have; None before the first. Raises EmbedderMismatch when these have others."""
    identity = read_identity(database)
    if identity is None:
        return None
    if vectors.ndim != 2 or vectors.shape[1] != identity.dimensions:
        given = f"vectors of shape {vectors.shape}"
        raise EmbedderMismatch(str(database.path), str(identity), given)
    return identity.dimensions


def floats(blobs: Sequence[bytes]) -> NDArray[np.float32]:
    """Vectors as they are kept, one per blob."""
    return np.frombuffer(b"".join(blobs), np.float16).reshape(len(blobs), -1).astype(np.float32)
