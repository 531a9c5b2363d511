-- Source code: projects, their files as they were when indexed, and the chunks that can be found.

CREATE TABLE projects (
    palace bigint NOT NULL REFERENCES palaces (id) ON DELETE CASCADE,
    key bigint GENERATED ALWAYS AS IDENTITY,
    id text COLLATE "C" NOT NULL,
    root text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    -- How far the latest indexing run has come.
    state text NOT NULL DEFAULT 'pending',
    total_files bigint NOT NULL DEFAULT 0,
    indexed_files bigint NOT NULL DEFAULT 0,
    started_at bigint,
    completed_at bigint,
    reason text,
    -- What can be found, kept by triggers.
    files bigint NOT NULL DEFAULT 0,
    chunks bigint NOT NULL DEFAULT 0,
    embedded bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (palace, key),
    UNIQUE (palace, id),
    UNIQUE (palace, root)
);

CREATE TABLE files (
    palace bigint NOT NULL,
    key bigint GENERATED ALWAYS AS IDENTITY,
    project bigint NOT NULL,
    path text COLLATE "C" NOT NULL,
    language text COLLATE "C" NOT NULL,
    size bigint NOT NULL,
    -- Nanoseconds; -1 when it was read so soon after its last change that another change might not show.
    modified_ns bigint NOT NULL,
    digest bytea NOT NULL,
    PRIMARY KEY (palace, key),
    UNIQUE (palace, project, path),
    FOREIGN KEY (palace, project) REFERENCES projects (palace, key) ON DELETE CASCADE
);

CREATE TABLE chunks (
    palace bigint NOT NULL,
    key bigint GENERATED ALWAYS AS IDENTITY,
    id text COLLATE "C" NOT NULL,
    file bigint NOT NULL,
    project bigint NOT NULL,
    start_line bigint NOT NULL,
    end_line bigint NOT NULL,
    part bigint NOT NULL,
    words integer NOT NULL,
    embedded boolean NOT NULL DEFAULT false,
    kind text NOT NULL,
    name text COLLATE "C",
    -- ASCII letters alone are folded, as for the types of entities. Names have no bound, index entries do.
    name_folded text COLLATE "C" GENERATED ALWAYS AS (lower(left(name COLLATE "C", 200))) STORED,
    enclosing text NOT NULL,
    -- Path and names, which are looked for like the content.
    heading text NOT NULL,
    content text NOT NULL,
    PRIMARY KEY (palace, key),
    UNIQUE (palace, id),
    FOREIGN KEY (palace, file) REFERENCES files (palace, key) ON DELETE CASCADE,
    FOREIGN KEY (palace, project) REFERENCES projects (palace, key) ON DELETE CASCADE
);

CREATE INDEX chunks_by_file ON chunks (palace, file);
CREATE INDEX chunks_by_project ON chunks (palace, project);
CREATE INDEX chunks_by_name ON chunks (palace, name_folded) WHERE name_folded IS NOT NULL;
CREATE INDEX chunks_pending ON chunks (palace, key) WHERE NOT embedded;

CREATE TABLE chunk_vectors (
    palace bigint NOT NULL,
    chunk bigint NOT NULL,
    part integer NOT NULL,
    dims integer NOT NULL GENERATED ALWAYS AS (vector_dims(vector)) STORED,
    vector halfvec NOT NULL,
    PRIMARY KEY (palace, chunk, part),
    FOREIGN KEY (palace, chunk) REFERENCES chunks (palace, key) ON DELETE CASCADE
);

CREATE FUNCTION on_project_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM log_changes('project', ARRAY[new.id], ARRAY[new.key], 'add');
    RETURN NULL;
END
$$;

CREATE TRIGGER project_added AFTER INSERT ON projects FOR EACH ROW EXECUTE FUNCTION on_project_added();

CREATE FUNCTION on_project_finished() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM log_changes('project', ARRAY[new.id], ARRAY[new.key], 'change');
    RETURN NULL;
END
$$;

CREATE TRIGGER project_finished AFTER UPDATE OF state ON projects FOR EACH ROW
WHEN (old.state <> new.state) EXECUTE FUNCTION on_project_finished();

CREATE FUNCTION on_project_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM log_changes('project', ARRAY[old.id], ARRAY[old.key], 'delete');
    RETURN NULL;
END
$$;

CREATE TRIGGER project_deleted AFTER DELETE ON projects FOR EACH ROW EXECUTE FUNCTION on_project_deleted();

CREATE FUNCTION on_file_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE projects SET files = files + 1 WHERE palace = new.palace AND key = new.project;
    RETURN NULL;
END
$$;

CREATE TRIGGER file_added AFTER INSERT ON files FOR EACH ROW EXECUTE FUNCTION on_file_added();

CREATE FUNCTION on_file_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE projects SET files = files - 1 WHERE palace = old.palace AND key = old.project;
    RETURN NULL;
END
$$;

CREATE TRIGGER file_deleted AFTER DELETE ON files FOR EACH ROW EXECUTE FUNCTION on_file_deleted();

-- The text of a chunk never changes: another text is another chunk.

CREATE FUNCTION on_chunk_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(
        ARRAY['chunks', 'chunk_words', 'chunks_embedded'],
        ARRAY[count(*), coalesce(sum(words), 0), count(*) FILTER (WHERE embedded)]
    ) FROM added;
    UPDATE projects p SET chunks = p.chunks + a.count, embedded = p.embedded + a.embedded FROM (
        SELECT palace, project, count(*) AS count, count(*) FILTER (WHERE embedded) AS embedded FROM added GROUP BY palace, project
    ) a WHERE p.palace = a.palace AND p.key = a.project;
    PERFORM log_changes('chunk', array_agg(id ORDER BY key), array_agg(key ORDER BY key), 'add') FROM added;
    RETURN NULL;
END
$$;

CREATE TRIGGER chunk_added AFTER INSERT ON chunks
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION on_chunk_added();

CREATE FUNCTION on_chunk_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM postings p USING gone g WHERE p.palace = g.palace AND p.kind::text = 'c' AND p.document = g.key;
    PERFORM count_up(
        ARRAY['chunks', 'chunk_words', 'chunks_embedded'],
        ARRAY[-count(*), -coalesce(sum(words), 0), -count(*) FILTER (WHERE embedded)]
    ) FROM gone;
    UPDATE projects p SET chunks = p.chunks - g.count, embedded = p.embedded - g.embedded FROM (
        SELECT palace, project, count(*) AS count, count(*) FILTER (WHERE embedded) AS embedded FROM gone GROUP BY palace, project
    ) g WHERE p.palace = g.palace AND p.key = g.project;
    PERFORM log_changes('chunk', array_agg(id ORDER BY key), array_agg(key ORDER BY key), 'delete') FROM gone;
    RETURN NULL;
END
$$;

CREATE TRIGGER chunk_deleted AFTER DELETE ON chunks
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION on_chunk_deleted();

CREATE FUNCTION on_chunks_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(ARRAY['chunk_words', 'chunks_embedded'], ARRAY[n.words - o.words, n.embedded - o.embedded])
    FROM (SELECT coalesce(sum(words), 0) AS words, count(*) FILTER (WHERE embedded) AS embedded FROM after) n,
        (SELECT coalesce(sum(words), 0) AS words, count(*) FILTER (WHERE embedded) AS embedded FROM before) o;
    UPDATE projects p SET embedded = p.embedded + c.embedded FROM (
        SELECT n.palace, n.project, sum(n.embedded::int - o.embedded::int) AS embedded
        FROM after n JOIN before o ON o.palace = n.palace AND o.key = n.key GROUP BY n.palace, n.project
    ) c WHERE p.palace = c.palace AND p.key = c.project AND c.embedded <> 0;
    RETURN NULL;
END
$$;

CREATE TRIGGER chunks_counted AFTER UPDATE ON chunks
REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION on_chunks_counted();

CREATE FUNCTION on_chunk_vectors_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM log_changes('chunk_vector', array_agg(c.id ORDER BY c.key), array_agg(c.key ORDER BY c.key), 'add')
    FROM added a JOIN chunks c ON c.palace = a.palace AND c.key = a.chunk WHERE a.part = 0;
    RETURN NULL;
END
$$;

CREATE TRIGGER chunk_vectors_added AFTER INSERT ON chunk_vectors
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION on_chunk_vectors_added();
