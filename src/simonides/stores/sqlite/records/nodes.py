"""Nodes and the facts between them in SQLite: their statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.records.nodes import NODE_COLUMNS, NodeSql
from simonides.stores.sqlite.records.current_facts import COUNTERS, CURRENT, leaving, reaching
from simonides.stores.sqlite.records.graph import FACTS, OLDEST_FIRST

_NODE = f"SELECT {NODE_COLUMNS} FROM entities e"
_FROM_THEM = "subject IN (SELECT value FROM json_each(:keys))"
_TO_THEM = "object IN (SELECT value FROM json_each(:keys))"
_LEAVING = leaving("key", _FROM_THEM)
_REACHING = reaching("key", _TO_THEM)

NODES = NodeSql(
    keys="""
        SELECT folded, key FROM entities WHERE folded IN (SELECT value FROM json_each(:names))
        UNION ALL SELECT a.folded, a.entity FROM entity_aliases a
        WHERE a.folded IN (SELECT value FROM json_each(:names)) AND NOT EXISTS (SELECT 1 FROM entities WHERE folded = a.folded)
    """,
    at=f"{_NODE} WHERE e.key IN (SELECT value FROM json_each(:keys))",
    of_type=f"{_NODE} WHERE e.type = :type COLLATE NOCASE ORDER BY e.folded LIMIT :limit",
    changed_since=f"{_NODE} WHERE e.updated_at >= :moment ORDER BY e.updated_at DESC, e.key DESC LIMIT :limit",
    orphans=f"""
        {_NODE} WHERE NOT EXISTS ({leaving("1", "subject = e.key")}) AND NOT EXISTS ({reaching("1", "object = e.key")})
        ORDER BY e.updated_at DESC, e.key DESC LIMIT :limit
    """,
    stale=f"""
        {_NODE} WHERE e.summary IS NULL OR (e.observed_at IS NOT NULL AND ifnull(e.summary_updated_at < e.observed_at, 1))
        ORDER BY ifnull(e.observed_at, e.updated_at) DESC, e.key DESC LIMIT :limit
    """,
    summaries="""
        SELECT key, summary FROM entities WHERE summary IS NOT NULL ORDER BY summary_updated_at DESC, key DESC LIMIT :limit
    """,
    touch="""
        UPDATE entities SET updated_at = max(updated_at, :moment) WHERE folded IN (SELECT value FROM json_each(:names))
    """,
    # The indexes of open facts hold both of their ends, so no row is read of these.
    adjacent=f"{leaving('subject, object', _FROM_THEM)} UNION ALL {reaching('object, subject', _TO_THEM)}",
    # The plus stops SQLite from pairing every node with every other.
    among=f"""
        {FACTS} WHERE f.key IN ({leaving("key", f"{_FROM_THEM} AND +{_TO_THEM}")}) {OLDEST_FIRST}
    """,
    leaving=f"{FACTS} WHERE f.key IN ({_LEAVING}) {OLDEST_FIRST}",
    reaching=f"{FACTS} WHERE f.key IN ({_REACHING}) {OLDEST_FIRST}",
    touching=f"{FACTS} WHERE f.key IN ({_LEAVING} UNION {_REACHING}) {OLDEST_FIRST}",
    edges=f"SELECT subject, object FROM facts WHERE {CURRENT} ORDER BY key DESC LIMIT :limit",
    gaps=f"""
        SELECT n.name, e.name, g.count FROM (
            SELECT node, entity, count(*) AS count FROM observation_mentions m
            WHERE NOT EXISTS ({leaving("1", "subject = m.node AND object = m.entity")})
                AND NOT EXISTS ({leaving("1", "subject = m.entity AND object = m.node")})
            GROUP BY node, entity ORDER BY count DESC, node, entity LIMIT :limit
        ) g JOIN entities n ON n.key = g.node JOIN entities e ON e.key = g.entity
        ORDER BY g.count DESC, g.node, g.entity
    """,
    fact="SELECT subject, object FROM facts WHERE id = :id",
    same_fact=leaving("id", "subject = :subject AND predicate_folded = :folded AND object = :object AND id <> :id"),
    rename_fact="UPDATE facts SET predicate = :predicate, predicate_folded = :folded WHERE id = :id",
    events="SELECT operation, count(*) FROM events WHERE at >= :moment GROUP BY operation ORDER BY operation",
    counts=f"{COUNTERS} WHERE name IN ('entities', 'observations', 'current_facts')",
)
