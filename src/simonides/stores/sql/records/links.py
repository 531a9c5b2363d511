"""Links between memories and entities: mentions, current facts and what observations name, as arrays."""

from collections.abc import Sequence
from datetime import datetime

import numpy as np

from simonides.domain.ranking.pagerank import Links
from simonides.frozen import frozen
from simonides.stores.sql.database import Records
from simonides.stores.sql.records.rows import Row, micros


@frozen
class LinkSql:
    """The SQL statements about links."""

    every: str
    """One text per column instead of one row per link: reading rows into Python takes longer than finding them."""
    of_memories: str
    of_entity: str
    nodes: str


class LinkRows(Records[LinkSql]):
    """The links of one palace."""

    def every(self, limit: int, moment: datetime) -> Links | None:
        """All links; None when there are more than that."""
        row = self._database.row(self._sql.every, {"limit": limit + 1, "moment": micros(moment)})
        if row is None or row[0] is None:
            return Links.none()
        links = Links(
            np.fromstring(row[0], np.int64, sep=","),
            np.fromstring(row[1], np.int64, sep=","),
            np.fromstring(row[2], np.float64, sep=","),
        )
        return links if len(links) <= limit else None

    def around(self, nodes: Sequence[int], each: int, moment: datetime) -> Links:
        """The links of these nodes: for one entity at most `each` of every sort, the newest memories first."""
        with self._database.reading():
            memories = self._database.listed(int(node) for node in nodes if node > 0)
            rows = self._database.rows(self._sql.of_memories, {"memories": memories})
            for node in nodes:
                if node < 0:
                    values = {"entity": -int(node), "each": max(each, 0), "moment": micros(moment)}
                    rows += self._database.rows(self._sql.of_entity, values)
        return _links(rows)

    def nodes_of(self, memory_ids: Sequence[str], entity_ids: Sequence[str]) -> dict[str, int]:
        """The nodes of memories and entities; unknown ids are left out."""
        values = {"memories": self._database.listed(memory_ids), "entities": self._database.listed(entity_ids)}
        return dict(self._database.rows(self._sql.nodes, values))


def _links(rows: list[Row]) -> Links:
    if not rows:
        return Links.none()
    first, second, weights = zip(*rows, strict=True)
    return Links(np.array(first, np.int64), np.array(second, np.int64), np.array(weights, np.float64))
