"""Memory search in SQLite: a cache tells which rows are in scope and how near their vectors are."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simonides.domain.memory import EVERYTHING, Scope
from simonides.domain.ranking.candidates import Neighbours, Stack
from simonides.stores.sql.records.traits import Known
from simonides.stores.sql.search.memory_search import SearchSql
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.records.changes import LATEST
from simonides.stores.sqlite.records.traits import TRAITS
from simonides.stores.sqlite.search.scoping import Scoping
from simonides.stores.sqlite.statements import COUNTERS, logged
from simonides.stores.sqlite.vectors.kinds import MEMORIES
from simonides.stores.sqlite.vectors.nearness import VectorIndex
from simonides.stores.sqlite.vectors.tuning import Tuning

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

SEARCH = SearchSql(
    totals=COUNTERS,
    pending="SELECT key, content FROM memories WHERE embedded = 0 ORDER BY key LIMIT :limit",
    drop_all="DELETE FROM vectors",
    mark_all_pending="UPDATE memories SET embedded = 0 WHERE embedded = 1",
    log_dropped=logged("'vector'", "delete"),
    traits=TRAITS,
)


class MemoryVectors:
    """The vectors of memories, and the columns that scopes use."""

    def __init__(self, database: Database, tuning: Tuning) -> None:
        self._database = database
        self._vectors = VectorIndex(database, tuning, MEMORIES)
        self.kept = self._vectors.kept
        self._scoping = Scoping(database)

    def nearest(self, question: "Vectors", scope: Scope, limit: int) -> Neighbours:
        """The memories in scope with the highest cosine to any vector of the question."""
        return self._vectors.nearest(question, lambda snapshot: self._scoping.mask(snapshot, scope), limit)

    def near(self, question: "Vectors", cosine_min: float, limit: int) -> Neighbours:
        """The nearest memories; none where the codes show that no cosine reaches `cosine_min`."""
        return self._vectors.nearest(question, lambda snapshot: self._scoping.mask(snapshot, EVERYTHING), limit, cosine_min)

    def inside(self, keys: NDArray[np.int64], scope: Scope) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The rows in scope among these sorted ones, and how many words each holds."""
        if not self._vectors.cache.is_at_hand():
            return self._scoping.filter_by_rows(keys, scope)
        return self._scoping.filter_by_columns(self._vectors.cache.snapshot(), keys, scope)

    def rough_cosines(self, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The best cosine of each memory, accurate to about 0.01; NaN for one without a vector."""
        return self._vectors.rough_cosines(question, keys)

    def stack(self, keys: Sequence[int]) -> Stack:
        """The vectors of memories, roughly as stored, at unit length, in one matrix."""
        return self._vectors.stack(keys)

    def known(self) -> Known:
        """The traits that were read and are still valid; none while the cache would take long to load."""
        if not self._vectors.cache.is_at_hand():
            return Known()
        snapshot = self._vectors.cache.snapshot()
        # What is read now would be kept as if it were as new as the cache, so it must not be older.
        return snapshot.known if self._database.once(LATEST, lambda: self._database.number(LATEST)) >= snapshot.seq else Known()

    def close(self) -> None:
        """Release what is loaded."""
        self._vectors.close()
