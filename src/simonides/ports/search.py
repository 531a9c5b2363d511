"""The port for search: the promises of every store's indexes."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from simonides.domain.memory import EVERYTHING, Scope
from simonides.domain.ranking.candidates import Matches, Neighbours, Stack
from simonides.domain.ranking.traits import ConversationTraits, Traits
from simonides.ports.embedder import Identity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simonides.ports.embedder import Vectors


class SearchIndex(Protocol):
    """Candidates by word and by vector. Sees every committed write, of any process."""

    def matches(self, words: Sequence[str], scope: Scope = EVERYTHING) -> Matches:
        """The memories in scope that hold any of the words.

        Rare words are always looked up; the most common may be skipped where reading all their occurrences would cost too much.
        """
        ...

    def phrase(self, words: Sequence[str], limit: int = 10_000) -> list[int]:
        """The rows that hold these words in sequence, newest first."""
        ...

    def phrases(self, phrases: Sequence[Sequence[str]], least: int, most: int) -> list[list[int]]:
        """The same for many phrases at once; empty for a phrase that fewer than `least` or more than `most` memories hold."""
        ...

    def held(self, words: Sequence[str]) -> frozenset[str]:
        """Those of the words that any memory holds, found without reading which."""
        ...

    def nearest(self, question: "Vectors", scope: Scope = EVERYTHING, limit: int = 10) -> Neighbours:
        """The memories with the highest cosine to any vector of the question; a memory counts with its best vector."""
        ...

    def near(self, question: "Vectors", cosine_min: float, limit: int) -> list[int]:
        """The nearest memories whose best cosine is at least `cosine_min`, best first; reads little where none is."""
        ...

    def cosines(self, question: "Vectors", keys: Sequence[int], *, roughly: bool = False) -> "NDArray[np.float32]":
        """The best cosine of each memory, NaN for one without a vector.

        `roughly` allows an error of about a hundredth, if the store has a cheaper way than reading the vectors.
        """
        ...

    def stack(self, keys: Sequence[int]) -> Stack:
        """The vectors of memories, approximately as stored, of unit length, in one matrix."""
        ...

    def traits(self, keys: Sequence[int]) -> Traits:
        """The traits of memories, in the order asked."""
        ...

    def are_apart(self, keys: Sequence[int]) -> bool:
        """Whether all of these memories are known to be part of no conversation; of what is not known, it may say no."""
        ...

    def beside(self, keys: Sequence[int], scope: Scope = EVERYTHING) -> "NDArray[np.int64]":
        """Pairs of rows: a memory, and one in scope directly before or after it in its conversation."""
        ...

    def conversations(self, names: Sequence[str]) -> dict[str, ConversationTraits]:
        """The lengths of conversations; unknown ones are left out."""
        ...

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep the vectors of memories, replacing older ones; rows that are gone are ignored."""
        ...

    def add(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep the vectors of memories that were added as embedded in the same transaction."""
        ...

    def of(self, keys: Sequence[int]) -> "dict[int, Vectors]":
        """The vectors of memories, as kept."""
        ...

    def pending(self, limit: int) -> list[tuple[int, str]]:
        """Rows and texts that have no vector yet, oldest first."""
        ...

    def coverage(self) -> tuple[int, int]:
        """How many memories have vectors, and how many there are; from counters."""
        ...

    def forget_vectors(self, identity: Identity) -> None:
        """Drop every vector and note another embedder's identity."""
        ...
