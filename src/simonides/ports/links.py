"""The port for graph ranking: the ties between memories and entities, many at a time."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from simonides.domain.ranking.pagerank import Links


class LinkStore(Protocol):
    """Ties between nodes: a node is the row of a memory, or the negative of an entity's row.

    A memory is tied to the entities it names, an entity to those that a current fact joins it with and to those that its
    observations name. Ended memories and ended facts have no ties.
    """

    def every(self, limit: int) -> "Links | None":
        """All ties; None when there are more than `limit`."""
        ...

    def around(self, nodes: Sequence[int], each: int) -> "Links":
        """The ties of these nodes, at most `each` of every kind for one entity, newest memories first.

        A tie between two of the nodes may be returned twice.
        """
        ...

    def nodes_of(self, memory_ids: Sequence[str], entity_ids: Sequence[str]) -> dict[str, int]:
        """The nodes of memories and entities; unknown ids are left out."""
        ...
