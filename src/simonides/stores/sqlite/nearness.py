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
from simonides.stores.sqlite.rows import key_list, row_list
from simonides.stores.sqlite.scan import candidates, rough_cosines
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
        snapshot = self.cache.snapshot()
        if limit <= 0 or self._dims(snapshot, question) != snapshot.dims:
            # Nobody has embedded anything yet, or somebody is embedding everything anew at this moment.
            return NOBODY
        mask = snapshot.vectors_of(within(snapshot))
        found = candidates(snapshot, mask, question, limit, self._tuning)
        owners, cosines = _best_of_each(*self._read(self._kind.vectors_at, found.keys.tolist(), question))
        order = np.lexsort((owners, -cosines))[:limit]
        return Neighbours(owners[order], cosines[order], found.mean, found.deviation)

    def cosines(self, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The best cosine of each owner, NaN for one without a vector."""
        if len(keys) == 0 or checked_dims(self._database, question) is None:
            return np.full(len(keys), np.nan, np.float32)
        return _at(keys, *self._read(self._kind.vectors_of, keys, question))

    def rough_cosines(self, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The same to about a hundredth, from the loaded codes."""
        snapshot = self.cache.snapshot()
        if len(keys) == 0 or self._dims(snapshot, question) != snapshot.dims:
            return np.full(len(keys), np.nan, np.float32)
        rows = snapshot.at(snapshot.positions_of(np.asarray(keys, np.int64)))
        return _at(keys, rows.owners, rough_cosines(rows, question))

    def stack(self, keys: Sequence[int]) -> Stack:
        """The vectors of owners, from the loaded codes, unit length, in one matrix."""
        wanted = np.asarray(keys, np.int64)
        snapshot = self.cache.snapshot()
        rows = snapshot.at(snapshot.positions_of(wanted))
        order = np.argsort(wanted)
        vectors = rows.codes.astype(np.float32)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), _SHORTEST)
        return Stack(order[np.searchsorted(wanted[order], rows.owners)], vectors)

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

    def _read(self, sql: str, keys: Sequence[int], question: "Vectors") -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Of each vector its owner and its cosine, from the rows."""
        rows = self._database.rows(sql, (row_list(int(key) for key in keys),))
        if not rows:
            return np.zeros(0, np.int64), np.zeros(0, np.float32)
        vectors = floats([blob for _, _, blob in rows])
        # Rounding to 16 bits has changed the lengths a little.
        cosines = (vectors @ question.T).max(axis=1) / np.maximum(np.linalg.norm(vectors, axis=1), _SHORTEST)
        return np.array([owner for _, owner, _ in rows], np.int64), cosines

    def _dims(self, snapshot: Snapshot, question: "Vectors") -> int | None:
        """How many dimensions the palace's vectors have; None before the first. Raises EmbedderMismatch."""
        if snapshot.size and question.ndim == 2 and question.shape[1] == snapshot.dims:
            return snapshot.dims
        return checked_dims(self._database, question)


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
