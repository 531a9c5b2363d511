"""Which nodes are there, and what joins them? Entities in lists, and current facts as arrows between them."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from simonides.domain.errors import Conflict, NotFound
from simonides.domain.naming import fold_name
from simonides.domain.nodes import Gap, Node, Relation
from simonides.stores.sql.rows import ENTITY_COLUMNS, Row, micros, moment, read_entity
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.rows import key_list

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NODE = f"SELECT {ENTITY_COLUMNS}, e.observations, e.observed_at, e.next_ordinal, e.key FROM entities e"
_KEYS = "SELECT folded, key FROM entities WHERE folded IN (SELECT value FROM json_each(?))"
_AT = f"{_NODE} WHERE e.key IN (SELECT value FROM json_each(?))"
_OF_TYPE = f"{_NODE} WHERE e.type = ? COLLATE NOCASE ORDER BY e.folded LIMIT ?"
_CHANGED = f"{_NODE} WHERE e.updated_at >= ? ORDER BY e.updated_at DESC, e.key DESC LIMIT ?"
_ORPHANS = f"""
    {_NODE} WHERE NOT EXISTS (SELECT 1 FROM facts WHERE subject = e.key AND valid_to_end IS NULL)
        AND NOT EXISTS (SELECT 1 FROM facts WHERE object = e.key AND valid_to_end IS NULL)
    ORDER BY e.updated_at DESC, e.key DESC LIMIT ?
"""
_STALE = f"""
    {_NODE} WHERE e.summary IS NULL OR (e.observed_at IS NOT NULL AND ifnull(e.summary_updated_at < e.observed_at, 1))
    ORDER BY ifnull(e.observed_at, e.updated_at) DESC, e.key DESC LIMIT ?
"""
# These two indexes alone hold both ends of a current fact: no row is read.
_ADJACENT = """
    SELECT subject, object FROM facts INDEXED BY facts_current
    WHERE subject IN (SELECT value FROM json_each(:keys)) AND valid_to_end IS NULL
    UNION ALL SELECT object, subject FROM facts INDEXED BY facts_current_incoming
    WHERE object IN (SELECT value FROM json_each(:keys)) AND valid_to_end IS NULL
"""
_RELATION = """
    SELECT s.name, f.predicate, o.name FROM facts f JOIN entities s ON s.key = f.subject JOIN entities o ON o.key = f.object
"""
# The plus keeps SQLite from trying every node with every other.
_AMONG = f"""
    {_RELATION} WHERE f.key IN (
        SELECT key FROM facts INDEXED BY facts_current WHERE subject IN (SELECT value FROM json_each(:keys))
            AND +object IN (SELECT value FROM json_each(:keys)) AND valid_to_end IS NULL
    ) ORDER BY f.created_at, f.key LIMIT :limit
"""
_TOUCHING = f"""
    {_RELATION} WHERE f.key IN (
        SELECT key FROM facts INDEXED BY facts_current
        WHERE subject IN (SELECT value FROM json_each(:keys)) AND valid_to_end IS NULL
        UNION SELECT key FROM facts WHERE object IN (SELECT value FROM json_each(:keys)) AND valid_to_end IS NULL
    ) ORDER BY f.created_at, f.key LIMIT :limit
"""
_EDGES = "SELECT subject, object FROM facts WHERE valid_to_end IS NULL ORDER BY key DESC LIMIT ?"
_GAPS = """
    SELECT n.name, e.name, g.count FROM (
        SELECT node, entity, count(*) AS count FROM observation_mentions m
        WHERE NOT EXISTS (SELECT 1 FROM facts WHERE subject = m.node AND object = m.entity AND valid_to_end IS NULL)
            AND NOT EXISTS (SELECT 1 FROM facts WHERE subject = m.entity AND object = m.node AND valid_to_end IS NULL)
        GROUP BY node, entity ORDER BY count DESC, node, entity LIMIT ?
    ) g JOIN entities n ON n.key = g.node JOIN entities e ON e.key = g.entity
    ORDER BY g.count DESC, g.node, g.entity
"""
_FACT = "SELECT subject, object FROM facts WHERE id = ?"
_SAME = """
    SELECT id FROM facts WHERE subject = ? AND predicate_folded = ? AND object = ? AND valid_to_end IS NULL AND id <> ?
"""
_RENAME = "UPDATE facts SET predicate = ?, predicate_folded = ? WHERE id = ?"
_EVENTS = "SELECT operation, count(*) FROM events WHERE at >= ? GROUP BY operation ORDER BY operation"
_COUNTS = "SELECT name, value FROM counters WHERE name IN ('entities', 'observations', 'current_facts')"


class SqliteNodes:
    """The nodes of one palace."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keys(self, names: Iterable[str]) -> dict[str, int]:
        """The rows of those of the folded names that are known."""
        return dict(self._database.rows(_KEYS, (key_list(names),)))

    def at(self, keys: Sequence[int]) -> dict[int, Node]:
        """The nodes in those rows; rows that are gone are left out."""
        return {row[-1]: _read(row) for row in self._database.rows(_AT, (key_list(int(key) for key in keys),))}

    def of_type(self, entity_type: str, limit: int) -> list[Node]:
        """The nodes of a type, upper and lower case alike, by folded name."""
        return [_read(row) for row in self._database.rows(_OF_TYPE, (entity_type, limit))]

    def changed_since(self, moment: datetime, limit: int) -> list[Node]:
        """The nodes that changed at or after a moment, latest first."""
        return [_read(row) for row in self._database.rows(_CHANGED, (micros(moment), limit))]

    def orphans(self, limit: int) -> list[Node]:
        """The nodes without any relation, latest change first."""
        return [_read(row) for row in self._database.rows(_ORPHANS, (limit,))]

    def stale(self, limit: int) -> list[Node]:
        """The nodes whose summary is missing or older than their last observation, latest observation first."""
        return [_read(row) for row in self._database.rows(_STALE, (limit,))]

    def adjacent(self, keys: Sequence[int]) -> list[tuple[int, int]]:
        """Pairs of a node among these and one that a relation joins it to, either way; each pair may come more than once."""
        return [(row[0], row[1]) for row in self._database.rows(_ADJACENT, {"keys": key_list(keys)})]

    def relations_among(self, keys: Sequence[int], limit: int) -> list[Relation]:
        """The relations with both ends among these nodes, oldest first."""
        return [Relation(*row) for row in self._database.rows(_AMONG, {"keys": key_list(keys), "limit": limit})]

    def relations_touching(self, keys: Sequence[int], limit: int) -> list[Relation]:
        """The relations with any end among these nodes, oldest first."""
        return [Relation(*row) for row in self._database.rows(_TOUCHING, {"keys": key_list(keys), "limit": limit})]

    def edges(self, limit: int) -> "NDArray[np.int64]":
        """Both ends of every relation, one row each; of very many the newest."""
        # Most calls of this store need no numpy.
        import numpy as np

        return np.array(self._database.rows(_EDGES, (limit,)), np.int64).reshape(-1, 2)

    def gaps(self, limit: int) -> list[Gap]:
        """Nodes that name others without a relation to them, in either direction; most often named first."""
        return [Gap(*row) for row in self._database.rows(_GAPS, (limit,))]

    def rename_relation(self, fact_id: str, predicate: str) -> None:
        """Give a fact another predicate. Raises NotFound; Conflict when a current fact says so already."""
        folded = fold_name(predicate)
        with self._database.writing():
            row = self._database.row(_FACT, (fact_id,))
            if row is None:
                raise NotFound("fact", fact_id)
            same = self._database.row(_SAME, (row[0], folded, row[1], fact_id))
            if same is not None:
                raise Conflict("fact", same[0])
            self._database.change(_RENAME, (predicate, folded, fact_id))

    def events_since(self, moment: datetime) -> dict[str, int]:
        """How often each operation happened at or after a moment."""
        return dict(self._database.rows(_EVENTS, (micros(moment),)))

    def counts(self) -> tuple[int, int, int]:
        """How many nodes, observations and relations there are; from counters."""
        totals: dict[str, int] = dict(self._database.rows(_COUNTS))
        return totals["entities"], totals["observations"], totals["current_facts"]


def _read(row: Row) -> Node:
    return Node(row[-1], read_entity(row), row[9], moment(row[10]), row[11])
