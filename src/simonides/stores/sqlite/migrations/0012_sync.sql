-- What a palace notes to be merged with its replicas; empty until its first sync.

CREATE TABLE sync_records (
    kind TEXT NOT NULL,
    -- The same in every palace.
    id TEXT NOT NULL,
    -- The id in this palace; empty while the record is not there.
    local TEXT NOT NULL,
    -- The versions that nobody replaced; long values that the record holds itself stand in them as digests.
    versions TEXT NOT NULL,
    is_alive INTEGER NOT NULL,
    is_owed INTEGER NOT NULL,
    rivals INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
) WITHOUT ROWID;

CREATE INDEX sync_records_by_local ON sync_records (kind, local);
CREATE INDEX sync_records_disputed ON sync_records (kind, id) WHERE rivals > 0;
CREATE INDEX sync_records_owed ON sync_records (kind, id) WHERE is_owed;

-- Which change of which origin each of those versions is.
CREATE TABLE sync_changes (
    origin TEXT NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (origin, number, kind, id)
) WITHOUT ROWID;

CREATE INDEX sync_changes_by_record ON sync_changes (kind, id);
