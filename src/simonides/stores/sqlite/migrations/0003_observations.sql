-- Nodes: entities with observations, the perspectives from which those are embedded, and the events of each node.

-- The counter of ordinals only grows, so that no ordinal ever means two things.
ALTER TABLE entities ADD COLUMN next_ordinal INTEGER NOT NULL DEFAULT 0;
ALTER TABLE entities ADD COLUMN observations INTEGER NOT NULL DEFAULT 0;
ALTER TABLE entities ADD COLUMN observed_at INTEGER;

CREATE INDEX entities_by_type ON entities (type COLLATE NOCASE, folded);
CREATE INDEX entities_by_update ON entities (updated_at);

INSERT INTO counters (name, value) VALUES ('observations', 0), ('observation_words', 0), ('observations_embedded', 0);

CREATE TABLE observations (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    entity INTEGER NOT NULL REFERENCES entities (key) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    words INTEGER NOT NULL,
    -- Whether it has a vector from every perspective.
    embedded INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    content TEXT NOT NULL,
    UNIQUE (entity, ordinal)
);

CREATE INDEX observations_pending ON observations (embedded) WHERE embedded = 0;

CREATE VIEW observation_words AS SELECT key, words(content) AS words FROM observations;

CREATE VIRTUAL TABLE observation_text USING fts5 (
    words, content = 'observation_words', content_rowid = 'key', columnsize = 0, tokenize = "ascii tokenchars '_'"
);

CREATE VIRTUAL TABLE observation_terms USING fts5vocab (observation_text, row);
CREATE VIRTUAL TABLE observation_postings USING fts5vocab (observation_text, instance);

-- Which entities an observation names; the node it belongs to stands beside, so that gaps are counted from this table alone.

CREATE TABLE observation_mentions (
    node INTEGER NOT NULL REFERENCES entities (key) ON DELETE CASCADE,
    entity INTEGER NOT NULL REFERENCES entities (key) ON DELETE CASCADE,
    observation INTEGER NOT NULL REFERENCES observations (key) ON DELETE CASCADE,
    PRIMARY KEY (node, entity, observation)
) WITHOUT ROWID;

CREATE INDEX observation_mentions_by_observation ON observation_mentions (observation);
CREATE INDEX observation_mentions_by_entity ON observation_mentions (entity);

-- A perspective's instruction goes before the text, and before the question.

CREATE TABLE perspectives (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    instruction TEXT NOT NULL
);

INSERT INTO perspectives (name, instruction) VALUES
    ('general', ''), ('technical', '(technical) '), ('relational', '(people) '), ('temporal', '(time) '), ('project', '(project) ');

-- The keys say whose vector it is, so that those of one perspective stand together and are read together:
-- perspective << 48 | observation << 12 | part, and perspective << 48 | entity << 12.

CREATE TABLE observation_vectors (
    key INTEGER PRIMARY KEY,
    observation INTEGER NOT NULL REFERENCES observations (key) ON DELETE CASCADE,
    f16 BLOB NOT NULL
);

CREATE INDEX observation_vectors_by_observation ON observation_vectors (observation);

-- The mean of a node's vectors, of unit length.

CREATE TABLE node_vectors (
    key INTEGER PRIMARY KEY,
    entity INTEGER NOT NULL REFERENCES entities (key) ON DELETE CASCADE,
    f16 BLOB NOT NULL
);

CREATE INDEX node_vectors_by_entity ON node_vectors (entity);

-- What happened to a node; it goes with the node. Only that a node was deleted belongs to nobody and stays.

CREATE TABLE events (
    key INTEGER PRIMARY KEY,
    entity INTEGER REFERENCES entities (key) ON DELETE CASCADE,
    operation TEXT NOT NULL,
    at INTEGER NOT NULL
);

CREATE INDEX events_by_entity ON events (entity);
CREATE INDEX events_by_time ON events (at, operation);

-- A walk reads current facts in both directions from indexes alone; facts_current is the other one.
CREATE INDEX facts_current_incoming ON facts (object, subject) WHERE valid_to_end IS NULL;

-- What follows an observation. Its own times are noted on the node, so that what is imported keeps the times it had.

CREATE TRIGGER observation_added AFTER INSERT ON observations BEGIN
    INSERT INTO observation_text (rowid, words) VALUES (new.key, words(new.content));
    UPDATE counters SET value = value + CASE name
        WHEN 'observations' THEN 1
        WHEN 'observation_words' THEN new.words
        ELSE new.embedded END
    WHERE name IN ('observations', 'observation_words', 'observations_embedded');
    UPDATE entities SET
        observations = observations + 1,
        next_ordinal = max(next_ordinal, new.ordinal + 1),
        observed_at = max(ifnull(observed_at, new.updated_at), new.updated_at),
        updated_at = max(updated_at, new.updated_at)
    WHERE key = new.entity;
    INSERT INTO events (entity, operation, at) VALUES (new.entity, 'add_observation', now_us());
    INSERT INTO changes (kind, id, row, operation, at, actor)
    SELECT 'observation', id || '/' || new.ordinal, new.key, 'add', now_us(), actor() FROM entities WHERE key = new.entity;
END;

CREATE TRIGGER observation_replaced AFTER UPDATE OF content ON observations WHEN old.content IS NOT new.content BEGIN
    INSERT INTO observation_text (observation_text, rowid, words) VALUES ('delete', old.key, words(old.content));
    INSERT INTO observation_text (rowid, words) VALUES (new.key, words(new.content));
    UPDATE entities SET observed_at = max(ifnull(observed_at, new.updated_at), new.updated_at),
        updated_at = max(updated_at, new.updated_at)
    WHERE key = new.entity;
    INSERT INTO events (entity, operation, at) VALUES (new.entity, 'replace_observation', now_us());
    INSERT INTO changes (kind, id, row, operation, at, actor)
    SELECT 'observation', id || '/' || new.ordinal, new.key, 'change', now_us(), actor() FROM entities WHERE key = new.entity;
END;

CREATE TRIGGER observation_deleted AFTER DELETE ON observations BEGIN
    INSERT INTO observation_text (observation_text, rowid, words) VALUES ('delete', old.key, words(old.content));
    UPDATE counters SET value = value - CASE name
        WHEN 'observations' THEN 1
        WHEN 'observation_words' THEN old.words
        ELSE old.embedded END
    WHERE name IN ('observations', 'observation_words', 'observations_embedded');
    UPDATE entities SET observations = observations - 1, updated_at = max(updated_at, now_us()) WHERE key = old.entity;
    INSERT INTO events (entity, operation, at)
    SELECT key, 'delete_observation', now_us() FROM entities WHERE key = old.entity;
    -- The node itself may be gone by now; whoever follows the log goes by the row.
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES (
        'observation', ifnull((SELECT id FROM entities WHERE key = old.entity), '') || '/' || old.ordinal, old.key, 'delete',
        now_us(), actor()
    );
END;

CREATE TRIGGER observation_counted AFTER UPDATE OF words ON observations WHEN old.words <> new.words BEGIN
    UPDATE counters SET value = value + new.words - old.words WHERE name = 'observation_words';
END;

CREATE TRIGGER observation_embedded AFTER UPDATE OF embedded ON observations WHEN old.embedded <> new.embedded BEGIN
    UPDATE counters SET value = value + new.embedded - old.embedded WHERE name = 'observations_embedded';
    -- One line for all perspectives and parts: readers take the vectors of an observation together.
    INSERT INTO changes (kind, id, row, operation, at, actor)
    SELECT 'observation_vector', e.id || '/' || new.ordinal, new.key, 'add', now_us(), actor()
    FROM entities e WHERE e.key = new.entity AND new.embedded = 1;
END;

-- Counting a node's observations is no change of the node that others need to hear of: the observations say so themselves.
DROP TRIGGER entity_changed;

CREATE TRIGGER entity_changed
AFTER UPDATE OF folded, name, type, summary, summary_updated_at, tags, user_id, created_at ON entities BEGIN
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('entity', new.id, new.key, 'change', now_us(), actor());
END;

-- The events of nodes and their relations, whichever tool made them.

CREATE TRIGGER event_node_created AFTER INSERT ON entities BEGIN
    INSERT INTO events (entity, operation, at) VALUES (new.key, 'create_node', now_us());
END;

CREATE TRIGGER event_node_deleted AFTER DELETE ON entities BEGIN
    INSERT INTO events (entity, operation, at) VALUES (NULL, 'delete_node', now_us());
END;

CREATE TRIGGER event_summary_set AFTER UPDATE OF summary ON entities WHEN old.summary IS NOT new.summary BEGIN
    INSERT INTO events (entity, operation, at) VALUES (new.key, 'set_summary', now_us());
END;

CREATE TRIGGER event_tags_set AFTER UPDATE OF tags ON entities WHEN old.tags <> new.tags BEGIN
    INSERT INTO events (entity, operation, at) VALUES (new.key, 'set_tags', now_us());
END;

CREATE TRIGGER event_relation_created AFTER INSERT ON facts BEGIN
    INSERT INTO events (entity, operation, at) VALUES (new.subject, 'create_relation', now_us());
END;

CREATE TRIGGER event_relation_deleted AFTER DELETE ON facts BEGIN
    INSERT INTO events (entity, operation, at) SELECT key, 'delete_relation', now_us() FROM entities WHERE key = old.subject;
END;

CREATE TRIGGER event_relation_ended AFTER UPDATE OF valid_to_end ON facts
WHEN old.valid_to_end IS NULL AND new.valid_to_end IS NOT NULL BEGIN
    INSERT INTO events (entity, operation, at) VALUES (new.subject, 'end_relation', now_us());
END;

CREATE TRIGGER fact_renamed AFTER UPDATE OF predicate, predicate_folded ON facts
WHEN old.predicate <> new.predicate OR old.predicate_folded <> new.predicate_folded BEGIN
    UPDATE predicate_counts SET count = count - 1 WHERE folded = old.predicate_folded;
    DELETE FROM predicate_counts WHERE folded = old.predicate_folded AND count = 0;
    INSERT INTO predicate_counts (folded, predicate, count) VALUES (new.predicate_folded, new.predicate, 1)
    ON CONFLICT (folded) DO UPDATE SET count = count + 1;
    INSERT INTO events (entity, operation, at) VALUES (new.subject, 'update_relation_type', now_us());
END;
