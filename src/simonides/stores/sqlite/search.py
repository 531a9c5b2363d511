"""What answers a question? Candidates by word and by vector, over everything committed by anybody."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simonides.domain.candidates import Matches, Neighbours, Stack
from simonides.domain.memory import EVERYTHING, Scope
from simonides.domain.traits import Conversation, Traits
from simonides.ports.embedder import Identity
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.identity import write_identity
from simonides.stores.sqlite.kinds import MEMORIES
from simonides.stores.sqlite.matching import matches_of
from simonides.stores.sqlite.nearness import VectorIndex
from simonides.stores.sqlite.perspectives import drop_every_view
from simonides.stores.sqlite.scoping import Scoping
from simonides.stores.sqlite.snapshot import Read
from simonides.stores.sqlite.texts import TextIndex
from simonides.stores.sqlite.traits import read_beside, read_conversations, read_traits
from simonides.stores.sqlite.tuning import Tuning

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

_MEMORIES = "SELECT value FROM counters WHERE name = 'memories'"
_TOTALS = "SELECT name, value FROM counters WHERE name IN ('memories', 'words', 'embedded')"
_PENDING = "SELECT key, content FROM memories WHERE embedded = 0 ORDER BY key LIMIT ?"
_DROP_ALL = "DELETE FROM vectors"
_MARK_ALL_PENDING = "UPDATE memories SET embedded = 0 WHERE embedded = 1"
_LOG_DROPPED = (
    "INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('vector', '', NULL, 'delete', now_us(), actor())"
)


class SqliteSearch:
    """The indexes of one palace."""

    def __init__(self, database: Database, tuning: Tuning) -> None:
        self._database = database
        self._tuning = tuning
        self._vectors = VectorIndex(database, tuning, MEMORIES)
        self._texts = TextIndex(database, tuning, "memory")
        self._scoping = Scoping(database)

    def matches(self, words: Sequence[str], scope: Scope = EVERYTHING) -> Matches:
        """The memories in scope that hold any of the words; rare words are always looked up."""
        with self._database.reading():
            totals: dict[str, int] = dict(self._database.rows(_TOTALS))
            lookup = self._texts.look_up(words, totals["memories"])
            found = lookup.documents()
            inside, lengths = self._filter(found, scope)
        mean_length = totals["words"] / totals["memories"] if totals["memories"] else 0.0
        return matches_of(lookup, found, inside, lengths, totals["memories"], mean_length)

    def phrase(self, words: Sequence[str], limit: int = 10_000) -> list[int]:
        """The rows that hold these words one after the other, newest first."""
        return self._texts.phrase(words, limit)

    def phrases(self, phrases: Sequence[Sequence[str]], least: int, most: int) -> list[list[int]]:
        """The same for each of many phrases, read at once; nothing for one that fewer than `least` or more than `most` hold."""
        found = self._texts.phrases(phrases, least, most, self._database.number(_MEMORIES))
        return [rows if least <= len(rows) <= most else [] for rows in found]

    def nearest(self, question: "Vectors", scope: Scope = EVERYTHING, limit: int = 10) -> Neighbours:
        """The memories with the highest cosine to any vector of the question; a memory counts with its best vector."""
        return self._vectors.nearest(question, lambda snapshot: self._scoping.mask(snapshot, scope), limit)

    def cosines(self, question: "Vectors", keys: Sequence[int], *, roughly: bool = False) -> NDArray[np.float32]:
        """The best cosine of each memory, NaN for one without a vector."""
        return self._vectors.rough_cosines(question, keys) if roughly else self._vectors.cosines(question, keys)

    def stack(self, keys: Sequence[int]) -> Stack:
        """The vectors of memories, about as kept, unit length, in one matrix."""
        return self._vectors.stack(keys)

    def traits(self, keys: Sequence[int]) -> Traits:
        """What ranking wants to know of memories, in the order asked."""
        return read_traits(self._database, keys, self._read().traits)

    def beside(self, keys: Sequence[int], scope: Scope = EVERYTHING) -> NDArray[np.int64]:
        """Pairs of rows: a memory, and one in scope right before or after it in its conversation."""
        pairs = read_beside(self._database, keys, self._read().beside)
        inside, _ = self._filter(pairs[:, 1], scope)
        return pairs[inside]

    def conversations(self, names: Sequence[str]) -> dict[str, Conversation]:
        """How long some conversations are."""
        return read_conversations(self._database, names, self._read().conversations)

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep the vectors of memories, in place of older ones; rows that are gone are passed over."""
        self._vectors.put(vectors)

    def of(self, keys: Sequence[int]) -> "dict[int, Vectors]":
        """The vectors of memories, as kept."""
        return self._vectors.of(keys)

    def pending(self, limit: int) -> list[tuple[int, str]]:
        """Rows and texts that have no vector yet, oldest first."""
        return [(row[0], row[1]) for row in self._database.rows(_PENDING, (max(limit, 0),))]

    def coverage(self) -> tuple[int, int]:
        """How many memories have vectors, and how many there are; from counters."""
        totals: dict[str, int] = dict(self._database.rows(_TOTALS))
        return totals["embedded"], totals["memories"]

    def forget_vectors(self, identity: Identity) -> None:
        """Drop every vector and take another embedder's identity."""
        with self._database.writing():
            self._database.change(_DROP_ALL)
            self._database.change(_MARK_ALL_PENDING)
            self._database.change(_LOG_DROPPED)
            drop_every_view(self._database)
            write_identity(self._database, identity)

    def close(self) -> None:
        """Let go of what is loaded."""
        self._vectors.close()

    def _read(self) -> Read:
        """What was read before and still holds; nothing while the cache would take long to load."""
        return self._vectors.cache.snapshot().read if self._vectors.cache.is_at_hand() else Read()

    def _filter(self, found: NDArray[np.int64], scope: Scope) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
        if not self._vectors.cache.is_at_hand():
            return self._scoping.filter_by_rows(found, scope)
        return self._scoping.filter_by_columns(self._vectors.cache.snapshot(), found, scope)
