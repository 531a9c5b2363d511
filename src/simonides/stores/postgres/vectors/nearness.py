"""Nearest vectors in PostgreSQL: few are compared one by one, many are found through a graph; the stored vectors decide."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simonides.domain.ranking.candidates import Neighbours
from simonides.stores.postgres.connection.database import Database
from simonides.stores.postgres.statements import COUNTERS
from simonides.stores.postgres.vectors.graphs import graph_name
from simonides.stores.postgres.vectors.kinds import Kind
from simonides.stores.postgres.vectors.tuning import Tuning
from simonides.stores.sql.database import totals
from simonides.stores.sql.records.rows import Row
from simonides.stores.sql.vectors.identity import checked_dims
from simonides.stores.sql.vectors.nearness import NOBODY, KeptVectors, nearest_first

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

EVERYTHING = "TRUE"

# How many things have vectors in all palaces, and whether there is a graph to walk through.
_EVERYWHERE = """
    SELECT (SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = %(table)s::regclass),
        (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%(graph)s))
"""


class VectorIndex:
    """The vectors of one kind; `seen` holds those that are kept between searches."""

    def __init__(
        self, database: Database, tuning: Tuning, kind: Kind, seen: Callable[[], dict[int, list[Row]]] | None = None
    ) -> None:
        self._database = database
        self._tuning = tuning
        self._kind = kind
        self._are_kept = seen is not None
        self.kept = KeptVectors(database, kind.sql, encoded, floats, seen)

    def nearest(
        self, question: "Vectors", where: str, values: Mapping[str, object], limit: int, count: Callable[[], int] | None = None
    ) -> Neighbours:
        """The owners with the highest cosine to any vector of the question, among those that a condition lets through.

        `count` tells the approximate number of those, where counters can.
        """
        with self._database.reading():
            dims = checked_dims(self._database, question)
            if dims is None or limit <= 0:
                return NOBODY
            if self._is_compared(dims, where, values, count):
                return self._compared(question, where, values, limit)
            return self._walked(question, where, values, limit)

    def _is_compared(self, dims: int, where: str, values: Mapping[str, object], count: Callable[[], int] | None) -> bool:
        tuning = self._tuning
        here = totals(self._database, COUNTERS)[self._kind.counter]
        if here <= tuning.exact_rows:
            return True
        everywhere, has_graph = self._everywhere(dims)
        if not has_graph:
            return True
        bound = max(tuning.exact_rows, min(int(tuning.exact_share * max(here, everywhere)), tuning.exact_max))
        if here <= bound or where == EVERYTHING or count is not None:
            return here <= bound or (count is not None and count() <= bound)
        # Only whether there are more than this matters, so counting stops there.
        sql = f"SELECT count(*) FROM (SELECT 1 {self._source(where)} AND v.part = 0 LIMIT %(bound)s) s"
        return self._database.number(sql, {**values, "bound": bound + 1}) <= bound

    def _everywhere(self, dims: int) -> tuple[int, bool]:
        graph = graph_name(self._kind.vectors, dims)
        row = self._database.row(_EVERYWHERE, {"table": self._kind.vectors, "graph": graph})
        return (0, False) if row is None else (int(row[0] or 0), bool(row[1]))

    def _compared(self, question: "Vectors", where: str, values: Mapping[str, object], limit: int) -> Neighbours:
        """Compare everything in scope, which also tells how near things are on the whole."""
        owner = self._kind.owner
        nearest = ", ".join(f"v.vector <=> %(vector_{index})s::halfvec" for index in range(len(question)))
        # Vectors that may be at hand need not come along.
        are_kept = self._are_kept and self._database.moment() is not None
        joined = f"JOIN {self._kind.vectors} v ON {self._kind.within} AND v.{owner} = b.owner AND v.part = b.part"
        vectors = "" if are_kept else joined
        # A vector of length zero has no defined distance; it counts as far.
        sql = f"""
            WITH compared AS MATERIALIZED (
                SELECT v.{owner} AS owner, v.part, coalesce(nullif(least({nearest}), 'NaN'), 1) AS distance
                {self._source(where)} AND v.dims = {question.shape[1]}
            ), best AS (SELECT owner, part, distance FROM compared ORDER BY distance, owner, part LIMIT %(rows)s)
            SELECT b.owner, s.mean, s.deviation, {"NULL" if are_kept else "halfvec_send(v.vector)"}
            FROM (SELECT avg(distance) AS mean, stddev_pop(distance) AS deviation FROM compared) s, best b {vectors}
        """
        bound = {**values, **{f"vector_{index}": encoded(row) for index, row in enumerate(question)}}
        found = self._enough(sql, bound, limit, self._rows_for(limit))
        if not found:
            return NOBODY
        _, distance, deviation, _ = found[0]
        rows = self.kept.rows({row[0] for row in found}) if are_kept else [(row[0], row[3]) for row in found]
        best = self.kept.compared(rows, question)
        return nearest_first(best, limit, 1.0 - float(distance), float(deviation))

    def _walked(self, question: "Vectors", where: str, values: Mapping[str, object], limit: int) -> Neighbours:
        """Find the nearest to each vector of the question through the graph; a sample tells how near things are on the whole."""
        dims = question.shape[1]
        nearness = f"(v.vector::halfvec({dims})) <=> %(vector)s::halfvec({dims})"
        sql = f"""
            SELECT v.{self._kind.owner}, halfvec_send(v.vector) {self._source(where)} AND v.dims = {dims}
            ORDER BY {nearness} LIMIT %(rows)s
        """
        with self._database.adjusted(self._walking(limit)):
            rows = max(4 * limit, 40)
            found = [row for each in question for row in self._enough(sql, {**values, "vector": encoded(each)}, limit, rows)]
        return nearest_first(self.kept.compared(found, question), limit, *self._at_large(question))

    def _walking(self, limit: int) -> dict[str, str]:
        return {
            "hnsw.ef_search": str(min(max(self._tuning.ef_search, 2 * limit), 1_000)),
            "hnsw.iterative_scan": "relaxed_order",
            "hnsw.max_scan_tuples": str(self._tuning.scan_max),
            "hnsw.scan_mem_multiplier": "8",
            # The walk yields its rows in order. A plan that sorts would read everything in scope first.
            "enable_sort": "off",
            "enable_hashjoin": "off",
            "enable_mergejoin": "off",
        }

    def _rows_for(self, limit: int) -> int:
        """How many of the nearest rows hold that many owners if texts are of usual length; some more, as exact cosines decide."""
        counters = totals(self._database, COUNTERS)
        parts = counters["vectors"] / max(counters["embedded"], 1) if self._kind.vectors == "vectors" else 3.0
        return int(1.25 * limit * max(parts, 1.0)) + 16

    def _enough(self, sql: str, values: Mapping[str, object], limit: int, rows: int) -> list[Row]:
        """The rows of at least `limit` owners, where there are that many: a long text has many rows."""
        while True:
            found = self._database.rows(sql, {**values, "rows": rows})
            if len(found) < rows or len({row[0] for row in found}) >= limit:
                return found
            rows *= 8

    def _at_large(self, question: "Vectors") -> tuple[float, float]:
        # Evenly spread and always the same, so that the same question gets the same answer.
        owner, vectors, within = self._kind.owner, self._kind.vectors, self._kind.within
        sql = f"""
            SELECT v.{owner}, halfvec_send(v.vector)
            FROM (SELECT min(v.{owner}) AS first, max(v.{owner}) AS last FROM {vectors} v WHERE {within}) ends,
                generate_series(0, %(sample)s - 1) AS number,
                LATERAL (
                    SELECT v.{owner}, v.vector FROM {vectors} v
                    WHERE {within} AND v.{owner} >= ends.first + (ends.last - ends.first) * number / %(sample)s
                        AND v.dims = {question.shape[1]}
                    ORDER BY v.{owner} LIMIT 1
                ) v
        """
        _, cosines = self.kept.compared(self._database.rows(sql, {"sample": self._tuning.sample}), question)
        return (float(cosines.mean()), float(cosines.std())) if len(cosines) else (0.0, 0.0)

    def _source(self, where: str) -> str:
        return f"FROM {self._kind.vectors} v {self._kind.things} WHERE {self._kind.within} AND {where}"


def encoded(vector: NDArray[np.float32]) -> str:
    """A vector as bound: 16-bit floats in the form that pgvector reads."""
    return f"[{','.join(map(repr, vector.astype(np.float16).tolist()))}]"


def floats(blobs: Sequence[bytes]) -> NDArray[np.float32]:
    """Vectors from the form of `halfvec_send`: two numbers of two bytes each, then the floats."""
    rows = np.frombuffer(b"".join(blobs), ">f2").reshape(len(blobs), -1)
    return rows[:, 2:].astype(np.float32)
