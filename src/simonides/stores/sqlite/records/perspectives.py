"""Perspectives on observations in SQLite: statements, and one cache of vectors per perspective for observations and for nodes."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simonides.domain.ranking.candidates import Neighbours
from simonides.stores.sql.records.perspectives import PerspectiveSql
from simonides.stores.sql.vectors.pairs import Codes
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.statements import COUNTERS, logged
from simonides.stores.sqlite.vectors.kinds import OWNER_BITS, PERSPECTIVE_BITS, Kind, nodes_from, observations_from
from simonides.stores.sqlite.vectors.nearness import VectorIndex, encoded
from simonides.stores.sqlite.vectors.snapshot import Mask, Snapshot
from simonides.stores.sqlite.vectors.tuning import Tuning

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

# The keys of one perspective's vectors are contiguous.
_OF_PERSPECTIVE = f"BETWEEN :perspective << {PERSPECTIVE_BITS} AND ((:perspective + 1) << {PERSPECTIVE_BITS}) - 1"

PERSPECTIVES = PerspectiveSql(
    all="SELECT key, name, instruction FROM perspectives ORDER BY key",
    named="SELECT key, name, instruction FROM perspectives WHERE name = :name",
    add="INSERT INTO perspectives (name, instruction) VALUES (:name, :instruction)",
    instruct="UPDATE perspectives SET instruction = :instruction WHERE name = :name",
    drop="DELETE FROM perspectives WHERE key = :perspective",
    drop_views=f"DELETE FROM observation_vectors WHERE key {_OF_PERSPECTIVE}",
    drop_means=f"DELETE FROM node_vectors WHERE key {_OF_PERSPECTIVE}",
    drop_every_view="DELETE FROM observation_vectors",
    drop_every_mean="DELETE FROM node_vectors",
    mark_all_pending="UPDATE observations SET embedded = 0 WHERE embedded = 1",
    announce=logged(":kind", "delete"),
    totals=COUNTERS,
    lengths="SELECT key, words FROM observations WHERE key IN (SELECT value FROM json_each(:keys)) ORDER BY key",
    present="SELECT key, entity FROM observations WHERE key IN (SELECT value FROM json_each(:keys))",
    # The plus stops SQLite from reading the whole range of keys instead of looking up the observations.
    drop_vectors=f"""
        DELETE FROM observation_vectors WHERE observation IN (SELECT value FROM json_each(:keys)) AND +key {_OF_PERSPECTIVE}
    """,
    add_vector=f"""
        INSERT INTO observation_vectors (key, observation, f16)
        VALUES ((:perspective << {PERSPECTIVE_BITS}) | (:observation << {OWNER_BITS}) | :part, :observation, :vector)
    """,
    mark_embedded=f"""
        UPDATE observations SET embedded = 1 WHERE key IN (SELECT value FROM json_each(:keys)) AND embedded = 0
        AND (
            SELECT count(DISTINCT v.key >> {PERSPECTIVE_BITS}) FROM observation_vectors v WHERE v.observation = observations.key
        ) = (SELECT count(*) FROM perspectives)
    """,
    pending="SELECT key, content FROM observations WHERE embedded = 0 ORDER BY key LIMIT :limit",
    seen_from=f"""
        SELECT DISTINCT observation, key >> {PERSPECTIVE_BITS} FROM observation_vectors
        WHERE observation IN (SELECT value FROM json_each(:keys))
    """,
)


class SqliteViews:
    """The vectors of observations and nodes; those of a perspective are loaded on first use."""

    def __init__(self, database: Database, tuning: Tuning) -> None:
        self._database = database
        self._tuning = tuning
        self._indexes: dict[str, VectorIndex] = {}
        self._guard = threading.Lock()

    def nearest(self, perspective: int, question: "Vectors", limit: int) -> Neighbours:
        """The observations with the highest cosine."""
        return self._index(observations_from(perspective)).nearest(question, _everything, limit)

    def cosines(self, perspective: int, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The cosine of each observation, NaN for one without a vector."""
        return self._index(observations_from(perspective)).kept.cosines(question, keys)

    def of(self, perspective: int, keys: Sequence[int]) -> "dict[int, Vectors]":
        """The vectors of observations, as stored."""
        return self._index(observations_from(perspective)).kept.of(keys)

    def nodes(self, perspective: int) -> tuple[NDArray[np.int64], Codes]:
        """Every node that has a mean vector, and the codes of these vectors."""
        snapshot = self._index(nodes_from(perspective)).cache.snapshot()
        rows = snapshot.at(np.flatnonzero(snapshot.alive))
        return rows.owners, (rows.codes, rows.scales)

    def means_of(self, perspective: int, nodes: Sequence[int]) -> "dict[int, Vectors]":
        """The mean vectors of nodes, as stored."""
        return self._index(nodes_from(perspective)).kept.of(nodes)

    def encoded(self, vector: NDArray[np.float32]) -> bytes:
        """A vector as 16-bit floats."""
        return encoded(vector)

    def close(self) -> None:
        """Release what is loaded."""
        with self._guard:
            for index in self._indexes.values():
                index.close()

    def _index(self, kind: Kind) -> VectorIndex:
        with self._guard:
            if kind.name not in self._indexes:
                self._indexes[kind.name] = VectorIndex(self._database, self._tuning, kind)
            return self._indexes[kind.name]


def _everything(snapshot: Snapshot) -> Mask:
    return snapshot.columns.standing(with_ended=False)
