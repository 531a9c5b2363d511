-- The files that memories were mined from, as they stood then. The drawers themselves are memories; this only saves reading again.

CREATE TABLE sources (
    path TEXT PRIMARY KEY,
    digest BLOB NOT NULL,
    size INTEGER NOT NULL,
    modified_ns INTEGER NOT NULL,
    mode TEXT NOT NULL,
    wing TEXT NOT NULL,
    shape TEXT NOT NULL,
    drawers INTEGER NOT NULL,
    mined_at INTEGER NOT NULL,
    -- The file with the same content whose drawers stand for this one, too.
    twin_of TEXT
) WITHOUT ROWID;

CREATE INDEX sources_by_digest ON sources (digest, mode, path) WHERE twin_of IS NULL;
CREATE INDEX sources_by_twin ON sources (twin_of, path) WHERE twin_of IS NOT NULL;
