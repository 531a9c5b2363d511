"""The port for nodes: observations, the arrows between nodes, and perspectives.

Nodes are the entities of `GraphStore`, and the arrows between them its current facts: the same rows, seen from the graph.
Row numbers (`key: int`) name nodes and observations inside one palace between calls of the engine, never reused, never shown.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from simonides.domain.graph import Direction, Fact, Gap, Node, Observation, Perspective
from simonides.domain.memory import EVERYTHING, Order, PlaceCount, Scope
from simonides.domain.ranking.candidates import Matches, Neighbours
from simonides.frozen import frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simonides.ports.embedder import Vectors


@frozen
class Pending:
    """An observation without all of its vectors."""

    key: int
    content: str
    perspectives: tuple[Perspective, ...]
    """The perspectives it has no vectors from yet."""


@frozen
class Alike:
    """Pairs of nodes with the cosine of their mean vectors, best first; each pair once, the older node first."""

    first: "NDArray[np.int64]"
    second: "NDArray[np.int64]"
    cosines: "NDArray[np.float32]"


class ObservationStore(Protocol):
    """Observations in the order of their ordinals, and the entities they name."""

    def add(self, node: int, contents: Sequence[str], now: datetime) -> list[Observation]:
        """Append observations; ordinals go up by one and are never reused. The node counts as changed."""
        ...

    def restore(self, node: int, observations: Sequence[Observation], next_ordinal: int) -> list[Observation]:
        """Keep observations under the ordinals and times they had, and return those kept; known ordinals are skipped."""
        ...

    def of(self, nodes: Sequence[int]) -> dict[int, list[Observation]]:
        """For each node its observations, by ordinal."""
        ...

    def last(self, nodes: Sequence[int], count: int) -> dict[int, list[Observation]]:
        """For each node at most `count` of its last observations, by ordinal."""
        ...

    def at(self, keys: Sequence[int]) -> dict[int, tuple[int, Observation]]:
        """For each row its node and the observation; rows that are gone are left out."""
        ...

    def page(self, scope: Scope, order: Order, limit: int, offset: int = 0) -> list[int]:
        """The rows of observations whose memory face is in scope; all are equally important."""
        ...

    def inside(self, keys: Sequence[int], scope: Scope) -> list[int]:
        """Those of these rows whose memory face is in scope, ascending."""
        ...

    def count(self, scope: Scope = EVERYTHING) -> int:
        """How many observations have a memory face in scope; from a counter when all of them have."""
        ...

    def places(self) -> list[PlaceCount]:
        """The places of all memory faces, sorted; never reads an observation."""
        ...

    def replace(self, node: int, ordinal: int, content: str, now: datetime) -> Observation:
        """Replace the text under an ordinal and return the former observation. It is pending again. Raises NotFound."""
        ...

    def delete(self, node: int, ordinals: Sequence[int]) -> list[int]:
        """Remove observations with their words, vectors and mentions; returns the ordinals that existed, in the order given."""
        ...

    def set_mentions(self, mentions: Mapping[int, Iterable[str]]) -> None:
        """Set the ids of the entities that each observation names, replacing former ones."""
        ...

    def add_mentions(self, entity_id: str, keys: Iterable[int]) -> None:
        """Add observations that name an entity to those noted before."""
        ...


class NodeStore(Protocol):
    """Nodes in lists, the arrows between them, and what happened to them."""

    def keys(self, names: Iterable[str]) -> dict[str, int]:
        """The rows of the nodes with these folded names or aliases; unknown names are left out."""
        ...

    def at(self, keys: Sequence[int]) -> dict[int, Node]:
        """The nodes in those rows; rows that are gone are left out."""
        ...

    def of_type(self, entity_type: str, limit: int) -> list[Node]:
        """The nodes of a type, ignoring case, by folded name."""
        ...

    def changed_since(self, moment: datetime, limit: int) -> list[Node]:
        """The nodes that changed at or after a moment, latest first."""
        ...

    def orphans(self, limit: int, moment: datetime) -> list[Node]:
        """The nodes without any fact that is current at a moment, latest change first."""
        ...

    def stale(self, limit: int) -> list[Node]:
        """The nodes whose summary is missing or older than their last observation, latest observation first."""
        ...

    def summaries(self, limit: int) -> dict[int, str]:
        """The summaries of nodes by row, latest first."""
        ...

    def touch(self, names: Iterable[str], moment: datetime) -> None:
        """Note that the nodes with these folded names changed at a moment; no change of their own is logged."""
        ...

    def adjacent(self, keys: Sequence[int], moment: datetime) -> list[tuple[int, int]]:
        """Pairs of one of these nodes and a node that a current fact joins it with; a pair may occur more than once."""
        ...

    def facts_among(self, keys: Sequence[int], limit: int, moment: datetime) -> list[Fact]:
        """The current facts with both ends among these nodes, oldest first."""
        ...

    def facts_touching(
        self, keys: Sequence[int], limit: int, moment: datetime, direction: Direction = Direction.BOTH
    ) -> list[Fact]:
        """The current facts that leave one of these nodes, lead to one, or either, oldest first."""
        ...

    def edges(self, limit: int, moment: datetime) -> "NDArray[np.int64]":
        """Both ends of every current fact, one row each; the newest when there are more than `limit`."""
        ...

    def gaps(self, limit: int, moment: datetime) -> list[Gap]:
        """Nodes that name others without a current fact between them in either direction; most often named first."""
        ...

    def rename_fact(self, fact_id: str, predicate: str, moment: datetime) -> None:
        """Give a fact another predicate. Raises NotFound, or Conflict when a fact that is current at a moment says so already."""
        ...

    def events_since(self, moment: datetime) -> dict[str, int]:
        """How often each operation happened at or after a moment."""
        ...

    def counts(self, moment: datetime) -> tuple[int, int, int]:
        """How many nodes, observations and current facts there are; from counters and the facts whose end comes later."""
        ...


class PerspectiveIndex(Protocol):
    """Observations by word and by meaning, as each perspective sees them."""

    def all(self) -> list[Perspective]:
        """The perspectives of the palace, in order of creation."""
        ...

    def set(self, name: str, instruction: str) -> Perspective:
        """Add a perspective or give it another instruction; every observation is then pending from it."""
        ...

    def drop(self, name: str) -> bool:
        """Remove a perspective with its vectors; False when there was none."""
        ...

    def matches(self, words: Sequence[str]) -> Matches:
        """The observations that hold any of the words; the most common words may be skipped."""
        ...

    def phrase(self, words: Sequence[str], limit: int) -> list[int]:
        """The rows that hold these words in sequence, newest first."""
        ...

    def phrases(self, phrases: Sequence[Sequence[str]], most: int) -> list[list[int]]:
        """The same for many phrases at once; of a phrase that more than `most` hold, one row more than that, or none."""
        ...

    def held(self, words: Sequence[str]) -> frozenset[str]:
        """Those of the words that any observation holds, found without reading which."""
        ...

    def frequency(self, word: str) -> int:
        """How many observations hold a word."""
        ...

    def nearest(self, perspective: int, question: "Vectors", limit: int) -> Neighbours:
        """The observations with the highest cosine as that perspective sees them."""
        ...

    def cosines(self, perspective: int, question: "Vectors", keys: Sequence[int]) -> "NDArray[np.float32]":
        """The cosine of each observation as that perspective sees it, NaN for one without a vector."""
        ...

    def alike(self, perspective: int, per_node: int, score_min: float) -> Alike:
        """For every node at most `per_node` nodes most like it, with a cosine of at least `score_min`.

        Large palaces are compared within neighbourhoods: a pair that shares none may be missed.
        """
        ...

    def put(self, vectors: "Mapping[int, Mapping[int, Vectors]]") -> None:
        """Keep the vectors of observations by perspective, replacing older ones, and update the means of their nodes."""
        ...

    def of(self, keys: Sequence[int]) -> "dict[int, dict[int, Vectors]]":
        """The vectors of observations by perspective, as kept; those without any are left out."""
        ...

    def pending(self, limit: int) -> list[Pending]:
        """Observations that lack the vector of some perspective, oldest first."""
        ...

    def coverage(self) -> tuple[int, int]:
        """How many observations have all their vectors, and how many there are; from counters."""
        ...
