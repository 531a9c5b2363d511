-- One palace: memories and their words, vectors, knowledge, counters and the change log.
-- Times are microseconds since 1970 in UTC. Triggers keep everything derived in step, inside the same transaction.
-- The program supplies the functions words(text), actor() and now_us() to every connection.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE counters (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;

INSERT INTO counters (name, value) VALUES
    ('memories', 0), ('ended', 0), ('words', 0), ('embedded', 0), ('vectors', 0),
    ('entities', 0), ('facts', 0), ('current_facts', 0);

CREATE TABLE changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    -- The row of the memory, entity or fact; for a vector the row of its memory. NULL: all of that kind.
    row INTEGER,
    operation TEXT NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL
);

-- Where memories stand.

CREATE TABLE places (
    id INTEGER PRIMARY KEY,
    wing TEXT NOT NULL,
    room TEXT NOT NULL,
    hall TEXT NOT NULL,
    UNIQUE (wing, room, hall)
);

CREATE TABLE place_counts (
    place_id INTEGER PRIMARY KEY REFERENCES places (id),
    count INTEGER NOT NULL,
    ended_count INTEGER NOT NULL,
    latest INTEGER
);

-- Memories. The content comes last, so that reading the small columns does not touch its overflow pages.

CREATE TABLE memories (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    place_id INTEGER NOT NULL REFERENCES places (id),
    words INTEGER NOT NULL,
    traits INTEGER NOT NULL,
    speaker TEXT,
    embedded INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    content_hash BLOB NOT NULL,
    importance REAL NOT NULL,
    kind TEXT NOT NULL,
    user_id TEXT,
    author TEXT,
    role TEXT,
    conversation TEXT,
    position INTEGER,
    event_time INTEGER,
    source TEXT,
    chunk INTEGER NOT NULL,
    added_by TEXT NOT NULL,
    valid_from INTEGER,
    end_reason TEXT,
    superseded_by TEXT,
    accesses INTEGER NOT NULL,
    accessed_at INTEGER,
    tags TEXT NOT NULL,
    metadata TEXT NOT NULL,
    content TEXT NOT NULL
);

CREATE INDEX memories_by_time ON memories (ended_at, created_at);
CREATE INDEX memories_by_place ON memories (place_id, ended_at, created_at);
CREATE INDEX memories_by_importance ON memories (ended_at, importance, created_at);
CREATE INDEX memories_by_text ON memories (content_hash);
CREATE INDEX memories_pending ON memories (embedded) WHERE embedded = 0;
CREATE INDEX memories_by_user ON memories (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX memories_by_author ON memories (author) WHERE author IS NOT NULL;
CREATE INDEX memories_by_source ON memories (source) WHERE source IS NOT NULL;
CREATE INDEX memories_by_conversation ON memories (conversation, position, words) WHERE conversation IS NOT NULL;

CREATE TABLE memory_tags (
    tag TEXT NOT NULL,
    memory INTEGER NOT NULL REFERENCES memories (key) ON DELETE CASCADE,
    PRIMARY KEY (tag, memory)
) WITHOUT ROWID;

CREATE INDEX memory_tags_by_memory ON memory_tags (memory);

CREATE TABLE vectors (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    memory INTEGER NOT NULL REFERENCES memories (key) ON DELETE CASCADE,
    part INTEGER NOT NULL,
    f16 BLOB NOT NULL,
    UNIQUE (memory, part)
);

-- The text index holds our own words, which the ascii tokenizer takes as they are. Ranking is not its business, so it keeps no sizes.

CREATE VIEW memory_words AS SELECT key, words(content) AS words FROM memories;

CREATE VIRTUAL TABLE memory_text USING fts5 (
    words, content = 'memory_words', content_rowid = 'key', columnsize = 0, tokenize = "ascii tokenchars '_'"
);

CREATE VIRTUAL TABLE memory_terms USING fts5vocab (memory_text, row);
CREATE VIRTUAL TABLE memory_postings USING fts5vocab (memory_text, instance);

-- Knowledge.

CREATE TABLE entities (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    summary TEXT,
    summary_updated_at INTEGER,
    tags TEXT NOT NULL,
    user_id TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);

CREATE TABLE facts (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    subject INTEGER NOT NULL REFERENCES entities (key) ON DELETE CASCADE,
    predicate TEXT NOT NULL,
    predicate_folded TEXT NOT NULL,
    object INTEGER NOT NULL REFERENCES entities (key) ON DELETE CASCADE,
    valid_from_text TEXT,
    valid_from_start INTEGER,
    valid_from_end INTEGER,
    valid_to_text TEXT,
    valid_to_start INTEGER,
    valid_to_end INTEGER,
    confidence REAL NOT NULL,
    weight REAL NOT NULL,
    source TEXT,
    created_at INTEGER NOT NULL
);

CREATE UNIQUE INDEX facts_current ON facts (subject, predicate_folded, object) WHERE valid_to_end IS NULL;
CREATE INDEX facts_outgoing ON facts (subject, created_at);
CREATE INDEX facts_incoming ON facts (object, created_at);
-- Undated facts come last: the largest integer stands for no beginning.
CREATE INDEX facts_by_beginning ON facts (ifnull(valid_from_start, 9223372036854775807));

CREATE TABLE predicate_counts (
    folded TEXT PRIMARY KEY,
    predicate TEXT NOT NULL,
    count INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE mentions (
    memory INTEGER NOT NULL REFERENCES memories (key) ON DELETE CASCADE,
    entity INTEGER NOT NULL REFERENCES entities (key) ON DELETE CASCADE,
    PRIMARY KEY (memory, entity)
) WITHOUT ROWID;

CREATE INDEX mentions_by_entity ON mentions (entity, memory);

-- What follows a memory.

CREATE TRIGGER memory_added AFTER INSERT ON memories BEGIN
    INSERT INTO memory_text (rowid, words) VALUES (new.key, words(new.content));
    INSERT INTO memory_tags (tag, memory) SELECT DISTINCT value, new.key FROM json_each(new.tags) WHERE new.tags <> '[]';
    UPDATE counters SET value = value + CASE name
        WHEN 'memories' THEN 1
        WHEN 'words' THEN new.words
        WHEN 'embedded' THEN new.embedded
        ELSE new.ended_at IS NOT NULL END
    WHERE name IN ('memories', 'words', 'embedded', 'ended');
    INSERT INTO place_counts (place_id, count, ended_count, latest)
    VALUES (new.place_id, new.ended_at IS NULL, new.ended_at IS NOT NULL, iif(new.ended_at IS NULL, new.created_at, NULL))
    ON CONFLICT (place_id) DO UPDATE SET
        count = count + excluded.count,
        ended_count = ended_count + excluded.ended_count,
        latest = max(ifnull(latest, excluded.latest), ifnull(excluded.latest, latest));
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('memory', new.id, new.key, 'add', now_us(), actor());
END;

CREATE TRIGGER memory_deleted AFTER DELETE ON memories BEGIN
    INSERT INTO memory_text (memory_text, rowid, words) VALUES ('delete', old.key, words(old.content));
    UPDATE counters SET value = value - CASE name
        WHEN 'memories' THEN 1
        WHEN 'words' THEN old.words
        WHEN 'embedded' THEN old.embedded
        ELSE old.ended_at IS NOT NULL END
    WHERE name IN ('memories', 'words', 'embedded', 'ended');
    UPDATE place_counts SET
        count = count - (old.ended_at IS NULL),
        ended_count = ended_count - (old.ended_at IS NOT NULL),
        latest = (SELECT max(created_at) FROM memories WHERE place_id = old.place_id AND ended_at IS NULL)
    WHERE place_id = old.place_id;
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('memory', old.id, old.key, 'delete', now_us(), actor());
END;

CREATE TRIGGER memory_text_changed AFTER UPDATE OF content ON memories WHEN old.content IS NOT new.content BEGIN
    INSERT INTO memory_text (memory_text, rowid, words) VALUES ('delete', old.key, words(old.content));
    INSERT INTO memory_text (rowid, words) VALUES (new.key, words(new.content));
END;

CREATE TRIGGER memory_tags_changed AFTER UPDATE OF tags ON memories WHEN old.tags IS NOT new.tags BEGIN
    DELETE FROM memory_tags WHERE memory = old.key;
    INSERT INTO memory_tags (tag, memory) SELECT DISTINCT value, new.key FROM json_each(new.tags);
END;

CREATE TRIGGER memory_moved AFTER UPDATE OF place_id, created_at, ended_at ON memories
WHEN old.place_id <> new.place_id OR old.created_at <> new.created_at OR old.ended_at IS NOT new.ended_at BEGIN
    UPDATE counters SET value = value + (new.ended_at IS NOT NULL) - (old.ended_at IS NOT NULL) WHERE name = 'ended';
    INSERT INTO place_counts (place_id, count, ended_count) VALUES (new.place_id, 0, 0) ON CONFLICT (place_id) DO NOTHING;
    UPDATE place_counts SET
        count = count - (old.ended_at IS NULL),
        ended_count = ended_count - (old.ended_at IS NOT NULL)
    WHERE place_id = old.place_id;
    UPDATE place_counts SET
        count = count + (new.ended_at IS NULL),
        ended_count = ended_count + (new.ended_at IS NOT NULL)
    WHERE place_id = new.place_id;
    UPDATE place_counts SET
        latest = (SELECT max(created_at) FROM memories WHERE place_id = place_counts.place_id AND ended_at IS NULL)
    WHERE place_id IN (old.place_id, new.place_id);
END;

-- The number of words also changes when a new version of the program counts them anew.
CREATE TRIGGER memory_counted AFTER UPDATE OF words ON memories WHEN old.words <> new.words BEGIN
    UPDATE counters SET value = value + new.words - old.words WHERE name = 'words';
END;

CREATE TRIGGER memory_embedded AFTER UPDATE OF embedded ON memories WHEN old.embedded <> new.embedded BEGIN
    UPDATE counters SET value = value + new.embedded - old.embedded WHERE name = 'embedded';
END;

-- Recalling a memory or embedding it is no change of the memory itself.
CREATE TRIGGER memory_changed AFTER UPDATE OF content, place_id, created_at, importance, kind, user_id, author, role, conversation,
    position, event_time, source, chunk, added_by, tags, metadata, valid_from, ended_at, end_reason, superseded_by ON memories BEGIN
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('memory', new.id, new.key, 'change', now_us(), actor());
END;

CREATE TRIGGER vector_added AFTER INSERT ON vectors BEGIN
    UPDATE counters SET value = value + 1 WHERE name = 'vectors';
    -- One line for all parts: readers take the vectors of a memory together.
    INSERT INTO changes (kind, id, row, operation, at, actor)
    SELECT 'vector', id, key, 'add', now_us(), actor() FROM memories WHERE key = new.memory AND new.part = 0;
END;

CREATE TRIGGER vector_deleted AFTER DELETE ON vectors BEGIN
    UPDATE counters SET value = value - 1 WHERE name = 'vectors';
END;

-- What follows knowledge.

CREATE TRIGGER entity_added AFTER INSERT ON entities BEGIN
    UPDATE counters SET value = value + 1 WHERE name = 'entities';
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('entity', new.id, new.key, 'add', now_us(), actor());
END;

CREATE TRIGGER entity_changed AFTER UPDATE ON entities BEGIN
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('entity', new.id, new.key, 'change', now_us(), actor());
END;

CREATE TRIGGER entity_deleted AFTER DELETE ON entities BEGIN
    UPDATE counters SET value = value - 1 WHERE name = 'entities';
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('entity', old.id, old.key, 'delete', now_us(), actor());
END;

CREATE TRIGGER fact_added AFTER INSERT ON facts BEGIN
    UPDATE counters SET value = value + 1 WHERE name = 'facts' OR (name = 'current_facts' AND new.valid_to_end IS NULL);
    INSERT INTO predicate_counts (folded, predicate, count) VALUES (new.predicate_folded, new.predicate, 1)
    ON CONFLICT (folded) DO UPDATE SET count = count + 1;
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('fact', new.id, new.key, 'add', now_us(), actor());
END;

CREATE TRIGGER fact_changed AFTER UPDATE ON facts BEGIN
    UPDATE counters SET value = value + (new.valid_to_end IS NULL) - (old.valid_to_end IS NULL) WHERE name = 'current_facts';
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('fact', new.id, new.key, 'change', now_us(), actor());
END;

CREATE TRIGGER fact_deleted AFTER DELETE ON facts BEGIN
    UPDATE counters SET value = value - 1 WHERE name = 'facts' OR (name = 'current_facts' AND old.valid_to_end IS NULL);
    UPDATE predicate_counts SET count = count - 1 WHERE folded = old.predicate_folded;
    DELETE FROM predicate_counts WHERE folded = old.predicate_folded AND count = 0;
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('fact', old.id, old.key, 'delete', now_us(), actor());
END;
