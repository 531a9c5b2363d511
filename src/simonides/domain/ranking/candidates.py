"""Candidates as a store's indexes return them, before any ranking."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simonides.frozen import frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simonides.domain.ranking.traits import Traits


@frozen
class Matches:
    """What the text index knows about some words, before any ranking.

    Row i of `counts` belongs to word i, column j to memory j; row i of `pairs` counts word i directly followed by word i+1.
    """

    keys: "NDArray[np.int64]"
    lengths: "NDArray[np.int32]"
    """How many words each memory holds."""
    counts: "NDArray[np.float32]"
    pairs: "NDArray[np.float32]"
    frequencies: "NDArray[np.int64]"
    """How many memories of the whole palace hold each word; `text_matches.within` counts those in scope."""
    pair_frequencies: "NDArray[np.int64]"
    skipped: tuple[int, ...]
    """The words that were too common to be looked up."""
    total: int
    """How many memories the palace holds, or the scope where its frequencies are counted."""
    mean_length: float

    def only(self, kept: "NDArray[np.bool_]") -> "Matches":
        """The same without the memories that are not kept."""
        return Matches(
            self.keys[kept], self.lengths[kept], self.counts[:, kept], self.pairs[:, kept], self.frequencies,
            self.pair_frequencies, self.skipped, self.total, self.mean_length,
        )  # fmt: skip


@frozen
class Neighbours:
    """The memories nearest to a vector, best first, with the mean and deviation of all cosines."""

    keys: "NDArray[np.int64]"
    cosines: "NDArray[np.float32]"
    mean: float
    deviation: float


@frozen
class Stack:
    """The vectors of some memories in one matrix; a memory may have several, or none."""

    owners: "NDArray[np.intp]"
    """For each vector the index of its memory among those asked for."""
    vectors: "NDArray[np.float32]"

    def of(self, some: Sequence[int]) -> "Stack":
        """The same for some of its memories, in the order in which they are named."""
        # Imported late: who files a text needs no numbers.
        import numpy as np

        number = {owner: place for place, owner in enumerate(some)}
        kept = [(row, number[owner]) for row, owner in enumerate(self.owners.tolist()) if owner in number]
        return Stack(np.array([place for _, place in kept], np.intp), self.vectors[[row for row, _ in kept]])


@frozen
class CandidatePool:
    """The candidates for one question and what each channel says of them; keys ascend."""

    keys: "NDArray[np.int64]"
    words: "NDArray[np.float64]"
    exact: "NDArray[np.float64]"
    cosines: "NDArray[np.float64]"
    """NaN where there is no vector."""
    traits: "Traits"
