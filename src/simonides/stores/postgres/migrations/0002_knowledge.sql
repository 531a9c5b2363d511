-- Knowledge: entities, facts between them, what was observed of them, and the perspectives from which that is embedded.

CREATE TABLE entities (
    palace bigint NOT NULL REFERENCES palaces (id) ON DELETE CASCADE,
    key bigint GENERATED ALWAYS AS IDENTITY,
    id text COLLATE "C" NOT NULL,
    folded text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    -- ASCII letters alone are folded. A function in a condition could not use an index behind the row policies.
    type_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(type COLLATE "C")) STORED,
    summary text,
    summary_updated_at bigint,
    tags text[] NOT NULL,
    user_id text COLLATE "C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    -- The counter of ordinals only grows, so that no ordinal ever means two things.
    next_ordinal bigint NOT NULL DEFAULT 0,
    observations bigint NOT NULL DEFAULT 0,
    observed_at bigint,
    PRIMARY KEY (palace, key),
    UNIQUE (palace, id),
    UNIQUE (palace, folded)
);

CREATE INDEX entities_by_type ON entities (palace, type_folded, folded);
CREATE INDEX entities_by_update ON entities (palace, updated_at, key);

CREATE TABLE facts (
    palace bigint NOT NULL,
    key bigint GENERATED ALWAYS AS IDENTITY,
    id text COLLATE "C" NOT NULL,
    subject bigint NOT NULL,
    predicate text COLLATE "C" NOT NULL,
    predicate_folded text COLLATE "C" NOT NULL,
    object bigint NOT NULL,
    valid_from_text text,
    valid_from_start bigint,
    valid_from_end bigint,
    valid_to_text text,
    valid_to_start bigint,
    valid_to_end bigint,
    confidence double precision NOT NULL,
    weight double precision NOT NULL,
    source text,
    created_at bigint NOT NULL,
    PRIMARY KEY (palace, key),
    UNIQUE (palace, id),
    FOREIGN KEY (palace, subject) REFERENCES entities (palace, key) ON DELETE CASCADE,
    FOREIGN KEY (palace, object) REFERENCES entities (palace, key) ON DELETE CASCADE
);

-- A walk reads current facts in both directions from these two indexes alone.
CREATE UNIQUE INDEX facts_current ON facts (palace, subject, predicate_folded, object) WHERE valid_to_end IS NULL;
CREATE INDEX facts_current_incoming ON facts (palace, object, subject) WHERE valid_to_end IS NULL;
CREATE INDEX facts_outgoing ON facts (palace, subject, created_at);
CREATE INDEX facts_incoming ON facts (palace, object, created_at);
-- Undated facts come last: the largest integer stands for no beginning.
CREATE INDEX facts_by_beginning ON facts (palace, coalesce(valid_from_start, 9223372036854775807), key);

CREATE TABLE predicate_counts (
    palace bigint NOT NULL,
    folded text COLLATE "C" NOT NULL,
    predicate text COLLATE "C" NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (palace, folded)
) WITH (fillfactor = 50);

CREATE TABLE mentions (
    palace bigint NOT NULL,
    memory bigint NOT NULL,
    entity bigint NOT NULL,
    PRIMARY KEY (palace, memory, entity),
    FOREIGN KEY (palace, memory) REFERENCES memories (palace, key) ON DELETE CASCADE,
    FOREIGN KEY (palace, entity) REFERENCES entities (palace, key) ON DELETE CASCADE
);

CREATE INDEX mentions_by_entity ON mentions (palace, entity, memory);

CREATE TABLE observations (
    palace bigint NOT NULL,
    key bigint GENERATED ALWAYS AS IDENTITY,
    entity bigint NOT NULL,
    ordinal bigint NOT NULL,
    words integer NOT NULL,
    -- Whether it has a vector from every perspective.
    embedded boolean NOT NULL DEFAULT false,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    content text NOT NULL,
    -- For people who query the database themselves. The program searches its own words (`postings`): they reach to the end of
    -- any text, and behind row policies no index over a tsvector may be used.
    text tsvector GENERATED ALWAYS AS (to_tsvector('simple', left(content, 100000))) STORED,
    PRIMARY KEY (palace, key),
    UNIQUE (palace, entity, ordinal),
    FOREIGN KEY (palace, entity) REFERENCES entities (palace, key) ON DELETE CASCADE
);

CREATE INDEX observations_pending ON observations (palace, key) WHERE NOT embedded;
CREATE INDEX observations_by_text ON observations USING gin (text);

-- Which entities an observation names; the node it belongs to stands beside, so that gaps are counted from this table alone.

CREATE TABLE observation_mentions (
    palace bigint NOT NULL,
    node bigint NOT NULL,
    entity bigint NOT NULL,
    observation bigint NOT NULL,
    PRIMARY KEY (palace, node, entity, observation),
    FOREIGN KEY (palace, node) REFERENCES entities (palace, key) ON DELETE CASCADE,
    FOREIGN KEY (palace, entity) REFERENCES entities (palace, key) ON DELETE CASCADE,
    FOREIGN KEY (palace, observation) REFERENCES observations (palace, key) ON DELETE CASCADE
);

CREATE INDEX observation_mentions_by_observation ON observation_mentions (palace, observation);
CREATE INDEX observation_mentions_by_entity ON observation_mentions (palace, entity);

-- A perspective's instruction goes before the text, and before the question.

CREATE TABLE perspectives (
    palace bigint NOT NULL REFERENCES palaces (id) ON DELETE CASCADE,
    key bigint GENERATED ALWAYS AS IDENTITY,
    name text COLLATE "C" NOT NULL,
    instruction text NOT NULL,
    PRIMARY KEY (palace, key),
    UNIQUE (palace, name)
);

CREATE FUNCTION on_palace_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO perspectives (palace, name, instruction) VALUES
        (new.id, 'general', ''), (new.id, 'technical', '(technical) '), (new.id, 'relational', '(people) '),
        (new.id, 'temporal', '(time) '), (new.id, 'project', '(project) ');
    RETURN NULL;
END
$$;

-- Triggers fire in the order of their names: `palace_added` has told whose rows these are.
CREATE TRIGGER palace_seen AFTER INSERT ON palaces FOR EACH ROW EXECUTE FUNCTION on_palace_seen();

CREATE TABLE observation_vectors (
    palace bigint NOT NULL,
    observation bigint NOT NULL,
    perspective bigint NOT NULL,
    part integer NOT NULL,
    dims integer NOT NULL GENERATED ALWAYS AS (vector_dims(vector)) STORED,
    vector halfvec NOT NULL,
    PRIMARY KEY (palace, observation, perspective, part),
    FOREIGN KEY (palace, observation) REFERENCES observations (palace, key) ON DELETE CASCADE,
    FOREIGN KEY (palace, perspective) REFERENCES perspectives (palace, key) ON DELETE CASCADE
);

CREATE INDEX observation_vectors_by_perspective ON observation_vectors (palace, perspective, observation);

-- The mean of a node's vectors, of unit length.

CREATE TABLE node_vectors (
    palace bigint NOT NULL,
    entity bigint NOT NULL,
    perspective bigint NOT NULL,
    part integer NOT NULL DEFAULT 0,
    dims integer NOT NULL GENERATED ALWAYS AS (vector_dims(vector)) STORED,
    vector halfvec NOT NULL,
    PRIMARY KEY (palace, entity, perspective, part),
    FOREIGN KEY (palace, entity) REFERENCES entities (palace, key) ON DELETE CASCADE,
    FOREIGN KEY (palace, perspective) REFERENCES perspectives (palace, key) ON DELETE CASCADE
);

CREATE INDEX node_vectors_by_perspective ON node_vectors (palace, perspective, entity);

-- What happened to a node; it goes with the node. Only that a node was deleted belongs to nobody and stays.

CREATE TABLE events (
    palace bigint NOT NULL,
    key bigint GENERATED ALWAYS AS IDENTITY,
    entity bigint,
    operation text COLLATE "C" NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (palace, key),
    FOREIGN KEY (palace, entity) REFERENCES entities (palace, key) ON DELETE CASCADE
);

CREATE INDEX events_by_entity ON events (palace, entity);
CREATE INDEX events_by_time ON events (palace, at, operation);

-- What follows an entity.

CREATE FUNCTION on_entity_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(ARRAY['entities'], ARRAY[count(*)]) FROM added;
    INSERT INTO events (palace, entity, operation, at) SELECT palace, key, 'create_node', now_us() FROM added ORDER BY key;
    PERFORM log_changes('entity', array_agg(id ORDER BY key), array_agg(key ORDER BY key), 'add') FROM added;
    RETURN NULL;
END
$$;

CREATE TRIGGER entity_added AFTER INSERT ON entities
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION on_entity_added();

CREATE FUNCTION on_entity_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(ARRAY['entities'], ARRAY[-count(*)]) FROM gone;
    INSERT INTO events (palace, entity, operation, at) SELECT palace, NULL, 'delete_node', now_us() FROM gone ORDER BY key;
    PERFORM log_changes('entity', array_agg(id ORDER BY key), array_agg(key ORDER BY key), 'delete') FROM gone;
    RETURN NULL;
END
$$;

CREATE TRIGGER entity_deleted AFTER DELETE ON entities
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION on_entity_deleted();

CREATE FUNCTION on_entity_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF old.summary IS DISTINCT FROM new.summary THEN
        INSERT INTO events (palace, entity, operation, at) VALUES (new.palace, new.key, 'set_summary', now_us());
    END IF;
    IF old.tags <> new.tags THEN
        INSERT INTO events (palace, entity, operation, at) VALUES (new.palace, new.key, 'set_tags', now_us());
    END IF;
    PERFORM log_changes('entity', ARRAY[new.id], ARRAY[new.key], 'change');
    RETURN NULL;
END
$$;

-- Counting a node's observations is no change of the node that others need to hear of: the observations say so themselves.
CREATE TRIGGER entity_changed
AFTER UPDATE OF folded, name, type, summary, summary_updated_at, tags, user_id, created_at ON entities
FOR EACH ROW EXECUTE FUNCTION on_entity_changed();

-- What follows a fact.

CREATE FUNCTION on_fact_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(ARRAY['facts', 'current_facts'], ARRAY[count(*), count(*) - count(valid_to_end)]) FROM added;
    INSERT INTO predicate_counts AS c (palace, folded, predicate, count)
    SELECT palace, predicate_folded, (array_agg(predicate ORDER BY key))[1], count(*) FROM added GROUP BY palace, predicate_folded
    ON CONFLICT (palace, folded) DO UPDATE SET count = c.count + excluded.count;
    INSERT INTO events (palace, entity, operation, at) SELECT palace, subject, 'create_relation', now_us() FROM added ORDER BY key;
    PERFORM log_changes('fact', array_agg(id ORDER BY key), array_agg(key ORDER BY key), 'add') FROM added;
    RETURN NULL;
END
$$;

CREATE TRIGGER fact_added AFTER INSERT ON facts
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION on_fact_added();

CREATE FUNCTION on_fact_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(ARRAY['facts', 'current_facts'], ARRAY[-count(*), count(valid_to_end) - count(*)]) FROM gone;
    UPDATE predicate_counts c SET count = c.count - g.count
    FROM (SELECT palace, predicate_folded, count(*) AS count FROM gone GROUP BY palace, predicate_folded) g
    WHERE c.palace = g.palace AND c.folded = g.predicate_folded;
    DELETE FROM predicate_counts c USING gone g WHERE c.palace = g.palace AND c.folded = g.predicate_folded AND c.count = 0;
    INSERT INTO events (palace, entity, operation, at)
    SELECT e.palace, e.key, 'delete_relation', now_us() FROM gone g JOIN entities e ON e.palace = g.palace AND e.key = g.subject
    ORDER BY g.key;
    PERFORM log_changes('fact', array_agg(id ORDER BY key), array_agg(key ORDER BY key), 'delete') FROM gone;
    RETURN NULL;
END
$$;

CREATE TRIGGER fact_deleted AFTER DELETE ON facts
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION on_fact_deleted();

CREATE FUNCTION on_fact_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(ARRAY['current_facts'], ARRAY[(new.valid_to_end IS NULL)::int - (old.valid_to_end IS NULL)::int]);
    IF old.valid_to_end IS NULL AND new.valid_to_end IS NOT NULL THEN
        INSERT INTO events (palace, entity, operation, at) VALUES (new.palace, new.subject, 'end_relation', now_us());
    END IF;
    IF old.predicate <> new.predicate OR old.predicate_folded <> new.predicate_folded THEN
        UPDATE predicate_counts SET count = count - 1 WHERE palace = old.palace AND folded = old.predicate_folded;
        DELETE FROM predicate_counts WHERE palace = old.palace AND folded = old.predicate_folded AND count = 0;
        INSERT INTO predicate_counts AS c (palace, folded, predicate, count)
        VALUES (new.palace, new.predicate_folded, new.predicate, 1)
        ON CONFLICT (palace, folded) DO UPDATE SET count = c.count + 1;
        INSERT INTO events (palace, entity, operation, at) VALUES (new.palace, new.subject, 'update_relation_type', now_us());
    END IF;
    PERFORM log_changes('fact', ARRAY[new.id], ARRAY[new.key], 'change');
    RETURN NULL;
END
$$;

CREATE TRIGGER fact_changed AFTER UPDATE ON facts FOR EACH ROW EXECUTE FUNCTION on_fact_changed();

-- What follows an observation. Its own times are noted on the node, so that what is imported keeps the times it had.

CREATE FUNCTION on_observation_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(
        ARRAY['observations', 'observation_words', 'observations_embedded'],
        ARRAY[count(*), coalesce(sum(words), 0), count(*) FILTER (WHERE embedded)]
    ) FROM added;
    UPDATE entities e SET
        observations = e.observations + a.count,
        next_ordinal = greatest(e.next_ordinal, a.next_ordinal),
        observed_at = greatest(e.observed_at, a.updated_at),
        updated_at = greatest(e.updated_at, a.updated_at)
    FROM (
        SELECT palace, entity, count(*) AS count, max(ordinal) + 1 AS next_ordinal, max(updated_at) AS updated_at
        FROM added GROUP BY palace, entity
    ) a WHERE e.palace = a.palace AND e.key = a.entity;
    INSERT INTO events (palace, entity, operation, at) SELECT palace, entity, 'add_observation', now_us() FROM added ORDER BY key;
    PERFORM log_changes(
        'observation', array_agg(e.id || '/' || a.ordinal ORDER BY a.key), array_agg(a.key ORDER BY a.key), 'add'
    ) FROM added a JOIN entities e ON e.palace = a.palace AND e.key = a.entity;
    RETURN NULL;
END
$$;

CREATE TRIGGER observation_added AFTER INSERT ON observations
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION on_observation_added();

CREATE FUNCTION on_observation_replaced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE entities e SET observed_at = greatest(e.observed_at, new.updated_at), updated_at = greatest(e.updated_at, new.updated_at)
    WHERE e.palace = new.palace AND e.key = new.entity;
    INSERT INTO events (palace, entity, operation, at) VALUES (new.palace, new.entity, 'replace_observation', now_us());
    PERFORM log_changes('observation', ARRAY[e.id || '/' || new.ordinal], ARRAY[new.key], 'change')
    FROM entities e WHERE e.palace = new.palace AND e.key = new.entity;
    RETURN NULL;
END
$$;

CREATE TRIGGER observation_replaced AFTER UPDATE OF content ON observations FOR EACH ROW
WHEN (old.content <> new.content) EXECUTE FUNCTION on_observation_replaced();

CREATE FUNCTION on_observation_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM postings p USING gone g WHERE p.palace = g.palace AND p.kind::text = 'o' AND p.document = g.key;
    PERFORM count_up(
        ARRAY['observations', 'observation_words', 'observations_embedded'],
        ARRAY[-count(*), -coalesce(sum(words), 0), -count(*) FILTER (WHERE embedded)]
    ) FROM gone;
    UPDATE entities e SET observations = e.observations - g.count, updated_at = greatest(e.updated_at, now_us())
    FROM (SELECT palace, entity, count(*) AS count FROM gone GROUP BY palace, entity) g
    WHERE e.palace = g.palace AND e.key = g.entity;
    INSERT INTO events (palace, entity, operation, at)
    SELECT e.palace, e.key, 'delete_observation', now_us() FROM gone g JOIN entities e ON e.palace = g.palace AND e.key = g.entity
    ORDER BY g.key;
    -- The node itself may be gone by now; whoever follows the log goes by the row.
    PERFORM log_changes(
        'observation', array_agg(coalesce(e.id, '') || '/' || g.ordinal ORDER BY g.key), array_agg(g.key ORDER BY g.key), 'delete'
    ) FROM gone g LEFT JOIN entities e ON e.palace = g.palace AND e.key = g.entity;
    RETURN NULL;
END
$$;

CREATE TRIGGER observation_deleted AFTER DELETE ON observations
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION on_observation_deleted();

CREATE FUNCTION on_observations_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(
        ARRAY['observation_words', 'observations_embedded'], ARRAY[n.words - o.words, n.embedded - o.embedded]
    )
    FROM (SELECT coalesce(sum(words), 0) AS words, count(*) FILTER (WHERE embedded) AS embedded FROM after) n,
        (SELECT coalesce(sum(words), 0) AS words, count(*) FILTER (WHERE embedded) AS embedded FROM before) o;
    -- One line for all perspectives and parts: readers take the vectors of an observation together.
    PERFORM log_changes(
        'observation_vector', array_agg(e.id || '/' || n.ordinal ORDER BY n.key), array_agg(n.key ORDER BY n.key), 'add'
    )
    FROM after n JOIN before o ON o.palace = n.palace AND o.key = n.key
    JOIN entities e ON e.palace = n.palace AND e.key = n.entity WHERE n.embedded AND NOT o.embedded;
    RETURN NULL;
END
$$;

CREATE TRIGGER observations_counted AFTER UPDATE ON observations
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION on_observations_counted();
