-- Further names of an entity: the names of those that were merged into it. Whoever asks for one of them finds the entity.

ALTER TABLE entities ADD COLUMN aliases text[] NOT NULL DEFAULT '{}';

-- The folded aliases, so that a look-up by name reads an index; the program writes them with the entity.
CREATE TABLE entity_aliases (
    palace bigint NOT NULL,
    folded text COLLATE "C" NOT NULL,
    entity bigint NOT NULL,
    PRIMARY KEY (palace, folded),
    FOREIGN KEY (palace, entity) REFERENCES entities (palace, key) ON DELETE CASCADE
);

CREATE INDEX entity_aliases_of ON entity_aliases (palace, entity);

ALTER TABLE entity_aliases ENABLE ROW LEVEL SECURITY;
ALTER TABLE entity_aliases FORCE ROW LEVEL SECURITY;
CREATE POLICY own_palace ON entity_aliases USING (palace = current_palace());

-- Whoever may work on entities may work on their names, and is held to the same palace.
DO $$
DECLARE
    granted regrole;
    held record;
BEGIN
    FOR granted IN
        SELECT DISTINCT a.grantee FROM pg_class c, aclexplode(c.relacl) a
        WHERE c.oid = 'entities'::regclass AND a.privilege_type = 'INSERT' AND a.grantee NOT IN (0, c.relowner)
    LOOP
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON entity_aliases TO %s', granted);
    END LOOP;
    FOR held IN
        SELECT p.policyname, p.roles[1] AS role, p.qual FROM pg_policies p
        WHERE p.schemaname = current_schema() AND p.tablename = 'entities' AND p.permissive = 'RESTRICTIVE'
    LOOP
        EXECUTE format(
            'CREATE POLICY %I ON entity_aliases AS RESTRICTIVE TO %I USING (%s) WITH CHECK (%s)',
            held.policyname, held.role, held.qual, held.qual
        );
    END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION on_entity_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(ARRAY['entities'], ARRAY[-count(*)]) FROM gone;
    INSERT INTO events (palace, key, entity, operation, at)
    SELECT palace, nextval('events_key_seq'), NULL, 'delete_node', now_us() FROM gone ORDER BY key;
    PERFORM log_changes(
        'entity', array_agg(g.id ORDER BY g.key), array_agg(g.key ORDER BY g.key), 'delete', array_agg(json_build_array(
            g.id, g.name, g.created_at, g.updated_at, g.type, g.summary, g.summary_updated_at, g.tags, g.user_id,
            g.next_ordinal, g.aliases
        )::text ORDER BY g.key)
    ) FROM gone g;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION on_entity_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF old.summary IS DISTINCT FROM new.summary THEN
        INSERT INTO events (palace, key, entity, operation, at)
        VALUES (new.palace, nextval('events_key_seq'), new.key, 'set_summary', now_us());
    END IF;
    IF old.tags <> new.tags THEN
        INSERT INTO events (palace, key, entity, operation, at)
        VALUES (new.palace, nextval('events_key_seq'), new.key, 'set_tags', now_us());
    END IF;
    PERFORM log_changes('entity', ARRAY[new.id], ARRAY[new.key], 'change', ARRAY[json_build_array(
            old.id, old.name, old.created_at, old.updated_at, old.type, old.summary, old.summary_updated_at, old.tags,
            old.user_id, old.next_ordinal, old.aliases
        )::text]);
    RETURN NULL;
END
$$;

DROP TRIGGER entity_changed ON entities;

CREATE TRIGGER entity_changed
AFTER UPDATE OF folded, name, type, summary, summary_updated_at, tags, user_id, created_at, aliases ON entities
FOR EACH ROW EXECUTE FUNCTION on_entity_changed();
