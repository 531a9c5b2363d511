"""Memory search in PostgreSQL: its statements, and the vectors of memories."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simonides.domain.memory import EVERYTHING, Scope
from simonides.domain.ranking.candidates import Neighbours, Stack
from simonides.stores.postgres.connection.database import Database
from simonides.stores.postgres.connection.literals import key_list
from simonides.stores.postgres.records.memories import MEMORIES as MEMORY_SQL
from simonides.stores.postgres.records.traits import TRAITS
from simonides.stores.postgres.search.kept_reads import KeptReads
from simonides.stores.postgres.search.scopes import SCOPES
from simonides.stores.postgres.statements import COUNTERS, logged
from simonides.stores.postgres.vectors.kinds import MEMORIES
from simonides.stores.postgres.vectors.nearness import VectorIndex
from simonides.stores.postgres.vectors.tuning import Tuning
from simonides.stores.sql.records.memories import counted_by_place
from simonides.stores.sql.records.traits import Known
from simonides.stores.sql.search.memory_search import SearchSql

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

SEARCH = SearchSql(
    totals=COUNTERS,
    pending="SELECT key, content FROM memories WHERE palace = %(palace)s AND NOT embedded ORDER BY key LIMIT %(limit)s",
    drop_all="DELETE FROM vectors WHERE palace = %(palace)s",
    mark_all_pending="UPDATE memories SET embedded = false WHERE palace = %(palace)s AND embedded",
    log_dropped=logged("'vector'", "delete"),
    traits=TRAITS,
)


class MemoryVectors:
    """The vectors of memories, in any scope."""

    def __init__(self, database: Database, tuning: Tuning, reads: KeptReads) -> None:
        self._database = database
        self._reads = reads
        self._vectors = VectorIndex(database, tuning, MEMORIES, lambda: reads.now().vectors)
        self.kept = self._vectors.kept

    def nearest(self, question: "Vectors", scope: Scope, limit: int) -> Neighbours:
        """The memories in scope with the highest cosine to any vector of the question."""
        where, values = SCOPES.condition(scope)
        known = None
        if scope.is_by_place_only:
            known = partial(counted_by_place, self._database, MEMORY_SQL.count_by_place, scope)
        return self._vectors.nearest(question, where, values, limit, known)

    def near(self, question: "Vectors", cosine_min: float, limit: int) -> Neighbours:  # noqa: ARG002 - the database compares all
        """The nearest memories."""
        return self.nearest(question, EVERYTHING, limit)

    def inside(self, keys: NDArray[np.int64], scope: Scope) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The rows in scope among these sorted ones, and how many words each holds."""
        if scope != EVERYTHING:
            found = self._asked(keys.tolist(), scope)
            return found[:, 0], found[:, 1].astype(np.int32)
        known = self._reads.now().lengths
        lengths: list[int | None] = list(map(known.get, keys.tolist()))
        if None in lengths:
            missing = [key for key, length in zip(keys.tolist(), lengths, strict=True) if length is None]
            fresh = dict.fromkeys(missing, -1) | dict(self._asked(missing, scope).tolist())
            known.update(fresh)
            lengths = [fresh[key] if length is None else length for key, length in zip(keys.tolist(), lengths, strict=True)]
        counted = np.array(lengths, np.int32)
        return keys[counted >= 0], counted[counted >= 0]

    def _asked(self, keys: Sequence[int], scope: Scope) -> NDArray[np.int64]:
        """Pairs of a row in scope and how many words it holds."""
        where, values = SCOPES.condition(scope)
        sql = f"""
            SELECT m.key, m.words FROM memories m
            WHERE m.palace = %(palace)s AND m.key = ANY(%(keys)s::bigint[]) AND {where} ORDER BY m.key
        """
        return np.array(self._database.rows(sql, {**values, "keys": key_list(keys)}), np.int64).reshape(-1, 2)

    def rough_cosines(self, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The best cosine of each memory, exact because rough ones would cost as much."""
        return self.kept.cosines(question, keys)

    def stack(self, keys: Sequence[int]) -> Stack:
        """The vectors of memories, at unit length, in one matrix."""
        return self.kept.stack(keys)

    def known(self) -> Known:
        """The traits that were read and are still valid."""
        return self._reads.now().known

    def close(self) -> None:
        """Does nothing: nothing is loaded."""
