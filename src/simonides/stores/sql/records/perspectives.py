"""Perspectives on observations: their words, and one set of vectors for each perspective."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from simonides.domain.graph import Perspective
from simonides.domain.ranking.candidates import Matches, Neighbours
from simonides.frozen import frozen
from simonides.ports.nodes import Alike, Pending
from simonides.stores.sql.database import Database, Values, totals
from simonides.stores.sql.search.matching import TextIndex, matches_of
from simonides.stores.sql.vectors.identity import require_claimed
from simonides.stores.sql.vectors.pairs import Codes, alike_pairs

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

# How many of the similar pairs are compared exactly.
_RESCORED = 1_000


@frozen
class PerspectiveSql:
    """The SQL statements about perspectives and their vectors."""

    all: str
    named: str
    add: str
    instruct: str
    drop: str
    drop_views: str
    drop_means: str
    drop_every_view: str
    drop_every_mean: str
    mark_all_pending: str
    announce: str
    """A line of the log without a row means that all vectors of a kind are gone."""
    totals: str
    lengths: str
    present: str
    drop_vectors: str
    add_vector: str
    mark_embedded: str
    pending: str
    seen_from: str


class Views(Protocol):
    """The vectors of observations and of nodes from each perspective."""

    def nearest(self, perspective: int, question: "Vectors", limit: int) -> Neighbours:
        """The observations with the highest cosine."""
        ...

    def cosines(self, perspective: int, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The cosine of each observation, NaN for one without a vector."""
        ...

    def of(self, perspective: int, keys: Sequence[int]) -> "dict[int, Vectors]":
        """The vectors of observations, as stored."""
        ...

    def nodes(self, perspective: int) -> tuple[NDArray[np.int64], Codes]:
        """Every node that has a mean vector, and the codes of these vectors."""
        ...

    def means_of(self, perspective: int, nodes: Sequence[int]) -> "dict[int, Vectors]":
        """The mean vectors of nodes, as stored."""
        ...

    def encoded(self, vector: NDArray[np.float32]) -> object:
        """A vector in the form that the database binds."""
        ...

    def close(self) -> None:
        """Release what is loaded."""
        ...


class Perspectives:
    """The observations of one palace, by word and by vector; `renew_means` recomputes nodes' vectors."""

    def __init__(
        self,
        database: Database,
        sql: PerspectiveSql,
        texts: TextIndex,
        views: Views,
        renew_means: Callable[[Iterable[int]], None],
    ) -> None:
        self._database = database
        self._sql = sql
        self._texts = texts
        self._views = views
        self._renew_means = renew_means

    def all(self) -> list[Perspective]:
        """The perspectives of the palace, in the order of creation."""
        return [Perspective(*row) for row in self._database.rows(self._sql.all)]

    def set(self, name: str, instruction: str) -> Perspective:
        """Add a perspective or change its instruction; every observation is then pending for it."""
        values = {"name": name, "instruction": instruction}
        with self._database.writing():
            known = self._database.row(self._sql.named, values)
            if known is None:
                self._database.change(self._sql.add, values)
            elif known[2] != instruction:
                self._database.change(self._sql.instruct, values)
                self._drop_vectors(known[0])
            if known is None or known[2] != instruction:
                self._database.change(self._sql.mark_all_pending)
            [row] = self._database.rows(self._sql.named, values)
        return Perspective(*row)

    def drop(self, name: str) -> bool:
        """Remove a perspective with its vectors; False when there was none."""
        with self._database.writing():
            known = self._database.row(self._sql.named, {"name": name})
            if known is None:
                return False
            self._database.change(self._sql.drop, {"perspective": known[0]})
            self._drop_vectors(known[0])
        return True

    def matches(self, words: Sequence[str]) -> Matches:
        """The observations that hold any of the words; the most common words may be skipped."""
        with self._database.reading():
            counted = self._totals()
            lookup = self._texts.look_up(words, counted["observations"])
            found = lookup.documents()
            rows = self._database.rows(self._sql.lengths, {"keys": self._database.listed(found.tolist())})
        kept = np.array(rows, np.int64).reshape(-1, 2)
        mean_length = counted["observation_words"] / max(counted["observations"], 1)
        return matches_of(lookup, found, kept[:, 0], kept[:, 1].astype(np.int32), counted["observations"], mean_length)

    def phrase(self, words: Sequence[str], limit: int) -> list[int]:
        """The rows that hold these words one after the other, newest first."""
        return self._texts.phrase(words, limit)

    def phrases(self, phrases: Sequence[Sequence[str]], most: int) -> list[list[int]]:
        """The same for many phrases at once, up to one row more than `most`."""
        return self._texts.phrases(phrases, 1, most, self._totals()["observations"])

    def held(self, words: Sequence[str]) -> frozenset[str]:
        """Those of the words that any observation holds."""
        return self._texts.held(words)

    def frequency(self, word: str) -> int:
        """How many observations hold a word."""
        return self._texts.frequencies([word], self._totals()["observations"])[word]

    def nearest(self, perspective: int, question: "Vectors", limit: int) -> Neighbours:
        """The observations with the highest cosine from that perspective."""
        return self._views.nearest(perspective, question, limit)

    def cosines(self, perspective: int, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The cosine of each observation from that perspective, NaN for one without a vector."""
        return self._views.cosines(perspective, question, keys)

    def alike(self, perspective: int, per_node: int, score_min: float) -> Alike:
        """For every node those most similar to it, at most `per_node`, from a minimum cosine up."""
        nodes, codes = self._views.nodes(perspective)
        return self._rescored(perspective, alike_pairs(nodes, codes, per_node, score_min), score_min)

    def put(self, vectors: "Mapping[int, Mapping[int, Vectors]]") -> None:
        """Keep the vectors of observations by perspective, in place of older ones, and recompute their nodes' means."""
        with self._database.writing():
            require_claimed(self._database, (rows for seen in vectors.values() for rows in seen.values()))
            keys = self._database.listed(int(key) for key in vectors)
            present: dict[int, int] = dict(self._database.rows(self._sql.present, {"keys": keys}))
            for perspective in {perspective for seen in vectors.values() for perspective in seen}:
                self._replace(perspective, {key: vectors[key][perspective] for key in present if perspective in vectors[key]})
            self._database.change(self._sql.mark_embedded, {"keys": self._database.listed(present)})
            self._renew_means(set(present.values()))

    def of(self, keys: Sequence[int]) -> "dict[int, dict[int, Vectors]]":
        """The vectors of observations by perspective, as stored; those without any are left out."""
        found: dict[int, dict[int, Vectors]] = {}
        for perspective in self.all():
            for key, vectors in self._views.of(perspective.key, keys).items():
                found.setdefault(key, {})[perspective.key] = vectors
        return found

    def pending(self, limit: int) -> list[Pending]:
        """Observations that lack the vector of some perspective, oldest first."""
        rows = self._database.rows(self._sql.pending, {"limit": max(limit, 0)})
        perspectives = self.all()
        seen = set(self._database.rows(self._sql.seen_from, {"keys": self._database.listed(row[0] for row in rows)}))
        return [
            Pending(key, content, tuple(each for each in perspectives if (key, each.key) not in seen)) for key, content in rows
        ]

    def coverage(self) -> tuple[int, int]:
        """How many observations have all their vectors and how many there are, from counters."""
        counted = self._totals()
        return counted["observations_embedded"], counted["observations"]

    def close(self) -> None:
        """Release what is loaded."""
        self._views.close()

    def _totals(self) -> dict[str, int]:
        return totals(self._database, self._sql.totals)

    def _replace(self, perspective: int, vectors: "Mapping[int, Vectors]") -> None:
        values: Values = {"perspective": perspective, "keys": self._database.listed(vectors)}
        self._database.change(self._sql.drop_vectors, values)
        self._database.change_many(self._sql.add_vector, self._vector_values(perspective, vectors))

    def _vector_values(self, perspective: int, vectors: "Mapping[int, Vectors]") -> Iterator[Values]:
        for key, rows in vectors.items():
            for part, vector in enumerate(rows):
                encoded = self._views.encoded(vector)
                yield {"perspective": perspective, "observation": key, "part": part, "dims": len(vector), "vector": encoded}

    def _drop_vectors(self, perspective: int) -> None:
        self._database.change(self._sql.drop_views, {"perspective": perspective})
        self._database.change(self._sql.drop_means, {"perspective": perspective})
        _announce(self._database, self._sql)

    def _rescored(self, perspective: int, found: Alike, score_min: float) -> Alike:
        """Pairs with exact cosines for the best; the others keep the cosines of their codes, precise enough for grouping."""
        first, second = found.first[:_RESCORED], found.second[:_RESCORED]
        means = self._views.means_of(perspective, np.union1d(first, second).tolist())
        exact = [
            float(means[a][0] @ means[b][0]) if a in means and b in means else -2.0
            for a, b in zip(first.tolist(), second.tolist(), strict=True)
        ]
        cosines = np.concatenate([np.minimum(np.array(exact, np.float32), 1.0), found.cosines[_RESCORED:]])
        order = np.argsort(-cosines, kind="stable")
        order = order[cosines[order] >= score_min]
        return Alike(found.first[order], found.second[order], cosines[order])


def drop_every_view(database: Database, sql: PerspectiveSql) -> None:
    """Drop the vectors of all perspectives within the caller's transaction; every observation is then pending."""
    database.change(sql.drop_every_view)
    database.change(sql.drop_every_mean)
    _announce(database, sql)
    database.change(sql.mark_all_pending)


def _announce(database: Database, sql: PerspectiveSql) -> None:
    for kind in ("observation_vector", "node_vector"):
        database.change(sql.announce, {"kind": kind})
