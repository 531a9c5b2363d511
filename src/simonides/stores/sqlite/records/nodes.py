"""Nodes and the facts between them in SQLite: their statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.forms import FACT_ROW
from simonides.stores.sql.records.nodes import NODE_COLUMNS, NodeSql

_NODE = f"SELECT {NODE_COLUMNS} FROM entities e"
_FACT = f"SELECT {FACT_ROW.selected} FROM facts f JOIN entities s ON s.key = f.subject JOIN entities o ON o.key = f.object"
_OLDEST_FIRST = "ORDER BY f.created_at, f.key LIMIT :limit"
_LEAVING = """
    SELECT key FROM facts INDEXED BY facts_current
    WHERE subject IN (SELECT value FROM json_each(:keys)) AND valid_to_end IS NULL
"""
_REACHING = """
    SELECT key FROM facts INDEXED BY facts_current_incoming
    WHERE object IN (SELECT value FROM json_each(:keys)) AND valid_to_end IS NULL
"""

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
        {_NODE} WHERE NOT EXISTS (SELECT 1 FROM facts WHERE subject = e.key AND valid_to_end IS NULL)
            AND NOT EXISTS (SELECT 1 FROM facts WHERE object = e.key AND valid_to_end IS NULL)
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
    # These two indexes hold both ends of a current fact, so no row is read.
    adjacent="""
        SELECT subject, object FROM facts INDEXED BY facts_current
        WHERE subject IN (SELECT value FROM json_each(:keys)) AND valid_to_end IS NULL
        UNION ALL SELECT object, subject FROM facts INDEXED BY facts_current_incoming
        WHERE object IN (SELECT value FROM json_each(:keys)) AND valid_to_end IS NULL
    """,
    # The plus stops SQLite from pairing every node with every other.
    among=f"""
        {_FACT} WHERE f.key IN (
            SELECT key FROM facts INDEXED BY facts_current WHERE subject IN (SELECT value FROM json_each(:keys))
                AND +object IN (SELECT value FROM json_each(:keys)) AND valid_to_end IS NULL
        ) {_OLDEST_FIRST}
    """,
    leaving=f"{_FACT} WHERE f.key IN ({_LEAVING}) {_OLDEST_FIRST}",
    reaching=f"{_FACT} WHERE f.key IN ({_REACHING}) {_OLDEST_FIRST}",
    touching=f"{_FACT} WHERE f.key IN ({_LEAVING} UNION {_REACHING}) {_OLDEST_FIRST}",
    edges="SELECT subject, object FROM facts WHERE valid_to_end IS NULL ORDER BY key DESC LIMIT :limit",
    gaps="""
        SELECT n.name, e.name, g.count FROM (
            SELECT node, entity, count(*) AS count FROM observation_mentions m
            WHERE NOT EXISTS (SELECT 1 FROM facts WHERE subject = m.node AND object = m.entity AND valid_to_end IS NULL)
                AND NOT EXISTS (SELECT 1 FROM facts WHERE subject = m.entity AND object = m.node AND valid_to_end IS NULL)
            GROUP BY node, entity ORDER BY count DESC, node, entity LIMIT :limit
        ) g JOIN entities n ON n.key = g.node JOIN entities e ON e.key = g.entity
        ORDER BY g.count DESC, g.node, g.entity
    """,
    fact="SELECT subject, object FROM facts WHERE id = :id",
    same_fact="""
        SELECT id FROM facts
        WHERE subject = :subject AND predicate_folded = :folded AND object = :object AND valid_to_end IS NULL AND id <> :id
    """,
    rename_fact="UPDATE facts SET predicate = :predicate, predicate_folded = :folded WHERE id = :id",
    events="SELECT operation, count(*) FROM events WHERE at >= :moment GROUP BY operation ORDER BY operation",
    counts="SELECT name, value FROM counters WHERE name IN ('entities', 'observations', 'current_facts')",
)
