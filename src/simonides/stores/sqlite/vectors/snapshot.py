"""Search snapshots: the codes of every vector and the columns of their owners, as of one line of the change log."""

from collections.abc import Callable
from dataclasses import field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simonides.domain.memory import Scope
from simonides.frozen import frozen
from simonides.stores.sql.records.traits import Known
from simonides.stores.sql.search.postings import distinct
from simonides.stores.sql.vectors.kernels import ByteCodes, FloatRows, SignCodes, byte_codes, sign_codes, sign_rows
from simonides.stores.sqlite.vectors.columns import Columns

_MASKS_KEPT = 8
_SORTED_MAX = 65_536
"""The order of more owners is not kept: it takes 12 bytes for each."""

Mask = NDArray[np.bool_]
Number = TypeVar("Number", np.int64, np.float32, np.int8, np.uint64)


@frozen
class VectorRows:
    """Vectors in the order of their rows, up to `size`; entries beyond it belong to later versions."""

    keys: NDArray[np.int64]
    owners: NDArray[np.int64]
    """For each vector the row of its owner."""
    scales: NDArray[np.float32]
    signs: SignCodes
    codes: ByteCodes
    size: int = 0
    is_by_owner: bool = False
    """Whether the owners are known to ascend, so that one is found without a look at all."""
    sorting: "list[tuple[NDArray[np.int32], NDArray[np.int64]]]" = field(default_factory=list, repr=False, compare=False)
    """Where they do not: their positions in the order of owners, and the owners, once somebody has asked."""

    @classmethod
    def with_capacity(cls, capacity: int, dims: int) -> "VectorRows":
        """A version without rows."""
        return cls(
            np.empty(capacity, np.int64),
            np.empty(capacity, np.int64),
            np.empty(capacity, np.float32),
            np.empty((sign_rows(dims), capacity), np.uint64),
            np.empty((capacity, dims), np.int8),
            is_by_owner=True,
        )

    def extended(self, keys: NDArray[np.int64], owners: NDArray[np.int64], vectors: FloatRows) -> "VectorRows":
        """A version with these rows appended; it shares memory with this one where there is room."""
        size = self.size + len(keys)
        rows = self if size <= len(self.keys) else self._moved(size + size // 2 + 256)
        new = slice(self.size, size)
        rows.keys[new] = keys
        rows.owners[new] = owners
        rows.signs[:, new] = sign_codes(vectors)
        rows.codes[new], rows.scales[new] = byte_codes(vectors)
        is_by_owner = self.is_by_owner and ascends(rows.owners[max(self.size - 1, 0) : size])
        return VectorRows(rows.keys, rows.owners, rows.scales, rows.signs, rows.codes, size, is_by_owner)

    def trimmed(self) -> "VectorRows":
        """The same rows without the spare room."""
        if self.size == len(self.keys):
            return self
        end, signs, codes = self.size, self.signs[:, : self.size], self.codes[: self.size]
        return VectorRows(self.keys[:end], self.owners[:end], self.scales[:end], signs, codes, end, self.is_by_owner)

    def positions_of(self, owners: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where the vectors of these owners are, which ascend, each once; in the order of positions."""
        held = self.owners[: self.size]
        if self.is_by_owner:
            return _places_of(owners, held)
        if self.size > _SORTED_MAX:
            return np.flatnonzero(np.isin(held, owners))
        if not self.sorting:
            order = np.argsort(held, kind="stable").astype(np.int32)
            self.sorting.append((order, held[order]))
        places, ascending = self.sorting[0]
        return np.sort(places[_places_of(owners, ascending)]).astype(np.int64)

    def _moved(self, capacity: int) -> "VectorRows":
        moved = VectorRows.with_capacity(capacity, self.codes.shape[1])
        for old, new in zip(self.arrays(), moved.arrays(), strict=True):
            # The last axis of signs, and the first of the others, counts vectors.
            if old is self.signs:
                new[:, : self.size] = old[:, : self.size]
            else:
                new[: self.size] = old[: self.size]
        return moved

    def arrays(self) -> tuple[NDArray[np.generic], ...]:
        """Every array, in a fixed order."""
        return self.keys, self.owners, self.scales, self.signs, self.codes


@frozen
class Snapshot:
    """Everything loaded, as of one line of the log; it never changes, so any thread may read it.

    Vectors lie in two parts: a large one that may be mapped from a file, and a tail that grows.
    """

    seq: int
    columns: Columns
    head: VectorRows
    tail: VectorRows
    alive: Mask
    """For each vector whether it is still in use."""
    masks: dict[Scope, Mask] = field(default_factory=dict)
    vector_masks: dict[int, tuple[Mask, Mask]] = field(default_factory=dict)
    """The same for vectors, by the mask of their owners."""
    known: Known = field(default_factory=lambda: Known(is_kept=True))
    """What ranking has read about memories; valid while nothing changes."""

    @property
    def size(self) -> int:
        """How many vectors are loaded, dead ones included."""
        return self.head.size + self.tail.size

    @property
    def dims(self) -> int:
        """How many dimensions a vector has."""
        return int(self.head.codes.shape[1])

    def parts(self) -> tuple[VectorRows, VectorRows]:
        """Both parts without spare room."""
        return self.head.trimmed(), self.tail.trimmed()

    def owners_at(self, positions: NDArray[np.int64]) -> NDArray[np.int64]:
        """The owners of the vectors at those positions."""
        return self._picked(positions, self.head.owners, self.tail.owners)

    def keys_at(self, positions: NDArray[np.int64]) -> NDArray[np.int64]:
        """The keys of the vectors at those positions."""
        return self._picked(positions, self.head.keys, self.tail.keys)

    def positions_of(self, owners: NDArray[np.int64]) -> NDArray[np.int64]:
        """The positions of those owners' vectors that are still in use."""
        wanted = distinct(np.sort(owners))
        positions = self.head.positions_of(wanted)
        if self.tail.size:
            positions = np.concatenate([positions, self.tail.positions_of(wanted) + self.head.size])
        return positions[self.alive[positions]]

    def vectors_of(self, owners: Mask) -> Mask:
        """For each vector whether it is in use and its owner is among these."""
        found = self.vector_masks.get(id(owners))
        # The mask of the owners is kept beside, so that no other has its number.
        if found is None or found[0] is not owners:
            found = owners, self._vectors_of(owners)
            if len(self.vector_masks) < _MASKS_KEPT:
                self.vector_masks[id(owners)] = found
        return found[1]

    def _vectors_of(self, owners: Mask) -> Mask:
        chosen = [owners[part.owners] for part in self.parts() if part.size]
        if not chosen:
            return np.zeros(0, np.bool_)
        mask: Mask = (np.concatenate(chosen) if len(chosen) > 1 else chosen[0]) & self.alive
        return mask

    def at(self, positions: NDArray[np.int64]) -> VectorRows:
        """The vectors at those positions, in that order."""
        codes, scales = self.codes_at(positions)
        signs = np.ascontiguousarray(self._picked(positions, self.head.signs.T, self.tail.signs.T).T)
        return VectorRows(self.keys_at(positions), self.owners_at(positions), scales, signs, codes, len(positions))

    def codes_at(self, positions: NDArray[np.int64]) -> tuple[ByteCodes, NDArray[np.float32]]:
        """The codes of the vectors at those positions, and the value of one step of each."""
        head, tail = self.head, self.tail
        return self._picked(positions, head.codes, tail.codes), self._picked(positions, head.scales, tail.scales)

    def remembered(self, scope: Scope, work_out: Callable[[], Mask]) -> Mask:
        """The mask of a scope, computed once while nothing changes."""
        mask = self.masks.get(scope)
        if mask is None:
            mask = work_out()
            if len(self.masks) < _MASKS_KEPT:
                self.masks[scope] = mask
        return mask

    def _picked(self, positions: NDArray[np.int64], head: NDArray[Number], tail: NDArray[Number]) -> NDArray[Number]:
        if not self.tail.size:
            return head[positions]
        in_head = positions < self.head.size
        picked = np.empty((len(positions), *head.shape[1:]), head.dtype)
        picked[in_head] = head[positions[in_head]]
        picked[~in_head] = tail[positions[~in_head] - self.head.size]
        return picked


def _places_of(wanted: NDArray[np.int64], ascending: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where the wanted numbers, which ascend, each once, are among ascending ones."""
    first, end = np.searchsorted(ascending, wanted), np.searchsorted(ascending, wanted, "right")
    counts = end - first
    if counts.max(initial=0) <= 1:
        return first[counts > 0]
    before = np.cumsum(counts) - counts
    return np.repeat(first - before, counts) + np.arange(counts.sum())


def ascends(numbers: NDArray[np.int64]) -> bool:
    """Whether no number is less than the one before it."""
    return bool((numbers[1:] >= numbers[:-1]).all())
