"""What ties memories and entities together? Mentions, current facts and what observations name, as arrays."""

from collections.abc import Sequence

import numpy as np

from simonides.domain.graph_ranking import Links
from simonides.stores.sql.rows import Row
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.rows import key_list

# An entity that an observation names is tied less than one that somebody related on purpose.
# One text per column instead of one row per tie: reading rows into Python takes longer than finding them.
_EVERY = """
    SELECT group_concat(first), group_concat(second), group_concat(weight) FROM (
        SELECT memory AS first, -entity AS second, 1.0 AS weight FROM mentions
        WHERE memory NOT IN (SELECT key FROM memories WHERE ended_at IS NOT NULL)
        UNION ALL
        SELECT -subject, -object, weight FROM facts WHERE valid_to_end IS NULL AND weight > 0 AND subject <> object
        UNION ALL
        SELECT DISTINCT -node, -entity, 0.5 FROM observation_mentions WHERE node <> entity
        LIMIT ?
    )
"""
_OF_MEMORIES = """
    SELECT memory, -entity, 1.0 FROM mentions n
    WHERE memory IN (SELECT value FROM json_each(?)) AND (SELECT ended_at FROM memories WHERE key = n.memory) IS NULL
    ORDER BY memory, entity
"""
_OF_ENTITY = """
    SELECT * FROM (
        SELECT memory, -entity, 1.0 FROM mentions n
        WHERE entity = :entity AND (SELECT ended_at FROM memories WHERE key = n.memory) IS NULL
        ORDER BY memory DESC LIMIT :each
    )
    UNION ALL SELECT * FROM (
        SELECT -subject, -object, weight FROM facts
        WHERE subject = :entity AND valid_to_end IS NULL AND weight > 0 AND object <> :entity ORDER BY object LIMIT :each
    )
    UNION ALL SELECT * FROM (
        SELECT -subject, -object, weight FROM facts
        WHERE object = :entity AND valid_to_end IS NULL AND weight > 0 AND subject <> :entity ORDER BY subject LIMIT :each
    )
    UNION ALL SELECT * FROM (
        SELECT DISTINCT -node, -entity, 0.5 FROM observation_mentions WHERE node = :entity AND entity <> :entity LIMIT :each
    )
    UNION ALL SELECT * FROM (
        SELECT DISTINCT -node, -entity, 0.5 FROM observation_mentions WHERE entity = :entity AND node <> :entity LIMIT :each
    )
"""
_NODES = """
    SELECT id, key FROM memories WHERE id IN (SELECT value FROM json_each(?))
    UNION ALL SELECT id, -key FROM entities WHERE id IN (SELECT value FROM json_each(?))
"""


class SqliteLinks:
    """The ties of one palace."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def every(self, limit: int) -> Links | None:
        """All ties; None when there are more than that."""
        row = self._database.row(_EVERY, (limit + 1,))
        if row is None or row[0] is None:
            return Links.none()
        links = Links(
            np.fromstring(row[0], np.int64, sep=","),
            np.fromstring(row[1], np.int64, sep=","),
            np.fromstring(row[2], np.float64, sep=","),
        )
        return links if len(links) <= limit else None

    def around(self, nodes: Sequence[int], each: int) -> Links:
        """The ties of these nodes, at most `each` of every sort for one entity, with the newest memories first."""
        with self._database.reading():
            rows = self._database.rows(_OF_MEMORIES, (key_list(node for node in nodes if node > 0),))
            for node in nodes:
                if node < 0:
                    rows += self._database.rows(_OF_ENTITY, {"entity": -node, "each": max(each, 0)})
        return _links(rows)

    def nodes_of(self, memory_ids: Sequence[str], entity_ids: Sequence[str]) -> dict[str, int]:
        """The nodes of memories and entities; unknown ids are left out."""
        return dict(self._database.rows(_NODES, (key_list(memory_ids), key_list(entity_ids))))


def _links(rows: list[Row]) -> Links:
    if not rows:
        return Links.none()
    first, second, weights = zip(*rows, strict=True)
    return Links(np.array(first, np.int64), np.array(second, np.int64), np.array(weights, np.float64))
