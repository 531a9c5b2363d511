-- The files that memories were mined from, as they stood then. The drawers themselves are memories; this only saves reading again.

CREATE TABLE sources (
    palace bigint NOT NULL REFERENCES palaces (id) ON DELETE CASCADE,
    path text COLLATE "C" NOT NULL,
    digest bytea NOT NULL,
    size bigint NOT NULL,
    modified_ns bigint NOT NULL,
    mode text NOT NULL,
    wing text NOT NULL,
    shape text NOT NULL,
    drawers bigint NOT NULL,
    mined_at bigint NOT NULL,
    -- The file with the same content whose drawers stand for this one, too.
    twin_of text COLLATE "C",
    PRIMARY KEY (palace, path)
);

CREATE INDEX sources_by_digest ON sources (palace, digest, mode, path) WHERE twin_of IS NULL;
CREATE INDEX sources_by_twin ON sources (palace, twin_of, path) WHERE twin_of IS NOT NULL;
