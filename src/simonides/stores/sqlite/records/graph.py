"""Knowledge graph in SQLite: statements for entities, facts and mentions."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.forms import ENTITY_ROW, FACT_ROW
from simonides.stores.sql.records.graph import OPEN, GraphSql
from simonides.stores.sqlite.records.current_facts import COUNTERS, leaving
from simonides.stores.sqlite.statements import insert, update

_ENTITY = f"SELECT {ENTITY_ROW.selected}, e.key FROM entities e"
FACTS = f"SELECT {FACT_ROW.selected} FROM facts f JOIN entities s ON s.key = f.subject JOIN entities o ON o.key = f.object"
_HELD = "(:start IS NULL OR (ifnull(f.valid_from_start < :end, 1) AND ifnull(f.valid_to_end > :start, 1)))"
_SAYING = "subject = :subject AND (:predicate IS NULL OR predicate_folded = :predicate) AND (:object IS NULL OR object = :object)"
OLDEST_FIRST = "ORDER BY f.created_at, f.key LIMIT :limit"
_BY_BEGINNING = "ORDER BY ifnull(f.valid_from_start, 9223372036854775807), f.key LIMIT :limit"

GRAPH = GraphSql(
    entity_by_id=f"{_ENTITY} WHERE e.id = :id",
    entity_by_name=f"{_ENTITY} WHERE e.folded = :name",
    entity_by_any_name=f"""
        {_ENTITY} WHERE e.folded = :name
        UNION ALL {_ENTITY} JOIN entity_aliases a ON a.entity = e.key
        WHERE a.folded = :name AND NOT EXISTS (SELECT 1 FROM entities WHERE folded = :name)
    """,
    entities_by_name=f"""
        SELECT {ENTITY_ROW.selected}, e.folded FROM entities e WHERE e.folded IN (SELECT value FROM json_each(:names))
        UNION ALL SELECT {ENTITY_ROW.selected}, a.folded FROM entity_aliases a JOIN entities e ON e.key = a.entity
        WHERE a.folded IN (SELECT value FROM json_each(:names)) AND NOT EXISTS (SELECT 1 FROM entities WHERE folded = a.folded)
    """,
    entities=f"{_ENTITY} ORDER BY e.folded LIMIT :limit OFFSET :offset",
    entities_after=f"{_ENTITY} WHERE e.key > :key ORDER BY e.key LIMIT :limit",
    facts_after=f"""
        SELECT {FACT_ROW.selected}, f.key FROM facts f JOIN entities s ON s.key = f.subject JOIN entities o ON o.key = f.object
        WHERE f.key > :key ORDER BY f.key LIMIT :limit
    """,
    add_entity=insert("entities", ENTITY_ROW.written),
    replace_entity=update("entities", ENTITY_ROW.written),
    forget_aliases="DELETE FROM entity_aliases WHERE entity = (SELECT key FROM entities WHERE id = :id)",
    add_aliases="""
        INSERT INTO entity_aliases (folded, entity)
        SELECT n.value, e.key FROM json_each(:names) n, entities e WHERE e.id = :id ON CONFLICT DO NOTHING
    """,
    delete_facts_of="""
        DELETE FROM facts WHERE key IN (
            SELECT f.key FROM facts f JOIN entities e ON e.key = f.subject WHERE e.id = :id
            UNION SELECT f.key FROM facts f JOIN entities e ON e.key = f.object WHERE e.id = :id
        )
    """,
    delete_observations_of="DELETE FROM observations WHERE entity = (SELECT key FROM entities WHERE id = :id)",
    delete_entity="DELETE FROM entities WHERE id = :id",
    fact=f"{FACTS} WHERE f.id = :id",
    fact_known="SELECT id FROM facts WHERE id = :id",
    fact_open=f"""
        SELECT id FROM facts
        WHERE subject = :subject AND predicate_folded = :predicate_folded AND object = :object AND {OPEN}
    """,
    add_fact=insert("facts", FACT_ROW.written),
    end_facts=f"""
        UPDATE facts SET valid_to_text = :text, valid_to_start = :start, valid_to_end = :end
        WHERE id IN (SELECT value FROM json_each(:ids)) AND {OPEN}
    """,
    delete_fact="DELETE FROM facts WHERE id = :id",
    open=f"{FACTS} WHERE {_SAYING} AND {OPEN} {OLDEST_FIRST}",
    current=f"{FACTS} WHERE f.key IN ({leaving('key', _SAYING)}) {OLDEST_FIRST}",
    outgoing=f"{FACTS} WHERE f.subject = :entity AND {_HELD} {OLDEST_FIRST}",
    incoming=f"{FACTS} WHERE f.object = :entity AND {_HELD} {OLDEST_FIRST}",
    only_incoming=f"{FACTS} WHERE f.object = :entity AND f.subject <> :entity AND {_HELD} {OLDEST_FIRST}",
    timeline=f"{FACTS} {_BY_BEGINNING}",
    timeline_of=f"""
        {FACTS} WHERE f.key IN (
            SELECT key FROM facts WHERE subject = :entity UNION SELECT key FROM facts WHERE object = :entity
        ) {_BY_BEGINNING}
    """,
    totals=f"{COUNTERS} WHERE name IN ('entities', 'facts', 'current_facts')",
    predicates="SELECT predicate FROM predicate_counts WHERE count > 0 ORDER BY folded",
    forget_mentions="DELETE FROM mentions WHERE memory = :memory",
    set_mentions="""
        INSERT INTO mentions (memory, entity)
        SELECT m.key, e.key FROM memories m, entities e WHERE m.key = :memory AND e.id IN (SELECT value FROM json_each(:ids))
    """,
    add_mentions="""
        INSERT INTO mentions (memory, entity)
        SELECT m.key, e.key FROM memories m, entities e WHERE e.id = :id AND m.key IN (SELECT value FROM json_each(:memories))
        ON CONFLICT DO NOTHING
    """,
    mentions_of="""
        SELECT n.memory FROM mentions n WHERE n.entity = (SELECT key FROM entities WHERE id = :id)
        ORDER BY n.memory DESC LIMIT :limit
    """,
    mentioned_in="""
        SELECT n.memory, e.id FROM mentions n JOIN entities e ON e.key = n.entity
        WHERE n.memory IN (SELECT value FROM json_each(:memories)) ORDER BY n.memory, e.key
    """,
)
