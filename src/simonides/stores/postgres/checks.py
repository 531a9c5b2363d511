"""Consistency checks in PostgreSQL: one sentence for each mismatch."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Iterator

from simonides.ports.stores import Advance
from simonides.stores.postgres.connection.database import Database
from simonides.stores.sql.checks import CheckSql, Step, counted_steps, disagreements
from simonides.stores.sql.search.words import word_count

_HERE = "WHERE palace = %(palace)s"
_COUNTERS = {
    "memories": f"SELECT count(*) FROM memories {_HERE}",
    "ended": f"SELECT count(ended_at) FROM memories {_HERE}",
    "words": f"SELECT coalesce(sum(words), 0) FROM memories {_HERE}",
    "embedded": f"SELECT count(*) FROM memories {_HERE} AND embedded",
    "vectors": f"SELECT count(*) FROM vectors {_HERE}",
    "entities": f"SELECT count(*) FROM entities {_HERE}",
    "facts": f"SELECT count(*) FROM facts {_HERE}",
    "current_facts": f"SELECT count(*) FROM facts {_HERE} AND valid_to_end IS NULL",
    "observations": f"SELECT count(*) FROM observations {_HERE}",
    "observation_words": f"SELECT coalesce(sum(words), 0) FROM observations {_HERE}",
    "observations_embedded": f"SELECT count(*) FROM observations {_HERE} AND embedded",
    "chunks": f"SELECT count(*) FROM chunks {_HERE}",
    "chunk_words": f"SELECT coalesce(sum(words), 0) FROM chunks {_HERE}",
    "chunks_embedded": f"SELECT count(*) FROM chunks {_HERE} AND embedded",
}
_PLACES = """
    WITH actual AS (
        SELECT place_id, count(*) - count(ended_at) AS count, count(ended_at) AS ended_count,
            max(created_at) FILTER (WHERE ended_at IS NULL) AS latest
        FROM memories WHERE palace = %(palace)s GROUP BY place_id
    )
    SELECT p.wing, p.room FROM places p
    LEFT JOIN place_counts c ON c.palace = p.palace AND c.place_id = p.id LEFT JOIN actual a ON a.place_id = p.id
    WHERE p.palace = %(palace)s AND (
        coalesce(c.count, 0) <> coalesce(a.count, 0) OR coalesce(c.ended_count, 0) <> coalesce(a.ended_count, 0)
        OR c.latest IS DISTINCT FROM a.latest
    ) ORDER BY p.wing, p.room, p.id LIMIT 100
"""
_PREDICATES = """
    SELECT coalesce(c.folded, f.folded)
    FROM (SELECT predicate_folded AS folded, count(*) AS count FROM facts WHERE palace = %(palace)s GROUP BY 1) f
    FULL JOIN (SELECT folded, count FROM predicate_counts WHERE palace = %(palace)s) c ON c.folded = f.folded
    WHERE c.count IS DISTINCT FROM f.count ORDER BY 1 LIMIT 100
"""
# A text has as many words as the index has positions for it.
_AFTER = """
    SELECT t.key, {text}, t.words, (
        SELECT coalesce(sum(octet_length(p.places) / 2), 0) FROM postings p
        WHERE p.palace = %(palace)s AND p.kind::text = '{kind}' AND p.document = t.key
    ) FROM {things} t WHERE t.palace = %(palace)s AND t.key > %(after)s ORDER BY t.key LIMIT %(limit)s
"""
_TEXTS = {"memories": ("m", "t.content"), "observations": ("o", "t.content"), "chunks": ("c", "t.heading || E'\\n' || t.content")}
_WORDS = f"SELECT sum(value) FROM counters {_HERE} AND name IN ('words', 'observation_words', 'chunk_words')"
_STRAY = """
    SELECT 1 FROM postings p WHERE p.palace = %(palace)s AND p.kind = '{kind}'
        AND NOT EXISTS (SELECT 1 FROM {things} t WHERE t.palace = %(palace)s AND t.key = p.document) LIMIT 1
"""
_MISCOUNTED = """
    SELECT 1 FROM (
        SELECT word, count(DISTINCT document) AS documents, sum(octet_length(places) / 2) AS places
        FROM postings WHERE palace = %(palace)s AND kind = '{kind}' GROUP BY word
    ) p FULL JOIN (SELECT word, documents, places FROM terms WHERE palace = %(palace)s AND kind = '{kind}' AND documents <> 0) t
    ON t.word = p.word WHERE (p.documents, p.places) IS DISTINCT FROM (t.documents, t.places) LIMIT 1
"""
_COUNTS = {
    "memories marked as embedded that have no vector": """
        SELECT count(*) FROM memories m WHERE m.palace = %(palace)s AND m.embedded
            AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.palace = %(palace)s AND v.memory = m.key)
    """,
    "memories with a vector that are marked as pending": """
        SELECT count(*) FROM memories m WHERE m.palace = %(palace)s AND NOT m.embedded
            AND EXISTS (SELECT 1 FROM vectors v WHERE v.palace = %(palace)s AND v.memory = m.key)
    """,
    "nodes whose number of observations is wrong": """
        SELECT count(*) FROM entities e WHERE e.palace = %(palace)s AND e.observations <> (
            SELECT count(*) FROM observations o WHERE o.palace = %(palace)s AND o.entity = e.key
        )
    """,
    "nodes that would use an ordinal twice": """
        SELECT count(*) FROM entities e WHERE e.palace = %(palace)s AND e.next_ordinal <= (
            SELECT max(o.ordinal) FROM observations o WHERE o.palace = %(palace)s AND o.entity = e.key
        )
    """,
    "observations marked as embedded that lack the vector of a perspective": """
        SELECT count(*) FROM observations o JOIN perspectives p ON p.palace = o.palace
        WHERE o.palace = %(palace)s AND o.embedded AND NOT EXISTS (
            SELECT 1 FROM observation_vectors v WHERE v.palace = %(palace)s AND v.observation = o.key AND v.perspective = p.key
        )
    """,
    "chunks wrongly marked as embedded or as pending": """
        SELECT count(*) FROM chunks c WHERE c.palace = %(palace)s AND c.embedded <> EXISTS (
            SELECT 1 FROM chunk_vectors v WHERE v.palace = %(palace)s AND v.chunk = c.key
        )
    """,
    "projects whose counters are wrong": """
        SELECT count(*) FROM projects p WHERE p.palace = %(palace)s AND (p.files, p.chunks, p.embedded) IS DISTINCT FROM (
            (SELECT count(*) FROM files f WHERE f.palace = %(palace)s AND f.project = p.key),
            (SELECT count(*) FROM chunks c WHERE c.palace = %(palace)s AND c.project = p.key),
            (SELECT count(*) FROM chunks c WHERE c.palace = %(palace)s AND c.project = p.key AND c.embedded)
        )
    """,
    "tags that are missing from the index": """
        SELECT count(*) FROM (
            SELECT unnest(tags), key FROM memories WHERE palace = %(palace)s
            EXCEPT SELECT tag, memory FROM memory_tags WHERE palace = %(palace)s
        ) t
    """,
    "tags in the index that no memory has": """
        SELECT count(*) FROM (
            SELECT tag, memory FROM memory_tags WHERE palace = %(palace)s
            EXCEPT SELECT unnest(tags), key FROM memories WHERE palace = %(palace)s
        ) t
    """,
}
_CHECKS = CheckSql(f"SELECT value FROM counters {_HERE} AND name = %(name)s", _COUNTERS, _PLACES, _PREDICATES, _COUNTS)
_TEXTS_AT_ONCE = 500


def complaints(database: Database, advance: Advance) -> Iterator[str]:
    """One sentence for each mismatch, naming what it is about. Nothing is yielded while a snapshot is held."""
    with database.reading():
        found = [*_index_complaints(database, advance), *disagreements(database, _CHECKS)]
    yield from found


def _index_complaints(database: Database, advance: Advance) -> Iterator[str]:
    step = counted_steps(advance, database.number(_WORDS))
    for things, (kind, text) in _TEXTS.items():
        unindexed, miscounted = _compared(database, _AFTER.format(things=things, kind=kind, text=text), step)
        others = (sql.format(things=things, kind=kind) for sql in (_STRAY, _MISCOUNTED))
        if unindexed or any(database.row(sql) is not None for sql in others):
            yield f"The text index does not agree with the {things}."
        if miscounted:
            yield f"Found {things} whose number of words is wrong: {miscounted}."


def _compared(database: Database, sql: str, step: Step) -> tuple[int, int]:
    """How many texts have fewer or more positions in the index than words are noted, and for how many that number is wrong."""
    unindexed = miscounted = after = 0
    while rows := database.rows(sql, {"after": after, "limit": _TEXTS_AT_ONCE}):
        unindexed += sum(words != places for _, _, words, places in rows)
        miscounted += sum(word_count(text) != words for _, text, words, _ in rows)
        after = rows[-1][0]
        step(sum(words for _, _, words, _ in rows))
    return unindexed, miscounted
