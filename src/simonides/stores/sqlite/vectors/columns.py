"""Columns of everything that has vectors: group, length and whether it has ended, as arrays indexed by row."""

import numpy as np
from numpy.typing import NDArray

from simonides.frozen import frozen

ABSENT = 0
LIVE = 1
ENDED = 2
HAS_VECTORS = 4
"""Set beside LIVE or ENDED while vectors of the thing are loaded."""

_STANDING = LIVE | ENDED


@frozen
class Columns:
    """One value per row number, up to `size`; entries beyond it belong to later versions.

    A version never changes: new rows are written beyond its end, and changes to old rows make copies.
    """

    group: NDArray[np.int32]
    """The place of a memory, the node of an observation."""
    words: NDArray[np.int32]
    state: NDArray[np.uint8]
    size: int = 0

    @classmethod
    def with_capacity(cls, capacity: int) -> "Columns":
        """A version without rows."""
        return cls(np.zeros(capacity, np.int32), np.zeros(capacity, np.int32), np.zeros(capacity, np.uint8))

    def updated(self, fresh: "ThingRows") -> "Columns":
        """A version with these rows, replacing old ones or appended."""
        if not len(fresh.keys):
            return self
        size = max(self.size, int(fresh.keys.max()) + 1)
        is_append = int(fresh.keys.min()) >= self.size
        columns = self if is_append and size <= len(self.state) else self._copied(size)
        for array in (columns.group, columns.words, columns.state):
            # Row numbers that were never used, or only in a failed transaction, stay empty.
            array[self.size : size] = 0
        columns.group[fresh.keys] = fresh.group
        columns.words[fresh.keys] = fresh.words
        columns.state[fresh.keys] = fresh.state
        return Columns(columns.group, columns.words, columns.state, size)

    def states_of(self, keys: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The state of each row; ABSENT for one that is not known."""
        states = np.zeros(len(keys), np.uint8)
        known = keys < self.size
        states[known] = self.state[keys[known]]
        return states

    def standing(self, *, with_ended: bool) -> NDArray[np.bool_]:
        """For each row whether it exists; ended ones count only when asked for."""
        state = self.state[: self.size]
        standing: NDArray[np.bool_] = (state & (_STANDING if with_ended else LIVE)) != 0
        return standing

    def _copied(self, size: int) -> "Columns":
        capacity = max(size, len(self.state)) if size <= len(self.state) else size + size // 2 + 1024
        copies = Columns.with_capacity(capacity)
        copies.group[: self.size] = self.group[: self.size]
        copies.words[: self.size] = self.words[: self.size]
        copies.state[: self.size] = self.state[: self.size]
        return copies


@frozen
class ThingRows:
    """Rows to put into columns."""

    keys: NDArray[np.int64]
    group: NDArray[np.int32]
    words: NDArray[np.int32]
    state: NDArray[np.uint8]
