"""Nodes and the facts between them in PostgreSQL: their statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.postgres.records.current_facts import COUNTERS, CURRENT, current
from simonides.stores.postgres.records.graph import FACTS, OLDEST_FIRST
from simonides.stores.sql.records.nodes import NODE_COLUMNS, NodeSql

_NODE = f"SELECT {NODE_COLUMNS} FROM entities e WHERE e.palace = %(palace)s"
_LATEST_FIRST = "ORDER BY e.updated_at DESC, e.key DESC LIMIT %(limit)s"
_FROM_THEM = "subject = ANY(%(keys)s::bigint[])"
_TO_THEM = "object = ANY(%(keys)s::bigint[])"
_LEAVING = current("key", _FROM_THEM)
_REACHING = current("key", _TO_THEM)

NODES = NodeSql(
    keys="""
        SELECT folded, key FROM entities WHERE palace = %(palace)s AND folded = ANY(%(names)s::text[])
        UNION ALL SELECT a.folded, a.entity FROM entity_aliases a
        WHERE a.palace = %(palace)s AND a.folded = ANY(%(names)s::text[])
            AND NOT EXISTS (SELECT 1 FROM entities WHERE palace = %(palace)s AND folded = a.folded)
    """,
    at=f"{_NODE} AND e.key = ANY(%(keys)s::bigint[])",
    of_type=f'{_NODE} AND e.type_folded = lower(%(type)s::text COLLATE "C") ORDER BY e.folded LIMIT %(limit)s',
    changed_since=f"{_NODE} AND e.updated_at >= %(moment)s {_LATEST_FIRST}",
    orphans=f"""
        {_NODE} AND NOT EXISTS ({current("1", "subject = e.key")}) AND NOT EXISTS ({current("1", "object = e.key")})
        {_LATEST_FIRST}
    """,
    stale=f"""
        {_NODE}
            AND (e.summary IS NULL OR (e.observed_at IS NOT NULL AND coalesce(e.summary_updated_at < e.observed_at, true)))
        ORDER BY coalesce(e.observed_at, e.updated_at) DESC, e.key DESC LIMIT %(limit)s
    """,
    summaries="""
        SELECT key, summary FROM entities WHERE palace = %(palace)s AND summary IS NOT NULL
        ORDER BY summary_updated_at DESC NULLS LAST, key DESC LIMIT %(limit)s
    """,
    touch="""
        UPDATE entities SET updated_at = greatest(updated_at, %(moment)s)
        WHERE palace = %(palace)s AND folded = ANY(%(names)s::text[])
    """,
    adjacent=f"{current('subject, object', _FROM_THEM)} UNION ALL {current('object, subject', _TO_THEM)}",
    among=f"{FACTS} AND f.key IN ({current('key', f'{_FROM_THEM} AND {_TO_THEM}')}) {OLDEST_FIRST}",
    leaving=f"{FACTS} AND f.key IN ({_LEAVING}) {OLDEST_FIRST}",
    reaching=f"{FACTS} AND f.key IN ({_REACHING}) {OLDEST_FIRST}",
    touching=f"{FACTS} AND f.key IN ({_LEAVING} UNION {_REACHING}) {OLDEST_FIRST}",
    edges=f"SELECT subject, object FROM facts WHERE palace = %(palace)s AND {CURRENT} ORDER BY key DESC LIMIT %(limit)s",
    gaps=f"""
        SELECT n.name, e.name, g.count FROM (
            SELECT node, entity, count(*) AS count FROM observation_mentions m
            WHERE m.palace = %(palace)s
                AND NOT EXISTS ({current("1", "subject = m.node AND object = m.entity")})
                AND NOT EXISTS ({current("1", "subject = m.entity AND object = m.node")})
            GROUP BY node, entity ORDER BY count DESC, node, entity LIMIT %(limit)s
        ) g
        JOIN entities n ON n.palace = %(palace)s AND n.key = g.node
        JOIN entities e ON e.palace = %(palace)s AND e.key = g.entity
        ORDER BY g.count DESC, g.node, g.entity
    """,
    fact="SELECT subject, object FROM facts WHERE palace = %(palace)s AND id = %(id)s",
    same_fact=current("id", "subject = %(subject)s AND predicate_folded = %(folded)s AND object = %(object)s AND id <> %(id)s"),
    rename_fact="""
        UPDATE facts SET predicate = %(predicate)s, predicate_folded = %(folded)s WHERE palace = %(palace)s AND id = %(id)s
    """,
    events="""
        SELECT operation, count(*) FROM events WHERE palace = %(palace)s AND at >= %(moment)s
        GROUP BY operation ORDER BY operation
    """,
    counts=f"{COUNTERS} AND name IN ('entities', 'observations', 'current_facts')",
)
