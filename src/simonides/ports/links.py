"""What does graph ranking need of a store? The ties between memories and entities, many at a time."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from simonides.domain.graph_ranking import Links


class LinkStore(Protocol):
    """Ties between nodes: a memory is its row, an entity the negative of its own.

    A memory is tied to the entities it names, an entity to those that a current fact joins it with and to those that its
    observations name. Ended memories and ended facts tie nothing.
    """

    def every(self, limit: int) -> "Links | None":
        """All ties; None when there are more than that."""
        ...

    def around(self, nodes: Sequence[int], each: int) -> "Links":
        """The ties of these nodes, at most `each` of every sort for one entity, with the newest memories first.

        A tie between two of the nodes may be told twice.
        """
        ...

    def nodes_of(self, memory_ids: Sequence[str], entity_ids: Sequence[str]) -> dict[str, int]:
        """The nodes of memories and entities; unknown ids are left out."""
        ...
