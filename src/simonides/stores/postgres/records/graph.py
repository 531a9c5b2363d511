"""Knowledge graph in PostgreSQL: statements for entities, facts and mentions."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.postgres.records.current_facts import COUNTERS, current
from simonides.stores.postgres.statements import insert, run_beside, update
from simonides.stores.sql.forms import ENTITY_ROW, FACT_ROW
from simonides.stores.sql.records.graph import OPEN, GraphSql

_ENTITY = f"SELECT {ENTITY_ROW.selected}, e.key FROM entities e WHERE e.palace = %(palace)s"
FACTS = f"""
    SELECT {FACT_ROW.selected} FROM facts f
    JOIN entities s ON s.palace = f.palace AND s.key = f.subject
    JOIN entities o ON o.palace = f.palace AND o.key = f.object
    WHERE f.palace = %(palace)s
"""
_HELD = """
    (%(start)s::bigint IS NULL OR (
        coalesce(f.valid_from_start < %(end)s, true) AND coalesce(f.valid_to_end > %(start)s, true)
    ))
"""
_SAYING = """
    subject = %(subject)s AND (%(predicate)s::text IS NULL OR predicate_folded = %(predicate)s)
        AND (%(object)s::bigint IS NULL OR object = %(object)s)
"""
OLDEST_FIRST = "ORDER BY f.created_at, f.key LIMIT %(limit)s"
_BY_BEGINNING = "ORDER BY coalesce(f.valid_from_start, 9223372036854775807), f.key LIMIT %(limit)s"

GRAPH = GraphSql(
    entity_by_id=f"{_ENTITY} AND e.id = %(id)s",
    entity_by_name=f"{_ENTITY} AND e.folded = %(name)s",
    entity_by_any_name=f"""
        {_ENTITY} AND e.folded = %(name)s
        UNION ALL SELECT {ENTITY_ROW.selected}, e.key FROM entity_aliases a
        JOIN entities e ON e.palace = a.palace AND e.key = a.entity
        WHERE a.palace = %(palace)s AND a.folded = %(name)s
            AND NOT EXISTS (SELECT 1 FROM entities WHERE palace = %(palace)s AND folded = %(name)s)
    """,
    entities_by_name=f"""
        SELECT {ENTITY_ROW.selected}, e.folded FROM entities e WHERE e.palace = %(palace)s AND e.folded = ANY(%(names)s::text[])
        UNION ALL SELECT {ENTITY_ROW.selected}, a.folded FROM entity_aliases a
        JOIN entities e ON e.palace = a.palace AND e.key = a.entity
        WHERE a.palace = %(palace)s AND a.folded = ANY(%(names)s::text[])
            AND NOT EXISTS (SELECT 1 FROM entities WHERE palace = %(palace)s AND folded = a.folded)
    """,
    entities=f"{_ENTITY} ORDER BY e.folded LIMIT %(limit)s OFFSET %(offset)s",
    entities_after=f"{_ENTITY} AND e.key > %(key)s ORDER BY e.key LIMIT %(limit)s",
    facts_after=f"""
        SELECT {FACT_ROW.selected}, f.key FROM facts f
        JOIN entities s ON s.palace = f.palace AND s.key = f.subject
        JOIN entities o ON o.palace = f.palace AND o.key = f.object
        WHERE f.palace = %(palace)s AND f.key > %(key)s ORDER BY f.key LIMIT %(limit)s
    """,
    add_entity=insert("entities", ENTITY_ROW.written),
    replace_entity=update("entities", ENTITY_ROW.written),
    forget_aliases="""
        DELETE FROM entity_aliases
        WHERE palace = %(palace)s AND entity = (SELECT key FROM entities WHERE palace = %(palace)s AND id = %(id)s)
    """,
    add_aliases=run_beside("add_aliases(%(id)s, %(names)s::text[])"),
    delete_facts_of="""
        DELETE FROM facts WHERE palace = %(palace)s AND (
            subject = (SELECT key FROM entities WHERE palace = %(palace)s AND id = %(id)s)
            OR object = (SELECT key FROM entities WHERE palace = %(palace)s AND id = %(id)s)
        )
    """,
    delete_observations_of="""
        DELETE FROM observations
        WHERE palace = %(palace)s AND entity = (SELECT key FROM entities WHERE palace = %(palace)s AND id = %(id)s)
    """,
    delete_entity="DELETE FROM entities WHERE palace = %(palace)s AND id = %(id)s",
    fact=f"{FACTS} AND f.id = %(id)s",
    fact_known="SELECT id FROM facts WHERE palace = %(palace)s AND id = %(id)s",
    fact_open=f"""
        SELECT id FROM facts
        WHERE palace = %(palace)s AND subject = %(subject)s AND predicate_folded = %(predicate_folded)s
            AND object = %(object)s AND {OPEN}
    """,
    add_fact=insert("facts", FACT_ROW.written),
    end_facts=f"""
        UPDATE facts SET valid_to_text = %(text)s, valid_to_start = %(start)s, valid_to_end = %(end)s
        WHERE palace = %(palace)s AND id = ANY(%(ids)s::text[]) AND {OPEN}
    """,
    delete_fact="DELETE FROM facts WHERE palace = %(palace)s AND id = %(id)s",
    open=f"{FACTS} AND {_SAYING} AND {OPEN} {OLDEST_FIRST}",
    current=f"{FACTS} AND f.key IN ({current('key', _SAYING)}) {OLDEST_FIRST}",
    outgoing=f"{FACTS} AND f.subject = %(entity)s AND {_HELD} {OLDEST_FIRST}",
    incoming=f"{FACTS} AND f.object = %(entity)s AND {_HELD} {OLDEST_FIRST}",
    only_incoming=f"{FACTS} AND f.object = %(entity)s AND f.subject <> %(entity)s AND {_HELD} {OLDEST_FIRST}",
    timeline=f"{FACTS} {_BY_BEGINNING}",
    timeline_of=f"""
        {FACTS} AND f.key IN (
            SELECT key FROM facts WHERE palace = %(palace)s AND subject = %(entity)s
            UNION SELECT key FROM facts WHERE palace = %(palace)s AND object = %(entity)s
        ) {_BY_BEGINNING}
    """,
    totals=f"{COUNTERS} AND name IN ('entities', 'facts', 'current_facts')",
    predicates="SELECT predicate FROM predicate_counts WHERE palace = %(palace)s AND count > 0 ORDER BY folded",
    forget_mentions="DELETE FROM mentions WHERE palace = %(palace)s AND memory = %(memory)s",
    set_mentions=run_beside("add_mentions(ARRAY[%(memory)s::bigint], %(ids)s::text[])"),
    add_mentions=run_beside("add_mentions(%(memories)s::bigint[], ARRAY[%(id)s::text])"),
    mentions_of="""
        SELECT n.memory FROM mentions n
        WHERE n.palace = %(palace)s AND n.entity = (SELECT key FROM entities WHERE palace = %(palace)s AND id = %(id)s)
        ORDER BY n.memory DESC LIMIT %(limit)s
    """,
    mentioned_in="""
        SELECT n.memory, e.id FROM mentions n JOIN entities e ON e.palace = n.palace AND e.key = n.entity
        WHERE n.palace = %(palace)s AND n.memory = ANY(%(memories)s::bigint[]) ORDER BY n.memory, e.key
    """,
)
