"""Links between memories and entities in PostgreSQL: their statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.postgres.records.current_facts import CURRENT, current
from simonides.stores.sql.records.links import LinkSql

# An entity that an observation names counts for less than one that somebody related on purpose.
LINKS = LinkSql(
    every=f"""
        SELECT string_agg(first::text, ','), string_agg(second::text, ','), string_agg(weight::text, ',') FROM (
            SELECT n.memory AS first, -n.entity AS second, 1.0::double precision AS weight
            FROM mentions n JOIN memories m ON m.palace = n.palace AND m.key = n.memory
            WHERE n.palace = %(palace)s AND m.ended_at IS NULL
            UNION ALL
            SELECT -subject, -object, weight FROM facts
            WHERE palace = %(palace)s AND {CURRENT} AND weight > 0 AND subject <> object
            UNION ALL
            SELECT DISTINCT -node, -entity, 0.5::double precision FROM observation_mentions
            WHERE palace = %(palace)s AND node <> entity
            LIMIT %(limit)s
        ) ties
    """,
    of_memories="""
        SELECT n.memory, -n.entity, 1.0::double precision
        FROM mentions n JOIN memories m ON m.palace = n.palace AND m.key = n.memory
        WHERE n.palace = %(palace)s AND n.memory = ANY(%(memories)s::bigint[]) AND m.ended_at IS NULL
        ORDER BY n.memory, n.entity
    """,
    of_entity=f"""
        (
            SELECT n.memory, -n.entity, 1.0::double precision FROM mentions n
            WHERE n.palace = %(palace)s AND n.entity = %(entity)s
                AND (SELECT ended_at FROM memories WHERE palace = %(palace)s AND key = n.memory) IS NULL
            ORDER BY n.memory DESC LIMIT %(each)s
        )
        UNION ALL (
            SELECT -subject, -object, weight FROM ({current("subject, object, weight", "subject = %(entity)s")}) leaving
            WHERE weight > 0 AND object <> %(entity)s ORDER BY object LIMIT %(each)s
        )
        UNION ALL (
            SELECT -subject, -object, weight FROM ({current("subject, object, weight", "object = %(entity)s")}) reaching
            WHERE weight > 0 AND subject <> %(entity)s ORDER BY subject LIMIT %(each)s
        )
        UNION ALL (
            SELECT -n.node, -n.entity, 0.5::double precision FROM (
                SELECT DISTINCT node, entity FROM observation_mentions
                WHERE palace = %(palace)s AND node = %(entity)s AND entity <> %(entity)s ORDER BY entity LIMIT %(each)s
            ) n
        )
        UNION ALL (
            SELECT -n.node, -n.entity, 0.5::double precision FROM (
                SELECT DISTINCT node, entity FROM observation_mentions
                WHERE palace = %(palace)s AND entity = %(entity)s AND node <> %(entity)s ORDER BY node LIMIT %(each)s
            ) n
        )
    """,
    nodes="""
        SELECT id, key FROM memories WHERE palace = %(palace)s AND id = ANY(%(memories)s::text[])
        UNION ALL SELECT id, -key FROM entities WHERE palace = %(palace)s AND id = ANY(%(entities)s::text[])
    """,
)
