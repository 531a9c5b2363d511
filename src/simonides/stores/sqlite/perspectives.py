"""How does each perspective see the observations? Their words, and one set of vectors for each way of looking."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simonides.domain.candidates import Matches, Neighbours
from simonides.domain.errors import StoreFailure
from simonides.domain.nodes import Perspective
from simonides.ports.nodes import Alike, Pending
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.identity import read_identity
from simonides.stores.sqlite.kinds import PERSPECTIVE_BITS, Kind, nodes_from, observations_from, vector_key
from simonides.stores.sqlite.matching import matches_of
from simonides.stores.sqlite.means import renew_means
from simonides.stores.sqlite.nearness import VectorIndex, checked_dims
from simonides.stores.sqlite.pairs import alike_pairs
from simonides.stores.sqlite.rows import Row, key_list
from simonides.stores.sqlite.snapshot import Mask, Snapshot
from simonides.stores.sqlite.texts import TextIndex
from simonides.stores.sqlite.tuning import Tuning

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

_ALL = "SELECT key, name, instruction FROM perspectives ORDER BY key"
_NAMED = "SELECT key, name, instruction FROM perspectives WHERE name = ?"
_ADD = "INSERT INTO perspectives (name, instruction) VALUES (?, ?)"
_INSTRUCT = "UPDATE perspectives SET instruction = ? WHERE name = ?"
_DROP = "DELETE FROM perspectives WHERE key = ?"
_DROP_VIEWS = "DELETE FROM observation_vectors WHERE key BETWEEN ? AND ?"
_DROP_MEANS = "DELETE FROM node_vectors WHERE key BETWEEN ? AND ?"
_MARK_ALL_PENDING = "UPDATE observations SET embedded = 0 WHERE embedded = 1"
# A line without a row tells every cache to load anew.
_ANNOUNCE = "INSERT INTO changes (kind, id, row, operation, at, actor) VALUES (?, '', NULL, 'delete', now_us(), actor())"
_TOTALS = "SELECT name, value FROM counters WHERE name IN ('observations', 'observation_words', 'observations_embedded')"
_LENGTHS = "SELECT key, words FROM observations WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key"
_PRESENT = "SELECT key, entity FROM observations WHERE key IN (SELECT value FROM json_each(?))"
_DROP_VECTORS = """
    DELETE FROM observation_vectors WHERE observation IN (SELECT value FROM json_each(:keys)) AND +key BETWEEN :first AND :last
"""
_ADD_VECTOR = "INSERT INTO observation_vectors (key, observation, f16) VALUES (?, ?, ?)"
_MARK_EMBEDDED = f"""
    UPDATE observations SET embedded = 1 WHERE key IN (SELECT value FROM json_each(?)) AND embedded = 0
    AND (
        SELECT count(DISTINCT v.key >> {PERSPECTIVE_BITS}) FROM observation_vectors v WHERE v.observation = observations.key
    ) = (SELECT count(*) FROM perspectives)
"""  # noqa: S608 - constants
_PENDING = "SELECT key, content FROM observations WHERE embedded = 0 ORDER BY key LIMIT ?"
_SEEN_FROM = f"""
    SELECT DISTINCT observation, key >> {PERSPECTIVE_BITS} FROM observation_vectors
    WHERE observation IN (SELECT value FROM json_each(?))
"""  # noqa: S608 - constants


# How many of the pairs that are alike are compared exactly.
_RESCORED = 1_000
_LAST = 2**63 - 1


class SqlitePerspectives:
    """The observations of one palace, by word and by vector."""

    def __init__(self, database: Database, tuning: Tuning) -> None:
        self._database = database
        self._tuning = tuning
        self._texts = TextIndex(database, tuning, "observation")
        self._indexes: dict[str, VectorIndex] = {}
        self._guard = threading.Lock()

    def all(self) -> list[Perspective]:
        """The perspectives of the palace, in the order they were made."""
        return [Perspective(*row) for row in self._database.rows(_ALL)]

    def set(self, name: str, instruction: str) -> Perspective:
        """Add a perspective or give it another instruction; then every observation is pending from it."""
        with self._database.writing():
            known = self._database.row(_NAMED, (name,))
            if known is None:
                self._database.change(_ADD, (name, instruction))
            elif known[2] != instruction:
                self._database.change(_INSTRUCT, (instruction, name))
                self._drop_vectors(known[0])
            if known is None or known[2] != instruction:
                self._database.change(_MARK_ALL_PENDING)
            [row] = self._database.rows(_NAMED, (name,))
        return Perspective(*row)

    def drop(self, name: str) -> bool:
        """Remove a perspective with its vectors; False when there was none."""
        with self._database.writing():
            known = self._database.row(_NAMED, (name,))
            if known is None:
                return False
            self._database.change(_DROP, (known[0],))
            self._drop_vectors(known[0])
        return True

    def matches(self, words: Sequence[str]) -> Matches:
        """The observations that hold any of the words; the most common words may be skipped."""
        with self._database.reading():
            totals = self._totals()
            lookup = self._texts.look_up(words, totals["observations"])
            found = lookup.documents()
            rows = self._database.rows(_LENGTHS, (key_list(found.tolist()),))
        kept = np.array(rows, np.int64).reshape(-1, 2)
        inside = np.isin(found, kept[:, 0], assume_unique=True)
        mean_length = totals["observation_words"] / max(totals["observations"], 1)
        return matches_of(lookup, found, inside, kept[:, 1].astype(np.int32), totals["observations"], mean_length)

    def phrase(self, words: Sequence[str], limit: int) -> list[int]:
        """The rows that hold these words one after the other, newest first."""
        return self._texts.phrase(words, limit)

    def frequency(self, word: str) -> int:
        """How many observations hold a word."""
        return self._texts.frequency(word, self._totals()["observations"])

    def nearest(self, perspective: int, question: "Vectors", limit: int) -> Neighbours:
        """The observations with the highest cosine as that perspective sees them."""
        return self._index(observations_from(perspective)).nearest(question, _everything, limit)

    def cosines(self, perspective: int, question: "Vectors", keys: Sequence[int]) -> NDArray[np.float32]:
        """The cosine of each observation as that perspective sees it, NaN for one without a vector."""
        return self._index(observations_from(perspective)).cosines(question, keys)

    def alike(self, perspective: int, per_node: int, score_min: float) -> Alike:
        """For every node those most like it, at most `per_node` of them, from a cosine on."""
        identity = read_identity(self._database)
        if identity is None:
            nothing = np.zeros(0, np.int64)
            return Alike(nothing, nothing, np.zeros(0, np.float32))
        index = self._index(nodes_from(perspective))
        found = alike_pairs(index.cache.snapshot(), per_node, score_min)
        return _rescored(index, found, score_min)

    def put(self, vectors: "Mapping[int, Mapping[int, Vectors]]") -> None:
        """Keep the vectors of observations by perspective, in place of older ones, and renew the means of their nodes."""
        with self._database.writing():
            self._check(vectors)
            present: dict[int, int] = dict(self._database.rows(_PRESENT, (key_list(vectors),)))
            for perspective in {perspective for seen in vectors.values() for perspective in seen}:
                kind = observations_from(perspective)
                keys = [key for key in present if perspective in vectors[key]]
                self._database.change(_DROP_VECTORS, {"keys": key_list(keys), "first": kind.first, "last": kind.last})
                rows = ((key, vectors[key][perspective]) for key in keys)
                self._database.change_many(_ADD_VECTOR, _vector_values(perspective, rows))
            self._database.change(_MARK_EMBEDDED, (key_list(present),))
            renew_means(self._database, set(present.values()))

    def pending(self, limit: int) -> list[Pending]:
        """Observations that some perspective has no vector of, oldest first."""
        rows = self._database.rows(_PENDING, (max(limit, 0),))
        perspectives = self.all()
        seen = set(self._database.rows(_SEEN_FROM, (key_list(row[0] for row in rows),)))
        return [
            Pending(key, content, tuple(each for each in perspectives if (key, each.key) not in seen)) for key, content in rows
        ]

    def coverage(self) -> tuple[int, int]:
        """How many observations have all their vectors, and how many there are; from counters."""
        totals = self._totals()
        return totals["observations_embedded"], totals["observations"]

    def close(self) -> None:
        """Let go of what is loaded."""
        with self._guard:
            for index in self._indexes.values():
                index.close()

    def _index(self, kind: Kind) -> VectorIndex:
        with self._guard:
            if kind.name not in self._indexes:
                self._indexes[kind.name] = VectorIndex(self._database, self._tuning, kind)
            return self._indexes[kind.name]

    def _totals(self) -> dict[str, int]:
        return dict(self._database.rows(_TOTALS))

    def _drop_vectors(self, perspective: int) -> None:
        kind = observations_from(perspective)
        _drop_between(self._database, kind.first, kind.last)

    def _check(self, vectors: "Mapping[int, Mapping[int, Vectors]]") -> None:
        for seen in vectors.values():
            for rows in seen.values():
                if checked_dims(self._database, rows) is None:
                    raise StoreFailure(str(self._database.path), "no embedder has claimed the palace, so it takes no vectors")


def drop_every_view(database: Database) -> None:
    """Drop the vectors of all perspectives, inside of the caller's transaction: every observation is pending."""
    _drop_between(database, 0, _LAST)
    database.change(_MARK_ALL_PENDING)


def _drop_between(database: Database, first: int, last: int) -> None:
    database.change(_DROP_VIEWS, (first, last))
    database.change(_DROP_MEANS, (first, last))
    for line in ("observation_vector", "node_vector"):
        database.change(_ANNOUNCE, (line,))


def _everything(snapshot: Snapshot) -> Mask:
    return snapshot.columns.standing(with_ended=False)


def _rescored(index: VectorIndex, found: Alike, score_min: float) -> Alike:
    """The best pairs by their vectors as kept; the rest by their codes, which is near enough to group them by."""
    first, second = found.first[:_RESCORED], found.second[:_RESCORED]
    vectors = {node: rows[0] for node, rows in index.of(np.union1d(first, second).tolist()).items()}
    nothing = np.zeros(1, np.float32)
    exact = [
        float(vectors.get(a, nothing) @ vectors.get(b, nothing)) if a in vectors and b in vectors else -2.0
        for a, b in zip(first.tolist(), second.tolist(), strict=True)
    ]
    cosines = np.concatenate([np.minimum(np.array(exact, np.float32), 1.0), found.cosines[_RESCORED:]])
    order = np.argsort(-cosines, kind="stable")
    order = order[cosines[order] >= score_min]
    return Alike(found.first[order], found.second[order], cosines[order])


def _vector_values(perspective: int, rows: "Iterator[tuple[int, Vectors]]") -> Iterator[Row]:
    for key, vectors in rows:
        for part, vector in enumerate(vectors):
            yield vector_key(perspective, key, part), key, vector.astype(np.float16).tobytes()
