-- Dreaming: which memories are to be looked at, the closets they lie in, and what became of each cycle.

-- A memory that was filed, changed or embedded since a dream last looked at it. Every change gives a new mark, so that
-- settling what a dream has seen never settles what it has not.

CREATE TABLE undreamt (
    mark INTEGER PRIMARY KEY AUTOINCREMENT,
    memory INTEGER NOT NULL UNIQUE REFERENCES memories (key) ON DELETE CASCADE
);

INSERT INTO undreamt (memory) SELECT key FROM memories WHERE ended_at IS NULL ORDER BY key;

CREATE TRIGGER undreamt_memory_added AFTER INSERT ON memories WHEN new.ended_at IS NULL BEGIN
    INSERT INTO undreamt (memory) VALUES (new.key);
END;

-- What a dream itself changes (tags, importance, an end) gives it nothing new to look at.
CREATE TRIGGER undreamt_memory_changed AFTER UPDATE OF content, place_id, user_id, ended_at ON memories
WHEN new.ended_at IS NULL AND (
    old.content IS NOT new.content OR old.place_id <> new.place_id OR old.user_id IS NOT new.user_id OR old.ended_at IS NOT NULL
) BEGIN
    DELETE FROM undreamt WHERE memory = new.key;
    INSERT INTO undreamt (memory) VALUES (new.key);
END;

CREATE TRIGGER undreamt_vector_added AFTER INSERT ON vectors WHEN new.part = 0 BEGIN
    DELETE FROM undreamt WHERE memory = new.memory;
    INSERT INTO undreamt (memory) SELECT key FROM memories WHERE key = new.memory AND ended_at IS NULL;
END;

-- Another version of the program may find other words in the same texts: every label is out of date then.
CREATE TRIGGER undreamt_words_changed AFTER UPDATE ON meta WHEN new.key = 'words_version' AND old.value <> new.value BEGIN
    DELETE FROM undreamt;
    INSERT INTO undreamt (memory) SELECT key FROM memories WHERE ended_at IS NULL ORDER BY key;
END;

CREATE TABLE closets (
    keyword TEXT NOT NULL,
    memory INTEGER NOT NULL REFERENCES memories (key) ON DELETE CASCADE,
    PRIMARY KEY (keyword, memory)
) WITHOUT ROWID;

CREATE INDEX closets_by_memory ON closets (memory);

-- The last cycles; the counters hold the totals of all.

CREATE TABLE dreams (
    cycle INTEGER PRIMARY KEY AUTOINCREMENT,
    started_at INTEGER NOT NULL,
    finished_at INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    embedded INTEGER NOT NULL,
    merged INTEGER NOT NULL,
    closets_updated INTEGER NOT NULL,
    trimmed INTEGER NOT NULL,
    faded INTEGER,
    remaining INTEGER NOT NULL
);

INSERT INTO counters (name, value) VALUES
    ('dreams', 0), ('dream_ms', 0), ('dream_embedded', 0), ('dream_merged', 0), ('dream_closets', 0), ('dream_trimmed', 0);

CREATE TRIGGER dream_added AFTER INSERT ON dreams BEGIN
    UPDATE counters SET value = value + CASE name
        WHEN 'dreams' THEN 1
        WHEN 'dream_ms' THEN new.duration_ms
        WHEN 'dream_embedded' THEN new.embedded
        WHEN 'dream_merged' THEN new.merged
        WHEN 'dream_closets' THEN new.closets_updated
        ELSE new.trimmed END
    WHERE name IN ('dreams', 'dream_ms', 'dream_embedded', 'dream_merged', 'dream_closets', 'dream_trimmed');
    DELETE FROM dreams WHERE cycle <= new.cycle - 100;
    INSERT INTO changes (kind, id, row, operation, at, actor)
    VALUES ('dream', CAST(new.cycle AS TEXT), new.cycle, 'add', now_us(), actor());
END;
