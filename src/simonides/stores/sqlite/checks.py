"""Consistency checks in SQLite: one sentence for each mismatch."""

from collections.abc import Iterator

from simonides.ports.stores import Advance
from simonides.stores.sql.checks import CheckSql, counted_steps, disagreements
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.search.agreement import IndexedTexts, compare

_QUICK = "PRAGMA quick_check(20)"
_FOREIGN = 'SELECT "table", count(*) FROM pragma_foreign_key_check GROUP BY 1 ORDER BY 1'
_WORDS = "SELECT sum(value) FROM counters WHERE name IN ('words', 'observation_words', 'chunk_words')"
_AFTER = "SELECT key, {text}, words FROM {things} WHERE key > :after ORDER BY key LIMIT :limit"
_CODE = "heading || char(10) || content"
_TEXTS = {
    "memories": IndexedTexts(_AFTER.format(text="content", things="memories"), "memory_postings"),
    "observations": IndexedTexts(_AFTER.format(text="content", things="observations"), "observation_postings"),
    "chunks": IndexedTexts(_AFTER.format(text=_CODE, things="chunks"), "chunk_postings"),
}
_COUNTERS = {
    "memories": "SELECT count(*) FROM memories",
    "ended": "SELECT count(*) FROM memories WHERE ended_at IS NOT NULL",
    "words": "SELECT ifnull(sum(words), 0) FROM memories",
    "embedded": "SELECT count(*) FROM memories WHERE embedded = 1",
    "vectors": "SELECT count(*) FROM vectors",
    "entities": "SELECT count(*) FROM entities",
    "facts": "SELECT count(*) FROM facts",
    "current_facts": "SELECT count(*) FROM facts WHERE valid_to_end IS NULL",
    "observations": "SELECT count(*) FROM observations",
    "observation_words": "SELECT ifnull(sum(words), 0) FROM observations",
    "observations_embedded": "SELECT count(*) FROM observations WHERE embedded = 1",
    "chunks": "SELECT count(*) FROM chunks",
    "chunk_words": "SELECT ifnull(sum(words), 0) FROM chunks",
    "chunks_embedded": "SELECT count(*) FROM chunks WHERE embedded = 1",
}
_PLACES = """
    WITH actual AS (
        SELECT place_id, sum(ended_at IS NULL) AS count, sum(ended_at IS NOT NULL) AS ended_count,
            max(iif(ended_at IS NULL, created_at, NULL)) AS latest
        FROM memories GROUP BY place_id
    )
    SELECT p.wing, p.room FROM places p LEFT JOIN place_counts c ON c.place_id = p.id LEFT JOIN actual a ON a.place_id = p.id
    WHERE ifnull(c.count, 0) <> ifnull(a.count, 0) OR ifnull(c.ended_count, 0) <> ifnull(a.ended_count, 0)
        OR c.latest IS NOT a.latest
    ORDER BY p.wing, p.room, p.id LIMIT 100
"""
_PREDICATES = """
    SELECT f.predicate_folded FROM (SELECT predicate_folded, count(*) AS count FROM facts GROUP BY 1) f
    LEFT JOIN predicate_counts c ON c.folded = f.predicate_folded WHERE c.count IS NOT f.count
    UNION SELECT folded FROM predicate_counts WHERE folded NOT IN (SELECT predicate_folded FROM facts)
    ORDER BY 1 LIMIT 100
"""
_COUNTS = {
    "memories marked as embedded that have no vector": """
        SELECT count(*) FROM memories m WHERE embedded = 1 AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.memory = m.key)
    """,
    "memories with a vector that are marked as pending": """
        SELECT count(*) FROM memories m WHERE embedded = 0 AND EXISTS (SELECT 1 FROM vectors v WHERE v.memory = m.key)
    """,
    "nodes whose number of observations is wrong": """
        SELECT count(*) FROM entities e WHERE observations <> (SELECT count(*) FROM observations o WHERE o.entity = e.key)
    """,
    "nodes that would use an ordinal twice": """
        SELECT count(*) FROM entities e
        WHERE next_ordinal <= (SELECT ifnull(max(ordinal), -1) FROM observations o WHERE o.entity = e.key)
    """,
    "observations marked as embedded that lack the vector of a perspective": """
        SELECT count(*) FROM observations o, perspectives p WHERE o.embedded = 1 AND NOT EXISTS (
            SELECT 1 FROM observation_vectors v WHERE v.observation = o.key AND v.key >> 48 = p.key
        )
    """,
    "vectors of perspectives that no longer exist": """
        SELECT count(*) FROM (SELECT key FROM observation_vectors UNION ALL SELECT key FROM node_vectors)
        WHERE key >> 48 NOT IN (SELECT key FROM perspectives)
    """,
    "chunks wrongly marked as embedded or as pending": """
        SELECT count(*) FROM chunks c WHERE embedded <> EXISTS (SELECT 1 FROM chunk_vectors v WHERE v.chunk = c.key)
    """,
    "projects whose counters are wrong": """
        SELECT count(*) FROM projects p WHERE (files, chunks, embedded) <> (
            (SELECT count(*) FROM files f WHERE f.project = p.key), (SELECT count(*) FROM chunks c WHERE c.project = p.key),
            (SELECT count(*) FROM chunks c WHERE c.project = p.key AND c.embedded = 1)
        )
    """,
    "tags that are missing from the index": """
        SELECT count(*) FROM (
            SELECT j.value, m.key FROM memories m, json_each(m.tags) j EXCEPT SELECT tag, memory FROM memory_tags
        )
    """,
    "tags in the index that no memory has": """
        SELECT count(*) FROM (
            SELECT tag, memory FROM memory_tags EXCEPT SELECT j.value, m.key FROM memories m, json_each(m.tags) j
        )
    """,
}


_CHECKS = CheckSql("SELECT value FROM counters WHERE name = :name", _COUNTERS, _PLACES, _PREDICATES, _COUNTS)


def complaints(database: Database, advance: Advance) -> Iterator[str]:
    """One sentence for each mismatch, naming what it is about. Nothing is yielded while a snapshot is held."""
    yield from _file_complaints(database)
    with database.reading():
        found = [*_index_complaints(database, advance), *disagreements(database, _CHECKS)]
    yield from found


def _file_complaints(database: Database) -> Iterator[str]:
    for (finding,) in database.rows(_QUICK):
        if finding != "ok":
            yield f"The file is damaged: {finding}."
    for table, count in database.rows(_FOREIGN):
        yield f"Found rows of {table} whose owner no longer exists: {count}."


def _index_complaints(database: Database, advance: Advance) -> Iterator[str]:
    # Every word is read twice: in its text and in the index.
    step = counted_steps(advance, 2 * database.number(_WORDS))
    for things, texts in _TEXTS.items():
        compared = compare(database, texts, step)
        if not compared.is_indexed:
            yield f"The text index does not agree with the {things}."
        if compared.miscounted:
            yield f"Found {things} whose number of words is wrong: {compared.miscounted}."
