"""Nodes: entities in lists, and the current facts between them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from simonides.domain.errors import Conflict, NotFound
from simonides.domain.graph import Direction, Fact, Gap, Node
from simonides.domain.validation import fold_name
from simonides.frozen import frozen
from simonides.stores.sql.database import Records, Values, totals
from simonides.stores.sql.forms import ENTITY_ROW, FACT_ROW
from simonides.stores.sql.records.rows import Row, micros, moment

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NODE_COLUMNS = f"{ENTITY_ROW.selected}, e.observations, e.observed_at, e.next_ordinal, e.key"


@frozen
class NodeSql:
    """The SQL statements about nodes."""

    keys: str
    at: str
    of_type: str
    changed_since: str
    orphans: str
    stale: str
    summaries: str
    touch: str
    adjacent: str
    among: str
    leaving: str
    reaching: str
    touching: str
    edges: str
    gaps: str
    fact: str
    same_fact: str
    rename_fact: str
    events: str
    counts: str


class NodeRows(Records[NodeSql]):
    """The nodes of one palace."""

    def keys(self, names: Iterable[str]) -> dict[str, int]:
        """The rows of the nodes with these folded names; unknown names are left out."""
        return dict(self._database.rows(self._sql.keys, {"names": self._database.listed(names)}))

    def at(self, keys: Sequence[int]) -> dict[int, Node]:
        """The nodes in those rows; rows that no longer exist are left out."""
        return {node.key: node for node in self._nodes(self._sql.at, {"keys": self._listed(keys)})}

    def of_type(self, entity_type: str, limit: int) -> list[Node]:
        """The nodes of a type, upper and lower case alike, by folded name."""
        return self._nodes(self._sql.of_type, {"type": entity_type, "limit": limit})

    def changed_since(self, moment: datetime, limit: int) -> list[Node]:
        """The nodes that changed at or after a moment, latest first."""
        return self._nodes(self._sql.changed_since, {"moment": micros(moment), "limit": limit})

    def orphans(self, limit: int, moment: datetime) -> list[Node]:
        """The nodes without any fact that is current at a moment, latest change first."""
        return self._nodes(self._sql.orphans, {"limit": limit, "moment": micros(moment)})

    def stale(self, limit: int) -> list[Node]:
        """The nodes whose summary is missing or older than their last observation, latest observation first."""
        return self._nodes(self._sql.stale, {"limit": limit})

    def summaries(self, limit: int) -> dict[int, str]:
        """The summaries of nodes by row, latest first."""
        return dict(self._database.rows(self._sql.summaries, {"limit": limit}))

    def touch(self, names: Iterable[str], moment: datetime) -> None:
        """Note that the nodes with these folded names changed at a moment; no change of their own is logged."""
        with self._database.writing():
            self._database.change(self._sql.touch, {"names": self._database.listed(names), "moment": micros(moment)})

    def adjacent(self, keys: Sequence[int], moment: datetime) -> list[tuple[int, int]]:
        """Pairs of one of these nodes and a node that a current fact joins it with; a pair may occur more than once."""
        values = {"keys": self._listed(keys), "moment": micros(moment)}
        return [(row[0], row[1]) for row in self._database.rows(self._sql.adjacent, values)]

    def facts_among(self, keys: Sequence[int], limit: int, moment: datetime) -> list[Fact]:
        """The current facts with both ends among these nodes, oldest first."""
        return self._facts(self._sql.among, keys, limit, moment)

    def facts_touching(
        self, keys: Sequence[int], limit: int, moment: datetime, direction: Direction = Direction.BOTH
    ) -> list[Fact]:
        """The current facts that leave one of these nodes, lead to one, or either, oldest first."""
        sql = {Direction.OUTGOING: self._sql.leaving, Direction.INCOMING: self._sql.reaching, Direction.BOTH: self._sql.touching}
        return self._facts(sql[direction], keys, limit, moment)

    def edges(self, limit: int, moment: datetime) -> "NDArray[np.int64]":
        """Both ends of every current fact, one row each; the newest where there are very many."""
        # Most calls of this store need no numpy.
        import numpy as np

        return np.array(self._database.rows(self._sql.edges, {"limit": limit, "moment": micros(moment)}), np.int64).reshape(-1, 2)

    def gaps(self, limit: int, moment: datetime) -> list[Gap]:
        """Pairs of nodes where one names the other and no current fact joins them either way; most often named first."""
        return [Gap(*row) for row in self._database.rows(self._sql.gaps, {"limit": limit, "moment": micros(moment)})]

    def rename_fact(self, fact_id: str, predicate: str, moment: datetime) -> None:
        """Give a fact another predicate. Raises NotFound, or Conflict when a current fact already says so."""
        folded = fold_name(predicate)
        values: dict[str, object] = {"id": fact_id, "predicate": predicate, "folded": folded, "moment": micros(moment)}
        with self._database.writing():
            row = self._database.row(self._sql.fact, values)
            if row is None:
                raise NotFound("fact", fact_id)
            same = self._database.row(self._sql.same_fact, {**values, "subject": row[0], "object": row[1]})
            if same is not None:
                raise Conflict("fact", same[0])
            self._database.change(self._sql.rename_fact, values)

    def events_since(self, moment: datetime) -> dict[str, int]:
        """How often each operation happened at or after a moment."""
        return dict(self._database.rows(self._sql.events, {"moment": micros(moment)}))

    def counts(self, moment: datetime) -> tuple[int, int, int]:
        """How many nodes, observations and current facts there are, from counters and the facts whose end comes later."""
        counted = totals(self._database, self._sql.counts, {"moment": micros(moment)})
        return counted["entities"], counted["observations"], counted["current_facts"]

    def _nodes(self, sql: str, values: Values) -> list[Node]:
        return [_read(row) for row in self._database.rows(sql, values)]

    def _facts(self, sql: str, keys: Sequence[int], limit: int, moment: datetime) -> list[Fact]:
        values = {"keys": self._listed(keys), "limit": limit, "moment": micros(moment)}
        return [FACT_ROW.read(row) for row in self._database.rows(sql, values)]

    def _listed(self, keys: Sequence[int]) -> object:
        return self._database.listed(int(key) for key in keys)


def _read(row: Row) -> Node:
    observations, observed_at, next_ordinal, key = row[-4:]
    return Node(key, ENTITY_ROW.read(row), observations, moment(observed_at), next_ordinal)
