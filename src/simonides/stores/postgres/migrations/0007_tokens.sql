-- Who is let into which palace. A token is looked up before anybody knows its palace, so this table has no policy, and like
-- `palaces` it would stand whole on every machine.

CREATE TABLE tokens (
    id text COLLATE "C" PRIMARY KEY,
    digest text COLLATE "C" NOT NULL UNIQUE,
    palace_name text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    read_only boolean NOT NULL,
    note text NOT NULL
);
