"""Links between memories and entities in SQLite: their statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.records.links import LinkSql
from simonides.stores.sqlite.records.current_facts import CURRENT, leaving, reaching

# An entity that an observation names counts for less than one that somebody related on purpose.
LINKS = LinkSql(
    every=f"""
        SELECT group_concat(first), group_concat(second), group_concat(weight) FROM (
            SELECT memory AS first, -entity AS second, 1.0 AS weight FROM mentions
            WHERE memory NOT IN (SELECT key FROM memories WHERE ended_at IS NOT NULL)
            UNION ALL
            SELECT -subject, -object, weight FROM facts WHERE {CURRENT} AND weight > 0 AND subject <> object
            UNION ALL
            SELECT DISTINCT -node, -entity, 0.5 FROM observation_mentions WHERE node <> entity
            LIMIT :limit
        )
    """,
    of_memories="""
        SELECT memory, -entity, 1.0 FROM mentions n
        WHERE memory IN (SELECT value FROM json_each(:memories)) AND (SELECT ended_at FROM memories WHERE key = n.memory) IS NULL
        ORDER BY memory, entity
    """,
    of_entity=f"""
        SELECT * FROM (
            SELECT memory, -entity, 1.0 FROM mentions n
            WHERE entity = :entity AND (SELECT ended_at FROM memories WHERE key = n.memory) IS NULL
            ORDER BY memory DESC LIMIT :each
        )
        UNION ALL SELECT * FROM (
            SELECT -subject, -object, weight FROM ({leaving("subject, object, weight", "subject = :entity")})
            WHERE weight > 0 AND object <> :entity ORDER BY object LIMIT :each
        )
        UNION ALL SELECT * FROM (
            SELECT -subject, -object, weight FROM ({reaching("subject, object, weight", "object = :entity")})
            WHERE weight > 0 AND subject <> :entity ORDER BY subject LIMIT :each
        )
        UNION ALL SELECT * FROM (
            SELECT DISTINCT -node, -entity, 0.5 FROM observation_mentions
            WHERE node = :entity AND entity <> :entity ORDER BY entity LIMIT :each
        )
        UNION ALL SELECT * FROM (
            SELECT DISTINCT -node, -entity, 0.5 FROM observation_mentions
            WHERE entity = :entity AND node <> :entity ORDER BY node LIMIT :each
        )
    """,
    nodes="""
        SELECT id, key FROM memories WHERE id IN (SELECT value FROM json_each(:memories))
        UNION ALL SELECT id, -key FROM entities WHERE id IN (SELECT value FROM json_each(:entities))
    """,
)
