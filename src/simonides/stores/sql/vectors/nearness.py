"""Nearest vectors: the vectors of one kind as stored, written, read and compared exactly."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simonides.domain.ranking.candidates import Neighbours, Stack
from simonides.stores.sql.database import Database, Values
from simonides.stores.sql.records.rows import Row
from simonides.stores.sql.vectors.identity import checked_dims, require_claimed
from simonides.stores.sql.vectors.kinds import VectorSql

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

Cosines = tuple[NDArray[np.int64], NDArray[np.float32]]
"""Owners and their cosines."""

NOBODY = Neighbours(np.zeros(0, np.int64), np.zeros(0, np.float32), 0.0, 0.0)
SHORTEST = np.float32(1e-6)
"""The least length a vector counts with, so that none is divided by zero."""
_SEEN_MAX = 2_000
"""How many vectors are kept, about 1 KB each: a search asks for the same few again, an export for all."""


class KeptVectors:
    """The vectors of one kind; `encode` and `decode` translate them to and from the form in the database.

    `seen` holds the rows that were read and are still valid, by owner; unless given, those of the same moment.
    """

    def __init__(
        self,
        database: Database,
        sql: VectorSql,
        encode: Callable[[NDArray[np.float32]], object],
        decode: Callable[[Sequence[bytes]], NDArray[np.float32]],
        seen: Callable[[], dict[int, list[Row]]] | None = None,
    ) -> None:
        self._database = database
        self._sql = sql
        self._encode = encode
        self._decode = decode
        self._seen = seen or (lambda: database.once(("vectors", sql.of), dict))

    def cosines(self, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The best cosine of each owner, NaN for one without a vector."""
        if len(keys) == 0 or checked_dims(self._database, question) is None:
            return np.full(len(keys), np.nan, np.float32)
        return cosines_at(keys, *self.compared(self.rows(keys), question))

    def stack(self, keys: Sequence[int]) -> Stack:
        """The vectors of owners, at unit length, in one matrix."""
        rows = self.rows(keys)
        if not rows:
            return Stack(np.zeros(0, np.intp), np.zeros((0, 0), np.float32))
        vectors = self._decode([blob for _, blob in rows])
        place = {int(key): index for index, key in enumerate(keys)}
        owners = np.array([place[owner] for owner, _ in rows], np.intp)
        return Stack(owners, vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), SHORTEST))

    def of(self, keys: Sequence[int]) -> "dict[int, Vectors]":
        """The vectors of owners, as stored."""
        rows = self.rows(keys)
        if not rows:
            return {}
        vectors = self._decode([blob for _, blob in rows])
        starts: dict[int, int] = {}
        for at, (owner, _) in enumerate(rows):
            starts.setdefault(owner, at)
        ends = [*starts.values(), len(rows)][1:]
        return {owner: vectors[start:end] for (owner, start), end in zip(starts.items(), ends, strict=True)}

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep the vectors of owners, in place of older ones; rows that no longer exist are skipped."""
        with self._database.writing():
            require_claimed(self._database, vectors.values())
            wanted = {"keys": self._database.listed(int(key) for key, rows in vectors.items() if len(rows))}
            present = {row[0] for row in self._database.rows(self._sql.present, wanted)}
            self._database.change(self._sql.drop, wanted)
            self._database.change_many(
                self._sql.add, self._parts({key: rows for key, rows in vectors.items() if int(key) in present})
            )
            self._database.change(self._sql.mark_embedded, wanted)

    def add(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep the vectors of owners that have none yet and are there, marked as embedded."""
        require_claimed(self._database, vectors.values())
        self._database.change_many(self._sql.add, self._parts(vectors))

    def compared(self, rows: Sequence[Row], question: "Vectors") -> Cosines:
        """The best cosine of each owner, from rows of owner and vector."""
        if not rows:
            return NOBODY.keys, NOBODY.cosines
        owners, blobs = zip(*rows, strict=True)
        vectors = self._decode(blobs)
        # Rounding to 16 bits has changed the lengths a little.
        cosines = (vectors @ question.T).max(axis=1) / np.maximum(np.linalg.norm(vectors, axis=1), SHORTEST)
        return best_of_each(np.array(owners, np.int64), cosines)

    def _parts(self, vectors: "Mapping[int, Vectors]") -> "Iterator[Values]":
        # By row, so that memories become due for a dream in the same order in every store.
        for key, rows in sorted(vectors.items(), key=lambda pair: int(pair[0])):
            for part, row in enumerate(rows):
                yield {"owner": int(key), "part": part, "vector": self._encode(row)}

    def rows(self, keys: Iterable[int]) -> list[Row]:
        """The rows of these owners, by owner and part; those that were seen are not read again."""
        known = self._seen()
        wanted = sorted({int(key) for key in keys})
        # Other threads may add to what was seen, or clear it.
        found = {key: rows for key in wanted if (rows := known.get(key)) is not None}
        if missing := [key for key in wanted if key not in found]:
            if max(len(known), sum(map(len, list(known.values())))) > _SEEN_MAX:
                known.clear()
            fresh: dict[int, list[Row]] = {key: [] for key in missing}
            for row in self._database.rows(self._sql.of, {"keys": self._database.listed(missing)}):
                fresh[row[0]].append(row)
            known.update(fresh)
            found |= fresh
        return [row for key in wanted for row in found[key]]


def nearest_first(best: Cosines, limit: int, mean: float, deviation: float) -> Neighbours:
    """The owners with the highest cosines."""
    keys, cosines = best
    order = np.lexsort((keys, -cosines))[:limit]
    return Neighbours(keys[order], cosines[order], mean, deviation)


def best_of_each(owners: NDArray[np.int64], cosines: NDArray[np.float32]) -> Cosines:
    """Each owner once, ascending, with its best cosine."""
    # Mostly each has one vector, and they come in order.
    if (owners[1:] > owners[:-1]).all():
        return owners, cosines
    order = np.lexsort((-cosines, owners))
    owners, cosines = owners[order], cosines[order]
    is_first = np.ones(len(owners), np.bool_)
    np.not_equal(owners[1:], owners[:-1], out=is_first[1:])
    return owners[is_first], cosines[is_first]


def cosines_at(keys: Sequence[int], owners: NDArray[np.int64], cosines: NDArray[np.float32]) -> NDArray[np.float32]:
    """The cosine of each of the keys, among owners that ascend; NaN for one that is not among them."""
    wanted = np.asarray(keys, np.int64)
    if not len(owners):
        return np.full(len(wanted), np.nan, np.float32)
    where = np.minimum(np.searchsorted(owners, wanted), len(owners) - 1)
    return np.where(owners[where] == wanted, cosines[where], np.float32(np.nan))
