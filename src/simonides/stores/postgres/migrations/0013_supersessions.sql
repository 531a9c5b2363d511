-- Pairs of an older statement and the newer one that takes its place: why, who said so, and whether that is accepted.
--
-- Their ids are those of memories or facts. They hold no text, so that whoever reads them reads the statements as they stand.

CREATE TABLE supersessions (
    palace bigint NOT NULL,
    key bigint GENERATED ALWAYS AS IDENTITY,
    id text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    older text COLLATE "C" NOT NULL,
    newer text COLLATE "C" NOT NULL CHECK (newer <> older),
    cause text NOT NULL,
    state text NOT NULL,
    created_at bigint NOT NULL,
    likeness double precision NOT NULL,
    said_by text NOT NULL,
    decided_at bigint,
    decided_by text NOT NULL,
    PRIMARY KEY (palace, key),
    UNIQUE (palace, id)
);

CREATE INDEX supersessions_by_older ON supersessions (palace, older);
CREATE INDEX supersessions_by_newer ON supersessions (palace, newer);
CREATE INDEX supersessions_by_state ON supersessions (palace, state, key);

ALTER TABLE supersessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE supersessions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_palace ON supersessions USING (palace = current_palace());

-- Whoever may work on memories may work on their pairs, and is held to the same palace.
DO $$
DECLARE
    granted regrole;
    held record;
BEGIN
    FOR granted IN
        SELECT DISTINCT a.grantee FROM pg_class c, aclexplode(c.relacl) a
        WHERE c.oid = 'memories'::regclass AND a.privilege_type = 'INSERT' AND a.grantee NOT IN (0, c.relowner)
    LOOP
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON supersessions TO %s', granted);
    END LOOP;
    FOR held IN
        SELECT p.policyname, p.roles[1] AS role, p.qual FROM pg_policies p
        WHERE p.schemaname = current_schema() AND p.tablename = 'memories' AND p.permissive = 'RESTRICTIVE'
    LOOP
        EXECUTE format(
            'CREATE POLICY %I ON supersessions AS RESTRICTIVE TO %I USING (%s) WITH CHECK (%s)',
            held.policyname, held.role, held.qual, held.qual
        );
    END LOOP;
END
$$;

-- What was edited or replaced before there were pairs; memories that were merged say the same, and replace nothing.
DO $$
DECLARE
    found bigint;
BEGIN
    FOR found IN SELECT id FROM palaces ORDER BY id LOOP
        PERFORM set_config('simonides.palace', found::text, true);
        INSERT INTO supersessions (palace, id, kind, older, newer, cause, state, created_at, likeness, said_by, decided_by)
        SELECT palace, id || '>' || superseded_by, 'memory', id, superseded_by,
            CASE end_reason WHEN 'edited' THEN 'edit' ELSE 'said' END, 'accepted', coalesce(ended_at, created_at), 1.0, '', ''
        FROM memories
        WHERE palace = found AND superseded_by IS NOT NULL AND superseded_by <> id
            AND end_reason IS DISTINCT FROM 'merged by dreaming'
        ORDER BY ended_at, key;
    END LOOP;
    PERFORM set_config('simonides.palace', '', true);
END
$$;

CREATE FUNCTION on_supersession_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM log_changes('supersession', array_agg(id ORDER BY key), array_agg(key ORDER BY key), 'add') FROM added;
    RETURN NULL;
END
$$;

CREATE TRIGGER supersession_added AFTER INSERT ON supersessions
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION on_supersession_added();

CREATE FUNCTION on_supersession_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM log_changes('supersession', ARRAY[new.id], ARRAY[new.key], 'change', ARRAY[json_build_array(
            old.key, old.id, old.kind, old.older, old.newer, old.cause, old.state, old.created_at, old.likeness, old.said_by,
            old.decided_at, old.decided_by
        )::text]);
    RETURN NULL;
END
$$;

CREATE TRIGGER supersession_changed AFTER UPDATE ON supersessions FOR EACH ROW EXECUTE FUNCTION on_supersession_changed();

CREATE FUNCTION on_supersession_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM log_changes(
        'supersession', array_agg(g.id ORDER BY g.key), array_agg(g.key ORDER BY g.key), 'delete', array_agg(json_build_array(
            g.key, g.id, g.kind, g.older, g.newer, g.cause, g.state, g.created_at, g.likeness, g.said_by, g.decided_at,
            g.decided_by
        )::text ORDER BY g.key)
    ) FROM gone g;
    RETURN NULL;
END
$$;

CREATE TRIGGER supersession_deleted AFTER DELETE ON supersessions
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION on_supersession_deleted();

-- Most palaces have few pairs, and many have none.
CREATE FUNCTION on_memory_left_its_pairs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM supersessions s WHERE s.palace = current_palace()) THEN
        DELETE FROM supersessions s USING gone g WHERE s.palace = g.palace AND s.older = g.id AND s.kind = 'memory';
        DELETE FROM supersessions s USING gone g WHERE s.palace = g.palace AND s.newer = g.id AND s.kind = 'memory';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER memory_left_its_pairs AFTER DELETE ON memories
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION on_memory_left_its_pairs();
