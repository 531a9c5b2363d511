-- All palaces of a database: memories and their words, vectors, counters and the change log. Other files follow.
--
-- Every table leads with its palace, in keys, references and indexes: nothing is ever looked up across palaces, and the whole
-- schema can be spread over machines by palace. Times are microseconds since 1970 in UTC. Texts compare by their bytes.
-- Triggers keep everything derived in step, inside the same transaction; what they need to know of it, the program sets
-- in each transaction: simonides.palace, simonides.actor and simonides.now.

CREATE FUNCTION current_palace() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT nullif(current_setting('simonides.palace', true), '')::bigint
$$;

CREATE FUNCTION current_actor() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(current_setting('simonides.actor', true), '')
$$;

CREATE FUNCTION now_us() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT current_setting('simonides.now')::bigint
$$;

CREATE TABLE palaces (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    description text NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE meta (
    palace bigint NOT NULL REFERENCES palaces (id) ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (palace, key)
);

-- Rewritten by every write, in place as long as there is room on the page.
CREATE TABLE counters (
    palace bigint NOT NULL REFERENCES palaces (id) ON DELETE CASCADE,
    name text COLLATE "C" NOT NULL,
    value bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (palace, name)
) WITH (fillfactor = 50);

CREATE TABLE changes (
    palace bigint NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    id text NOT NULL,
    -- The row of the memory, entity or fact; for a vector the row of its memory. NULL: all of that kind.
    row bigint,
    operation text NOT NULL,
    at bigint NOT NULL,
    actor text NOT NULL,
    PRIMARY KEY (palace, seq)
);

-- Where memories stand.

CREATE TABLE places (
    palace bigint NOT NULL REFERENCES palaces (id) ON DELETE CASCADE,
    id bigint GENERATED ALWAYS AS IDENTITY,
    wing text COLLATE "C" NOT NULL,
    room text COLLATE "C" NOT NULL,
    hall text COLLATE "C" NOT NULL,
    PRIMARY KEY (palace, id),
    UNIQUE (palace, wing, room, hall)
);

CREATE TABLE place_counts (
    palace bigint NOT NULL,
    place_id bigint NOT NULL,
    count bigint NOT NULL,
    ended_count bigint NOT NULL,
    latest bigint,
    PRIMARY KEY (palace, place_id),
    FOREIGN KEY (palace, place_id) REFERENCES places (palace, id) ON DELETE CASCADE
) WITH (fillfactor = 50);

CREATE TABLE memories (
    palace bigint NOT NULL,
    key bigint GENERATED ALWAYS AS IDENTITY,
    id text COLLATE "C" NOT NULL,
    place_id bigint NOT NULL,
    words integer NOT NULL,
    traits integer NOT NULL,
    speaker text,
    embedded boolean NOT NULL DEFAULT false,
    created_at bigint NOT NULL,
    ended_at bigint,
    content_hash bytea NOT NULL,
    importance double precision NOT NULL,
    kind text NOT NULL,
    user_id text COLLATE "C",
    author text COLLATE "C",
    role text,
    conversation text COLLATE "C",
    position bigint,
    event_time bigint,
    source text COLLATE "C",
    chunk bigint NOT NULL,
    added_by text NOT NULL,
    valid_from bigint,
    end_reason text,
    superseded_by text,
    accesses bigint NOT NULL,
    accessed_at bigint,
    tags text[] NOT NULL,
    metadata text NOT NULL,
    content text NOT NULL,
    PRIMARY KEY (palace, key),
    UNIQUE (palace, id),
    FOREIGN KEY (palace, place_id) REFERENCES places (palace, id)
);

CREATE INDEX memories_by_time ON memories (palace, created_at, key) WHERE ended_at IS NULL;
CREATE INDEX memories_by_creation ON memories (palace, created_at, key);
CREATE INDEX memories_by_place ON memories (palace, place_id, created_at, key) WHERE ended_at IS NULL;
CREATE INDEX memories_by_importance ON memories (palace, importance, created_at, key) WHERE ended_at IS NULL;
CREATE INDEX memories_by_text ON memories (palace, content_hash);
CREATE INDEX memories_pending ON memories (palace, key) WHERE NOT embedded;
-- Paths and names of people have no bound that a sorted index could hold.
CREATE INDEX memories_by_user ON memories USING hash (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX memories_by_author ON memories USING hash (author) WHERE author IS NOT NULL;
CREATE INDEX memories_by_source ON memories USING hash (source) WHERE source IS NOT NULL;
CREATE INDEX memories_by_conversation ON memories (palace, conversation, position, words) WHERE conversation IS NOT NULL;

CREATE TABLE memory_tags (
    palace bigint NOT NULL,
    tag text COLLATE "C" NOT NULL,
    memory bigint NOT NULL,
    PRIMARY KEY (palace, tag, memory),
    FOREIGN KEY (palace, memory) REFERENCES memories (palace, key) ON DELETE CASCADE
);

CREATE INDEX memory_tags_by_memory ON memory_tags (palace, memory);

-- Vectors of any length stand in one column; each length in use gets an index of its own when an embedder claims a palace.

CREATE TABLE vectors (
    palace bigint NOT NULL,
    memory bigint NOT NULL,
    part integer NOT NULL,
    dims integer NOT NULL GENERATED ALWAYS AS (vector_dims(vector)) STORED,
    vector halfvec NOT NULL,
    PRIMARY KEY (palace, memory, part),
    FOREIGN KEY (palace, memory) REFERENCES memories (palace, key) ON DELETE CASCADE
);

-- The text index: our own words, which the program supplies. One row says where a word stands in a stretch of 512 places of a
-- text, as two bytes per place; the index holds it all, so that reading a word reads no table. Kinds: m(emory), o(bservation), c(hunk).

CREATE TABLE postings (
    palace bigint NOT NULL,
    document bigint NOT NULL,
    block integer NOT NULL,
    kind "char" NOT NULL,
    word text COLLATE "C" NOT NULL,
    places bytea NOT NULL,
    PRIMARY KEY (palace, kind, word, document, block) INCLUDE (places)
);

-- Many rows with the same document: the index keeps each document once. The kind is left out here, and compared as a text by
-- whoever looks for a document, so that no plan takes one index for the other before there are statistics.
CREATE INDEX postings_by_document ON postings (palace, document);

CREATE TABLE terms (
    palace bigint NOT NULL,
    kind "char" NOT NULL,
    word text COLLATE "C" NOT NULL,
    documents bigint NOT NULL,
    places bigint NOT NULL,
    PRIMARY KEY (palace, kind, word)
) WITH (fillfactor = 80);

-- What every trigger does.

CREATE FUNCTION count_up(names text[], amounts bigint[]) RETURNS void LANGUAGE sql AS $$
    UPDATE counters c SET value = c.value + a.amount FROM unnest(names, amounts) AS a (name, amount)
    WHERE c.palace = current_palace() AND c.name = a.name AND a.amount <> 0
$$;

-- The palace's own writers wait for each other, so numbers are given out in the order of commits.
CREATE FUNCTION log_changes(kind text, ids text[], keys bigint[], operation text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    last bigint;
BEGIN
    IF coalesce(cardinality(ids), 0) = 0 THEN
        RETURN;
    END IF;
    UPDATE counters c SET value = c.value + cardinality(ids) WHERE c.palace = current_palace() AND c.name = 'changes'
    RETURNING c.value INTO last;
    INSERT INTO changes
    SELECT current_palace(), last - cardinality(ids) + n.number, kind, n.id, n.key, operation, now_us(), current_actor()
    FROM unnest(ids, keys) WITH ORDINALITY AS n (id, key, number);
END
$$;

CREATE FUNCTION on_palace_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('simonides.palace', new.id::text, true);
    INSERT INTO counters (palace, name) SELECT new.id, unnest(ARRAY[
        'changes', 'memories', 'ended', 'words', 'embedded', 'vectors', 'entities', 'facts', 'current_facts',
        'dreams', 'dream_ms', 'dream_embedded', 'dream_merged', 'dream_closets', 'dream_trimmed',
        'observations', 'observation_words', 'observations_embedded', 'chunks', 'chunk_words', 'chunks_embedded'
    ]);
    RETURN NULL;
END
$$;

CREATE TRIGGER palace_added AFTER INSERT ON palaces FOR EACH ROW EXECUTE FUNCTION on_palace_added();

-- What follows the words of a text.

CREATE FUNCTION on_postings_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO terms AS t (palace, kind, word, documents, places)
    SELECT palace, kind, word, count(DISTINCT document), sum(octet_length(places) / 2) FROM added GROUP BY palace, kind, word
    ON CONFLICT (palace, kind, word) DO UPDATE SET
        documents = t.documents + excluded.documents, places = t.places + excluded.places;
    RETURN NULL;
END
$$;

CREATE TRIGGER postings_added AFTER INSERT ON postings
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION on_postings_added();

-- A word that no text holds any longer stays, with nothing: it will be back.
CREATE FUNCTION on_postings_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE terms t SET documents = t.documents - g.documents, places = t.places - g.places FROM (
        SELECT palace, kind, word, count(DISTINCT document) AS documents, sum(octet_length(places) / 2) AS places
        FROM gone GROUP BY palace, kind, word
    ) g WHERE (t.palace, t.kind, t.word) = (g.palace, g.kind, g.word);
    RETURN NULL;
END
$$;

CREATE TRIGGER postings_deleted AFTER DELETE ON postings
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION on_postings_deleted();

-- What follows a memory.

CREATE FUNCTION on_memory_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO memory_tags (palace, tag, memory) SELECT DISTINCT palace, unnest(tags), key FROM added;
    PERFORM count_up(
        ARRAY['memories', 'words', 'embedded', 'ended'],
        ARRAY[count(*), coalesce(sum(words), 0), count(*) FILTER (WHERE embedded), count(ended_at)]
    ) FROM added;
    INSERT INTO place_counts AS c (palace, place_id, count, ended_count, latest)
    SELECT palace, place_id, count(*) - count(ended_at), count(ended_at), max(created_at) FILTER (WHERE ended_at IS NULL)
    FROM added GROUP BY palace, place_id
    ON CONFLICT (palace, place_id) DO UPDATE SET
        count = c.count + excluded.count,
        ended_count = c.ended_count + excluded.ended_count,
        latest = greatest(c.latest, excluded.latest);
    PERFORM log_changes('memory', array_agg(id ORDER BY key), array_agg(key ORDER BY key), 'add') FROM added;
    RETURN NULL;
END
$$;

CREATE TRIGGER memory_added AFTER INSERT ON memories
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION on_memory_added();

CREATE FUNCTION on_memory_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM postings p USING gone g WHERE p.palace = g.palace AND p.kind::text = 'm' AND p.document = g.key;
    PERFORM count_up(
        ARRAY['memories', 'words', 'embedded', 'ended'],
        ARRAY[-count(*), -coalesce(sum(words), 0), -count(*) FILTER (WHERE embedded), -count(ended_at)]
    ) FROM gone;
    UPDATE place_counts c SET
        count = c.count - g.count,
        ended_count = c.ended_count - g.ended_count,
        latest = (
            SELECT max(m.created_at) FROM memories m
            WHERE m.palace = c.palace AND m.place_id = c.place_id AND m.ended_at IS NULL
        )
    FROM (
        SELECT palace, place_id, count(*) - count(ended_at) AS count, count(ended_at) AS ended_count
        FROM gone GROUP BY palace, place_id
    ) g WHERE c.palace = g.palace AND c.place_id = g.place_id;
    PERFORM log_changes('memory', array_agg(id ORDER BY key), array_agg(key ORDER BY key), 'delete') FROM gone;
    RETURN NULL;
END
$$;

CREATE TRIGGER memory_deleted AFTER DELETE ON memories
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION on_memory_deleted();

CREATE FUNCTION on_memory_tags_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM memory_tags WHERE palace = old.palace AND memory = old.key;
    INSERT INTO memory_tags (palace, tag, memory) SELECT DISTINCT new.palace, unnest(new.tags), new.key;
    RETURN NULL;
END
$$;

CREATE TRIGGER memory_tags_changed AFTER UPDATE OF tags ON memories FOR EACH ROW
WHEN (old.tags <> new.tags) EXECUTE FUNCTION on_memory_tags_changed();

CREATE FUNCTION on_memory_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(ARRAY['ended'], ARRAY[(new.ended_at IS NOT NULL)::int - (old.ended_at IS NOT NULL)::int]);
    INSERT INTO place_counts (palace, place_id, count, ended_count) VALUES (new.palace, new.place_id, 0, 0)
    ON CONFLICT (palace, place_id) DO NOTHING;
    UPDATE place_counts c SET
        count = c.count
            + (c.place_id = new.place_id AND new.ended_at IS NULL)::int - (c.place_id = old.place_id AND old.ended_at IS NULL)::int,
        ended_count = c.ended_count
            + (c.place_id = new.place_id AND new.ended_at IS NOT NULL)::int
            - (c.place_id = old.place_id AND old.ended_at IS NOT NULL)::int,
        latest = (
            SELECT max(m.created_at) FROM memories m
            WHERE m.palace = c.palace AND m.place_id = c.place_id AND m.ended_at IS NULL
        )
    WHERE c.palace = new.palace AND c.place_id IN (old.place_id, new.place_id);
    RETURN NULL;
END
$$;

CREATE TRIGGER memory_moved AFTER UPDATE OF place_id, created_at, ended_at ON memories FOR EACH ROW
WHEN (old.place_id <> new.place_id OR old.created_at <> new.created_at OR old.ended_at IS DISTINCT FROM new.ended_at)
EXECUTE FUNCTION on_memory_moved();

-- Once for all rows: a transaction steps over every version of a counter that it wrote itself.
CREATE FUNCTION on_memories_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(ARRAY['words', 'embedded'], ARRAY[n.words - o.words, n.embedded - o.embedded])
    FROM (SELECT coalesce(sum(words), 0) AS words, count(*) FILTER (WHERE embedded) AS embedded FROM after) n,
        (SELECT coalesce(sum(words), 0) AS words, count(*) FILTER (WHERE embedded) AS embedded FROM before) o;
    RETURN NULL;
END
$$;

CREATE TRIGGER memories_counted AFTER UPDATE ON memories
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION on_memories_counted();

CREATE FUNCTION on_memory_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM log_changes('memory', ARRAY[new.id], ARRAY[new.key], 'change');
    RETURN NULL;
END
$$;

-- Recalling a memory or embedding it is no change of the memory itself.
CREATE TRIGGER memory_changed AFTER UPDATE OF content, place_id, created_at, importance, kind, user_id, author, role, conversation,
    position, event_time, source, chunk, added_by, tags, metadata, valid_from, ended_at, end_reason, superseded_by ON memories
FOR EACH ROW EXECUTE FUNCTION on_memory_changed();

CREATE FUNCTION on_vectors_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(ARRAY['vectors'], ARRAY[count(*)]) FROM added;
    -- One line for all parts: readers take the vectors of a memory together.
    PERFORM log_changes('vector', array_agg(m.id ORDER BY m.key), array_agg(m.key ORDER BY m.key), 'add')
    FROM added a JOIN memories m ON m.palace = a.palace AND m.key = a.memory WHERE a.part = 0;
    RETURN NULL;
END
$$;

CREATE TRIGGER vectors_added AFTER INSERT ON vectors
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION on_vectors_added();

CREATE FUNCTION on_vectors_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(ARRAY['vectors'], ARRAY[-count(*)]) FROM gone;
    RETURN NULL;
END
$$;

CREATE TRIGGER vectors_deleted AFTER DELETE ON vectors
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION on_vectors_deleted();
