-- Source code: projects, their files as they were when indexed, and the chunks that can be found.

INSERT INTO counters (name, value) VALUES ('chunks', 0), ('chunk_words', 0), ('chunks_embedded', 0);

CREATE TABLE projects (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    root TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    -- How far the latest indexing run has come.
    state TEXT NOT NULL DEFAULT 'pending',
    total_files INTEGER NOT NULL DEFAULT 0,
    indexed_files INTEGER NOT NULL DEFAULT 0,
    started_at INTEGER,
    completed_at INTEGER,
    reason TEXT,
    -- What can be found, kept by triggers.
    files INTEGER NOT NULL DEFAULT 0,
    chunks INTEGER NOT NULL DEFAULT 0,
    embedded INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE files (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    project INTEGER NOT NULL REFERENCES projects (key) ON DELETE CASCADE,
    path TEXT NOT NULL,
    language TEXT NOT NULL,
    size INTEGER NOT NULL,
    -- Nanoseconds; -1 when it was read so soon after its last change that another change might not show.
    modified_ns INTEGER NOT NULL,
    digest BLOB NOT NULL,
    UNIQUE (project, path)
);

CREATE TABLE chunks (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    file INTEGER NOT NULL REFERENCES files (key) ON DELETE CASCADE,
    project INTEGER NOT NULL REFERENCES projects (key) ON DELETE CASCADE,
    start_line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    part INTEGER NOT NULL,
    words INTEGER NOT NULL,
    embedded INTEGER NOT NULL DEFAULT 0,
    kind TEXT NOT NULL,
    name TEXT,
    enclosing TEXT NOT NULL,
    -- Path and names, which are looked for like the content. A chunk must not ask its file for them: that may be gone first.
    heading TEXT NOT NULL,
    content TEXT NOT NULL
);

CREATE INDEX chunks_by_file ON chunks (file);
CREATE INDEX chunks_by_project ON chunks (project);
CREATE INDEX chunks_by_name ON chunks (name COLLATE NOCASE) WHERE name IS NOT NULL;
CREATE INDEX chunks_pending ON chunks (embedded) WHERE embedded = 0;

CREATE TABLE chunk_vectors (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    chunk INTEGER NOT NULL REFERENCES chunks (key) ON DELETE CASCADE,
    part INTEGER NOT NULL,
    f16 BLOB NOT NULL,
    UNIQUE (chunk, part)
);

CREATE VIEW chunk_words AS SELECT key, words(heading || char(10) || content) AS words FROM chunks;

CREATE VIRTUAL TABLE chunk_text USING fts5 (
    words, content = 'chunk_words', content_rowid = 'key', columnsize = 0, tokenize = "ascii tokenchars '_'"
);

CREATE VIRTUAL TABLE chunk_terms USING fts5vocab (chunk_text, row);
CREATE VIRTUAL TABLE chunk_postings USING fts5vocab (chunk_text, instance);

CREATE TRIGGER project_added AFTER INSERT ON projects BEGIN
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('project', new.id, new.key, 'add', now_us(), actor());
END;

CREATE TRIGGER project_finished AFTER UPDATE OF state ON projects WHEN old.state <> new.state BEGIN
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('project', new.id, new.key, 'change', now_us(), actor());
END;

CREATE TRIGGER project_deleted AFTER DELETE ON projects BEGIN
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('project', old.id, old.key, 'delete', now_us(), actor());
END;

CREATE TRIGGER file_added AFTER INSERT ON files BEGIN
    UPDATE projects SET files = files + 1 WHERE key = new.project;
END;

CREATE TRIGGER file_deleted AFTER DELETE ON files BEGIN
    UPDATE projects SET files = files - 1 WHERE key = old.project;
END;

-- The text of a chunk never changes: another text is another chunk.

CREATE TRIGGER chunk_added AFTER INSERT ON chunks BEGIN
    INSERT INTO chunk_text (rowid, words) VALUES (new.key, words(new.heading || char(10) || new.content));
    UPDATE counters SET value = value + CASE name WHEN 'chunks' THEN 1 WHEN 'chunk_words' THEN new.words ELSE new.embedded END
    WHERE name IN ('chunks', 'chunk_words', 'chunks_embedded');
    UPDATE projects SET chunks = chunks + 1, embedded = embedded + new.embedded WHERE key = new.project;
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('chunk', new.id, new.key, 'add', now_us(), actor());
END;

CREATE TRIGGER chunk_deleted AFTER DELETE ON chunks BEGIN
    INSERT INTO chunk_text (chunk_text, rowid, words) VALUES ('delete', old.key, words(old.heading || char(10) || old.content));
    UPDATE counters SET value = value - CASE name WHEN 'chunks' THEN 1 WHEN 'chunk_words' THEN old.words ELSE old.embedded END
    WHERE name IN ('chunks', 'chunk_words', 'chunks_embedded');
    UPDATE projects SET chunks = chunks - 1, embedded = embedded - old.embedded WHERE key = old.project;
    INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ('chunk', old.id, old.key, 'delete', now_us(), actor());
END;

CREATE TRIGGER chunk_counted AFTER UPDATE OF words ON chunks WHEN old.words <> new.words BEGIN
    UPDATE counters SET value = value + new.words - old.words WHERE name = 'chunk_words';
END;

CREATE TRIGGER chunk_embedded AFTER UPDATE OF embedded ON chunks WHEN old.embedded <> new.embedded BEGIN
    UPDATE counters SET value = value + new.embedded - old.embedded WHERE name = 'chunks_embedded';
    UPDATE projects SET embedded = embedded + new.embedded - old.embedded WHERE key = new.project;
END;

CREATE TRIGGER chunk_vector_added AFTER INSERT ON chunk_vectors WHEN new.part = 0 BEGIN
    INSERT INTO changes (kind, id, row, operation, at, actor)
    SELECT 'chunk_vector', id, key, 'add', now_us(), actor() FROM chunks WHERE key = new.chunk;
END;
