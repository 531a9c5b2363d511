-- What a palace notes to be merged with its replicas; empty until its first sync.

CREATE TABLE sync_records (
    palace bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    -- The same in every palace.
    id text COLLATE "C" NOT NULL,
    -- The id in this palace; empty while the record is not there.
    local text COLLATE "C" NOT NULL,
    -- The versions that nobody replaced; long values that the record holds itself stand in them as digests.
    versions text NOT NULL,
    is_alive boolean NOT NULL,
    is_owed boolean NOT NULL,
    rivals bigint NOT NULL,
    PRIMARY KEY (palace, kind, id)
);

CREATE INDEX sync_records_by_local ON sync_records (palace, kind, local);
CREATE INDEX sync_records_disputed ON sync_records (palace, kind, id) WHERE rivals > 0;
CREATE INDEX sync_records_owed ON sync_records (palace, kind, id) WHERE is_owed;

-- Which change of which origin each of those versions is.
CREATE TABLE sync_changes (
    palace bigint NOT NULL,
    origin text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    PRIMARY KEY (palace, origin, number, kind, id)
);

CREATE INDEX sync_changes_by_record ON sync_changes (palace, kind, id);
