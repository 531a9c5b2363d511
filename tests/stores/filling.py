"""Fast bulk rows: a palace filled by plain SQL, for tests that look at PostgreSQL's plans."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import psycopg

ROWS = 8_000
"""How many memories; everything else is in proportion."""

_FILL = """
    INSERT INTO places (palace, id, wing, room, hall) OVERRIDING SYSTEM VALUE
    SELECT {p}, {base} + i, 'wing ' || i % 10, 'room ' || i, '' FROM generate_series(1, 100) i;

    INSERT INTO memories (
        palace, key, id, place_id, words, traits, embedded, created_at, ended_at, content_hash, importance, kind, user_id, author,
        conversation, position, source, chunk, added_by, accesses, tags, metadata, content
    ) OVERRIDING SYSTEM VALUE
    SELECT {p}, {base} + i, 'memory ' || i, {base} + 1 + i % 100, 10, 0, i % 100 > 0, i * 1000,
        CASE WHEN i % 20 = 0 THEN i * 1000 END, decode(md5(i::text), 'hex'), (i % 100) / 100.0, 'semantic',
        'user ' || i % 100, 'author ' || i % 100,
        'talk ' || i / 10, i % 10, 'file ' || i / 5, 0, '', 0, ARRAY['tag ' || i % 200], '{{}}', 'text ' || i
    FROM generate_series(1, {rows}) i;
    INSERT INTO place_counts (palace, place_id, count, ended_count, latest)
    SELECT palace, place_id, count(*) - count(ended_at), count(ended_at), max(created_at) FROM memories
    WHERE palace = {p} GROUP BY palace, place_id;
    INSERT INTO memory_tags (palace, tag, memory) SELECT {p}, 'tag ' || i % 200, {base} + i FROM generate_series(1, {rows}) i;
    INSERT INTO undreamt (palace, mark, memory) SELECT {p}, {base} + i, {base} + i FROM generate_series(1, {rows}) i;
    INSERT INTO closets (palace, keyword, memory) SELECT {p}, 'word ' || i % 300, {base} + i FROM generate_series(1, {rows}) i;
    INSERT INTO vectors (palace, memory, part, vector)
    SELECT {p}, {base} + i, 0, (SELECT array_agg(sin(i * j))::vector({dims})::halfvec FROM generate_series(1, {dims}) j)
    FROM generate_series(1, {rows}) i WHERE i % 100 > 0;

    INSERT INTO postings (palace, document, block, kind, word, places)
    SELECT {p}, {base} + i, 0, 'm', 'word' || (i * j) % 3000, '\\x0000' FROM generate_series(1, {rows}) i, generate_series(1, 7) j
    ON CONFLICT DO NOTHING;
    INSERT INTO terms (palace, kind, word, documents, places)
    SELECT palace, kind, word, count(*), count(*) FROM postings WHERE palace = {p} GROUP BY palace, kind, word;

    INSERT INTO entities (palace, key, id, folded, name, type, tags, created_at, updated_at, observations, observed_at)
    OVERRIDING SYSTEM VALUE
    SELECT {p}, {base} + i, 'entity ' || i, 'name_' || i, 'Name ' || i, 'type ' || i % 100, '{{}}', i * 1000, i * 1000, 2,
        i * 1000
    FROM generate_series(1, {rows} / 2) i;
    INSERT INTO entity_aliases (palace, folded, entity) SELECT {p}, 'alias_' || i, {base} + i
    FROM generate_series(1, {rows} / 2) i;
    INSERT INTO facts (
        palace, key, id, subject, predicate, predicate_folded, object, valid_from_start, valid_to_start, valid_to_end, confidence,
        weight, created_at
    ) OVERRIDING SYSTEM VALUE
    SELECT {p}, {base} + i, 'fact ' || i, {base} + 1 + i % ({rows} / 2), 'knows ' || i, 'knows ' || i,
        {base} + 1 + (i * 7) % ({rows} / 2), CASE WHEN i % 2 = 0 THEN i END, CASE WHEN i % 5 = 0 THEN i END,
        CASE WHEN i % 5 = 0 THEN i + 1 END, 1, 1, i
    FROM generate_series(1, {rows}) i;
    INSERT INTO mentions (palace, memory, entity)
    SELECT {p}, {base} + i, {base} + 1 + (i * 3) % ({rows} / 2) FROM generate_series(1, {rows}) i;
    INSERT INTO observations (palace, key, entity, ordinal, words, embedded, created_at, updated_at, content)
    OVERRIDING SYSTEM VALUE
    SELECT {p}, {base} + i, {base} + 1 + i % ({rows} / 2), i / ({rows} / 2), 5, i % 100 > 0, i, i, 'observation ' || i
    FROM generate_series(1, {rows}) i;
    INSERT INTO observation_vectors (palace, observation, perspective, part, vector)
    SELECT v.palace, v.memory, p.key, 0, v.vector FROM vectors v JOIN perspectives p ON p.palace = v.palace AND p.name = 'general'
    WHERE v.palace = {p};
    INSERT INTO observation_mentions (palace, node, entity, observation)
    SELECT {p}, {base} + 1 + i % ({rows} / 2), {base} + 1 + (i * 3) % ({rows} / 2), {base} + i FROM generate_series(1, {rows}) i;
    INSERT INTO events (palace, entity, operation, at) SELECT {p}, {base} + 1 + i % ({rows} / 2), 'set_tags', i * 1000
    FROM generate_series(1, {rows}) i;
    INSERT INTO changes (palace, seq, kind, id, operation, at, actor, act)
    SELECT {p}, i, 'memory', 'memory ' || i, 'add', i, '', i
    FROM generate_series(1, {rows}) i;

    INSERT INTO projects (palace, key, id, root, created_at) OVERRIDING SYSTEM VALUE
    SELECT {p}, {base} + i, 'project ' || i, 'root ' || i, 0 FROM generate_series(1, 50) i;
    INSERT INTO files (palace, key, project, path, language, size, modified_ns, digest) OVERRIDING SYSTEM VALUE
    SELECT {p}, {base} + i, {base} + 1 + i % 50, 'path ' || i, 'python', 0, 0, '' FROM generate_series(1, {rows} / 4) i;
    INSERT INTO chunks (
        palace, key, id, file, project, start_line, end_line, part, words, embedded, kind, name, enclosing, heading, content
    ) OVERRIDING SYSTEM VALUE
    SELECT {p}, {base} + i, 'chunk ' || i, {base} + 1 + i % ({rows} / 4), {base} + 1 + i % 50, 1, 2, 0, 5, i % 100 > 0,
        'function', 'Name' || i / 2, '[]', '', 'text'
    FROM generate_series(1, {rows}) i;
    INSERT INTO sources (palace, path, digest, size, modified_ns, mode, wing, shape, drawers, mined_at, twin_of)
    SELECT {p}, '/home/' || i % 100 || '/' || i, decode(md5(i::text), 'hex'), 0, 0, 'mine', '', '', 1, 0,
        CASE WHEN i % 10 = 0 THEN '/home/' || i END
    FROM generate_series(1, {rows}) i;
    UPDATE counters SET value = {rows} WHERE palace = {p} AND name IN (
        'memories', 'words', 'embedded', 'vectors', 'entities', 'facts', 'current_facts', 'observations', 'observation_words',
        'observations_embedded', 'chunks', 'chunk_words', 'chunks_embedded', 'changes'
    );
"""


def fill(administrator: "psycopg.Connection[tuple[object, ...]]", palace: int, base: int, dims: int) -> None:
    """Fill a palace behind the back of triggers and references; rows are counted from `base`."""
    administrator.execute("SET session_replication_role = replica")
    administrator.execute(_FILL.format(p=palace, base=base, rows=ROWS, dims=dims).encode())
