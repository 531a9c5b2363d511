-- Pairs of an older statement and the newer one that takes its place: why, who said so, and whether that is accepted.
--
-- Their ids are those of memories or facts. They hold no text, so that whoever reads them reads the statements as they stand.

CREATE TABLE supersessions (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    older TEXT NOT NULL,
    newer TEXT NOT NULL CHECK (newer <> older),
    cause TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    likeness REAL NOT NULL,
    said_by TEXT NOT NULL,
    decided_at INTEGER,
    decided_by TEXT NOT NULL
);

CREATE INDEX supersessions_by_older ON supersessions (older);
CREATE INDEX supersessions_by_newer ON supersessions (newer);
CREATE INDEX supersessions_by_state ON supersessions (state, key);

-- What was edited or replaced before there were pairs; memories that were merged say the same, and replace nothing.
INSERT INTO supersessions (id, kind, older, newer, cause, state, created_at, likeness, said_by, decided_by)
SELECT id || '>' || superseded_by, 'memory', id, superseded_by, iif(end_reason = 'edited', 'edit', 'said'), 'accepted',
    ifnull(ended_at, created_at), 1.0, '', ''
FROM memories
WHERE superseded_by IS NOT NULL AND superseded_by <> id AND end_reason IS NOT 'merged by dreaming'
ORDER BY ended_at, key;

CREATE TRIGGER supersession_added AFTER INSERT ON supersessions BEGIN
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act)
    VALUES ('supersession', new.id, new.key, 'add', now_us(), actor(), client(), toolset(), act());
END;

CREATE TRIGGER supersession_changed AFTER UPDATE ON supersessions BEGIN
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act, former)
    VALUES ('supersession', new.id, new.key, 'change', now_us(), actor(), client(), toolset(), act(), former(
        old.key, old.id, old.kind, old.older, old.newer, old.cause, old.state, old.created_at, old.likeness, old.said_by,
        old.decided_at, old.decided_by
    ));
END;

CREATE TRIGGER supersession_deleted AFTER DELETE ON supersessions BEGIN
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act, former)
    VALUES ('supersession', old.id, old.key, 'delete', now_us(), actor(), client(), toolset(), act(), former(
        old.key, old.id, old.kind, old.older, old.newer, old.cause, old.state, old.created_at, old.likeness, old.said_by,
        old.decided_at, old.decided_by
    ));
END;

CREATE TRIGGER memory_left_its_pairs AFTER DELETE ON memories BEGIN
    DELETE FROM supersessions WHERE older = old.id AND kind = 'memory';
    DELETE FROM supersessions WHERE newer = old.id AND kind = 'memory';
END;
