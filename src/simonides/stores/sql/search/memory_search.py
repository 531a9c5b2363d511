"""Memory search: candidates by word and by vector, over everything that any process has committed."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from simonides.domain.memory import EVERYTHING, Scope
from simonides.domain.ranking.candidates import Matches, Neighbours, Stack
from simonides.domain.ranking.traits import ConversationTraits, Traits
from simonides.frozen import frozen
from simonides.ports.embedder import Identity
from simonides.stores.sql.database import Database, totals
from simonides.stores.sql.records.traits import Known, TraitSql, are_apart, read_beside, read_conversations, read_traits
from simonides.stores.sql.search.matching import TextIndex, matches_of
from simonides.stores.sql.vectors.identity import write_identity
from simonides.stores.sql.vectors.nearness import KeptVectors

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors


@frozen
class SearchSql:
    """The SQL statements for memory search."""

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
        """The vectors as stored."""
        ...

    def nearest(self, question: "Vectors", scope: Scope, limit: int) -> Neighbours:
        """The memories in scope with the highest cosine to any vector of the question."""
        ...

    def near(self, question: "Vectors", cosine_min: float, limit: int) -> Neighbours:
        """The nearest memories, without some or all of those whose cosine is below `cosine_min`."""
        ...

    def inside(self, keys: NDArray[np.int64], scope: Scope) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The rows in scope among these sorted ones, and how many words each holds."""
        ...

    def rough_cosines(self, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The best cosine of each memory, accurate to about 0.01; NaN for one without a vector."""
        ...

    def stack(self, keys: Sequence[int]) -> Stack:
        """The vectors of memories, roughly as stored, at unit length, in one matrix."""
        ...

    def known(self) -> Known:
        """The traits that were read and are still valid."""
        ...

    def close(self) -> None:
        """Release what is loaded."""
        ...


class Search:
    """The indexes of one palace; `drop_views` drops the vectors of its observations."""

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
            found = lookup.documents()
            keys, lengths = self._vectors.inside(found, scope)
        mean_length = counted["words"] / counted["memories"] if counted["memories"] else 0.0
        return matches_of(lookup, found, keys, lengths, counted["memories"], mean_length)

    def phrase(self, words: Sequence[str], limit: int = 10_000) -> list[int]:
        """The rows that hold these words one after the other, newest first."""
        return self._texts.phrase(words, limit)

    def phrases(self, phrases: Sequence[Sequence[str]], least: int, most: int) -> list[list[int]]:
        """The same for many phrases at once; a phrase that fewer than `least` or more than `most` rows hold has none."""
        found = self._texts.phrases(phrases, least, most, self._totals()["memories"])
        return [rows if least <= len(rows) <= most else [] for rows in found]

    def held(self, words: Sequence[str]) -> frozenset[str]:
        """Those of the words that any memory holds."""
        return self._texts.held(words)

    def nearest(self, question: "Vectors", scope: Scope = EVERYTHING, limit: int = 10) -> Neighbours:
        """The memories with the highest cosine to any vector of the question, by the best vector of each memory."""
        return self._vectors.nearest(question, scope, limit)

    def near(self, question: "Vectors", cosine_min: float, limit: int) -> list[int]:
        """The nearest memories whose best cosine is at least `cosine_min`, best first."""
        found = self._vectors.near(question, cosine_min, limit)
        rows: list[int] = found.keys[found.cosines >= cosine_min].tolist()
        return rows

    def cosines(self, question: "Vectors", keys: Sequence[int], *, roughly: bool = False) -> NDArray[np.float32]:
        """The best cosine of each memory, NaN for one without a vector."""
        return self._vectors.rough_cosines(question, keys) if roughly else self._vectors.kept.cosines(question, keys)

    def stack(self, keys: Sequence[int]) -> Stack:
        """The vectors of memories, roughly as stored, at unit length, in one matrix."""
        return self._vectors.stack(keys)

    def traits(self, keys: Sequence[int]) -> Traits:
        """The traits of memories that ranking needs, in the order asked."""
        return read_traits(self._database, self._sql.traits, keys, self._vectors.known())

    def are_apart(self, keys: Sequence[int]) -> bool:
        """Whether all of these memories are known to be part of no conversation."""
        return are_apart(self._database, self._sql.traits, keys, self._vectors.known())

    def beside(self, keys: Sequence[int], scope: Scope = EVERYTHING) -> NDArray[np.int64]:
        """Pairs of rows: a memory and one in scope directly before or after it in its conversation."""
        pairs = read_beside(self._database, self._sql.traits, keys, self._vectors.known())
        if not len(pairs):
            return pairs
        neighbours = np.unique(pairs[:, 1])
        inside, _ = self._vectors.inside(neighbours, scope)
        # Most searches are for everything, and most neighbours still stand.
        return pairs if len(inside) == len(neighbours) else pairs[np.isin(pairs[:, 1], inside)]

    def conversations(self, names: Sequence[str]) -> dict[str, ConversationTraits]:
        """The lengths of conversations."""
        return read_conversations(self._database, self._sql.traits, names, self._vectors.known())

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep the vectors of memories, in place of older ones; rows that no longer exist are skipped."""
        self._vectors.kept.put(vectors)

    def add(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep the vectors of memories that were added as embedded in the same transaction."""
        self._vectors.kept.add(vectors)

    def of(self, keys: Sequence[int]) -> "dict[int, Vectors]":
        """The vectors of memories, as stored."""
        return self._vectors.kept.of(keys)

    def pending(self, limit: int) -> list[tuple[int, str]]:
        """Rows and texts that have no vector yet, oldest first."""
        return [(row[0], row[1]) for row in self._database.rows(self._sql.pending, {"limit": max(limit, 0)})]

    def coverage(self) -> tuple[int, int]:
        """How many memories have vectors and how many there are, from counters."""
        counted = self._totals()
        return counted["embedded"], counted["memories"]

    def forget_vectors(self, identity: Identity) -> None:
        """Drop every vector and note another embedder's identity."""
        with self._database.writing():
            self._database.change(self._sql.drop_all)
            self._database.change(self._sql.mark_all_pending)
            self._database.change(self._sql.log_dropped)
            self._drop_views()
            write_identity(self._database, identity)

    def close(self) -> None:
        """Release what is loaded."""
        self._vectors.close()

    def _totals(self) -> dict[str, int]:
        return totals(self._database, self._sql.totals)
