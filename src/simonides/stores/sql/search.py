"""What answers a question? Candidates by word and by vector, over everything committed by anybody."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from simonides.domain.candidates import Matches, Neighbours, Stack
from simonides.domain.memory import EVERYTHING, Scope
from simonides.domain.traits import Conversation, Traits
from simonides.ports.embedder import Identity
from simonides.stores.sql.counters import totals
from simonides.stores.sql.database import Database
from simonides.stores.sql.identity import write_identity
from simonides.stores.sql.matching import TextIndex, matches_of
from simonides.stores.sql.nearness import KeptVectors
from simonides.stores.sql.traits import TraitSql, read_beside, read_conversations, read_traits

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors


@dataclass(frozen=True, slots=True)
class SearchSql:
    """What a store says to its database about what is embedded."""

    totals: str
    pending: str
    drop_all: str
    mark_all_pending: str
    log_dropped: str
    traits: TraitSql


class MemoryVectors(Protocol):
    """The vectors of memories, in any scope."""

    @property
    def kept(self) -> KeptVectors:
        """The vectors as they are kept."""
        ...

    def nearest(self, question: "Vectors", scope: Scope, limit: int) -> Neighbours:
        """The memories in scope with the highest cosine to any vector of the question."""
        ...

    def inside(self, keys: NDArray[np.int64], scope: Scope) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Those of the sorted rows that are in scope, and how many words each of them holds."""
        ...

    def close(self) -> None:
        """Let go of what is loaded."""
        ...


class Search:
    """The indexes of one palace; `drop_views` takes the vectors of its observations away."""

    def __init__(
        self, database: Database, sql: SearchSql, texts: TextIndex, vectors: MemoryVectors, drop_views: Callable[[], None]
    ) -> None:
        self._database = database
        self._sql = sql
        self._texts = texts
        self._vectors = vectors
        self._drop_views = drop_views

    def matches(self, words: Sequence[str], scope: Scope = EVERYTHING) -> Matches:
        """The memories in scope that hold any of the words; rare words are always looked up."""
        with self._database.reading():
            counted = self._totals()
            lookup = self._texts.look_up(words, counted["memories"])
            keys, lengths = self._vectors.inside(lookup.documents(), scope)
        mean_length = counted["words"] / counted["memories"] if counted["memories"] else 0.0
        return matches_of(lookup, keys, lengths, counted["memories"], mean_length)

    def frequencies(self, words: Sequence[str]) -> list[int]:
        """How many memories hold each word; of a common one, nearly."""
        total = self._totals()["memories"]
        frequencies = self._texts.frequencies(words, total)
        return [frequencies[word] for word in words]

    def phrase(self, words: Sequence[str], limit: int = 10_000) -> list[int]:
        """The rows that hold these words one after the other, newest first."""
        return self._texts.phrase(words, limit)

    def nearest(self, question: "Vectors", scope: Scope = EVERYTHING, limit: int = 10) -> Neighbours:
        """The memories with the highest cosine to any vector of the question; a memory counts with its best vector."""
        return self._vectors.nearest(question, scope, limit)

    def cosines(self, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The best cosine of each memory, NaN for one without a vector."""
        return self._vectors.kept.cosines(question, keys)

    def stack(self, keys: Sequence[int]) -> Stack:
        """The vectors of memories, unit length, in one matrix."""
        return self._vectors.kept.stack(keys)

    def traits(self, keys: Sequence[int]) -> Traits:
        """What ranking wants to know of memories, in the order asked."""
        return read_traits(self._database, self._sql.traits, keys)

    def beside(self, keys: Sequence[int], scope: Scope = EVERYTHING) -> NDArray[np.int64]:
        """Pairs of rows: a memory, and one in scope right before or after it in its conversation."""
        return read_beside(self._database, self._sql.traits, keys, scope)

    def conversations(self, names: Sequence[str]) -> dict[str, Conversation]:
        """How long some conversations are."""
        return read_conversations(self._database, self._sql.traits, names)

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep the vectors of memories, in place of older ones; rows that are gone are passed over."""
        self._vectors.kept.put(vectors)

    def of(self, keys: Sequence[int]) -> "dict[int, Vectors]":
        """The vectors of memories, as kept."""
        return self._vectors.kept.of(keys)

    def pending(self, limit: int) -> list[tuple[int, str]]:
        """Rows and texts that have no vector yet, oldest first."""
        return [(row[0], row[1]) for row in self._database.rows(self._sql.pending, {"limit": max(limit, 0)})]

    def coverage(self) -> tuple[int, int]:
        """How many memories have vectors, and how many there are; from counters."""
        counted = self._totals()
        return counted["embedded"], counted["memories"]

    def forget_vectors(self, identity: Identity) -> None:
        """Drop every vector and take another embedder's identity."""
        with self._database.writing():
            self._database.change(self._sql.drop_all)
            self._database.change(self._sql.mark_all_pending)
            self._database.change(self._sql.log_dropped)
            self._drop_views()
            write_identity(self._database, identity)

    def close(self) -> None:
        """Let go of what is loaded."""
        self._vectors.close()

    def _totals(self) -> dict[str, int]:
        return totals(self._database, self._sql.totals)
