"""Perspectives on observations in PostgreSQL: statements, and the vectors of each perspective."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simonides.domain.ranking.candidates import Neighbours
from simonides.stores.postgres.connection.database import Database
from simonides.stores.postgres.statements import COUNTERS, logged
from simonides.stores.postgres.vectors.kinds import nodes_from, observations_from
from simonides.stores.postgres.vectors.nearness import EVERYTHING, VectorIndex, encoded, floats
from simonides.stores.postgres.vectors.tuning import Tuning
from simonides.stores.sql.records.perspectives import PerspectiveSql
from simonides.stores.sql.vectors.kernels import byte_codes
from simonides.stores.sql.vectors.pairs import Codes

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

_NODES = """
    SELECT entity, halfvec_send(vector) FROM node_vectors
    WHERE palace = %(palace)s AND perspective = %(perspective)s ORDER BY entity
"""
_PERSPECTIVE = "SELECT key, name, instruction FROM perspectives WHERE palace = %(palace)s"

PERSPECTIVES = PerspectiveSql(
    all=f"{_PERSPECTIVE} ORDER BY key",
    named=f"{_PERSPECTIVE} AND name = %(name)s",
    add="INSERT INTO perspectives (palace, name, instruction) VALUES (%(palace)s, %(name)s, %(instruction)s)",
    instruct="UPDATE perspectives SET instruction = %(instruction)s WHERE palace = %(palace)s AND name = %(name)s",
    drop="DELETE FROM perspectives WHERE palace = %(palace)s AND key = %(perspective)s",
    drop_views="DELETE FROM observation_vectors WHERE palace = %(palace)s AND perspective = %(perspective)s",
    drop_means="DELETE FROM node_vectors WHERE palace = %(palace)s AND perspective = %(perspective)s",
    drop_every_view="DELETE FROM observation_vectors WHERE palace = %(palace)s",
    drop_every_mean="DELETE FROM node_vectors WHERE palace = %(palace)s",
    mark_all_pending="UPDATE observations SET embedded = false WHERE palace = %(palace)s AND embedded",
    announce=logged("%(kind)s", "delete"),
    totals=COUNTERS,
    lengths="SELECT key, words FROM observations WHERE palace = %(palace)s AND key = ANY(%(keys)s::bigint[]) ORDER BY key",
    present="SELECT key, entity FROM observations WHERE palace = %(palace)s AND key = ANY(%(keys)s::bigint[])",
    drop_vectors="""
        DELETE FROM observation_vectors
        WHERE palace = %(palace)s AND observation = ANY(%(keys)s::bigint[]) AND perspective = %(perspective)s
    """,
    add_vector="""
        INSERT INTO observation_vectors (palace, observation, perspective, part, vector)
        VALUES (%(palace)s, %(observation)s, %(perspective)s, %(part)s, %(vector)s)
    """,
    mark_embedded="""
        UPDATE observations o SET embedded = true
        WHERE o.palace = %(palace)s AND o.key = ANY(%(keys)s::bigint[]) AND NOT o.embedded AND (
            SELECT count(DISTINCT v.perspective) FROM observation_vectors v WHERE v.palace = %(palace)s AND v.observation = o.key
        ) = (SELECT count(*) FROM perspectives WHERE palace = %(palace)s)
    """,
    pending="SELECT key, content FROM observations WHERE palace = %(palace)s AND NOT embedded ORDER BY key LIMIT %(limit)s",
    seen_from="""
        SELECT DISTINCT observation, perspective FROM observation_vectors
        WHERE palace = %(palace)s AND observation = ANY(%(keys)s::bigint[])
    """,
)


class PostgresViews:
    """The vectors of observations and nodes. The database searches; nothing is cached between calls."""

    def __init__(self, database: Database, tuning: Tuning) -> None:
        self._database = database
        self._tuning = tuning

    def nearest(self, perspective: int, question: "Vectors", limit: int) -> Neighbours:
        """The observations with the highest cosine."""
        return self._observations(perspective).nearest(question, EVERYTHING, {}, limit)

    def cosines(self, perspective: int, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The cosine of each observation, NaN for one without a vector."""
        return self._observations(perspective).kept.cosines(question, keys)

    def of(self, perspective: int, keys: Sequence[int]) -> "dict[int, Vectors]":
        """The vectors of observations, as stored."""
        return self._observations(perspective).kept.of(keys)

    def nodes(self, perspective: int) -> tuple[NDArray[np.int64], Codes]:
        """Every node that has a mean vector, and the codes of these vectors."""
        rows = self._database.rows(_NODES, {"perspective": perspective})
        vectors = floats([blob for _, blob in rows]) if rows else np.zeros((0, 1), np.float32)
        return np.array([node for node, _ in rows], np.int64), byte_codes(vectors)

    def means_of(self, perspective: int, nodes: Sequence[int]) -> "dict[int, Vectors]":
        """The mean vectors of nodes, as stored."""
        return VectorIndex(self._database, self._tuning, nodes_from(perspective)).kept.of(nodes)

    def encoded(self, vector: NDArray[np.float32]) -> str:
        """A vector as pgvector reads it."""
        return encoded(vector)

    def close(self) -> None:
        """Does nothing: nothing is loaded."""

    def _observations(self, perspective: int) -> VectorIndex:
        return VectorIndex(self._database, self._tuning, observations_from(perspective))
