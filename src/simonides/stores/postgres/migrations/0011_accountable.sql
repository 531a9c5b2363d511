-- Who made each change, and what stood there before.
--
-- A line names the client and the tool set beside the actor, and the act that it belongs to: the number of the first line of
-- its transaction. A line that changes or deletes a record keeps what was there, in the order in which the program reads that
-- record; the text of a memory is left out where only something else of it changed. Lines from before this script name no act
-- and keep nothing.

ALTER TABLE changes ADD COLUMN client text NOT NULL DEFAULT '';
ALTER TABLE changes ADD COLUMN toolset text NOT NULL DEFAULT '';
ALTER TABLE changes ADD COLUMN act bigint NOT NULL DEFAULT 0;
ALTER TABLE changes ADD COLUMN former text;
CREATE INDEX changes_with_former ON changes (palace, seq) WHERE former IS NOT NULL;
-- Compressed as soon as it is longer than this many bytes.
ALTER TABLE changes SET (toast_tuple_target = 256);

-- Up to which line the log keeps the lines of records alone, and since when it tells everything about them; 0 for the first day.
CREATE OR REPLACE FUNCTION on_palace_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('simonides.palace', new.id::text, true);
    INSERT INTO counters (palace, name) SELECT new.id, unnest(ARRAY[
        'changes', 'memories', 'ended', 'words', 'embedded', 'vectors', 'entities', 'facts', 'current_facts',
        'dreams', 'dream_ms', 'dream_embedded', 'dream_merged', 'dream_closets', 'dream_trimmed',
        'observations', 'observation_words', 'observations_embedded', 'chunks', 'chunk_words', 'chunks_embedded',
        'trimmed', 'history'
    ]);
    RETURN NULL;
END
$$;

DO $$
DECLARE
    found bigint;
BEGIN
    FOR found IN SELECT id FROM palaces ORDER BY id LOOP
        PERFORM set_config('simonides.palace', found::text, true);
        INSERT INTO counters (palace, name, value) VALUES (found, 'trimmed', 0), (found, 'history', 0);
        UPDATE counters SET value = (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
        WHERE palace = found AND name = 'history' AND EXISTS (
            SELECT 1 FROM counters c WHERE c.palace = found AND c.name = 'changes' AND c.value > 0
        );
    END LOOP;
    PERFORM set_config('simonides.palace', '', true);
END
$$;

CREATE FUNCTION current_part(name text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(current_setting('simonides.' || name, true), '')
$$;

DROP FUNCTION log_changes(text, text[], bigint[], text);

-- The palace's own writers wait for each other, so numbers are given out in the order of commits.
CREATE FUNCTION log_changes(kind text, ids text[], keys bigint[], operation text, formers text[] DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    last bigint;
BEGIN
    IF coalesce(cardinality(ids), 0) = 0 THEN
        RETURN;
    END IF;
    UPDATE counters c SET value = c.value + cardinality(ids) WHERE c.palace = current_palace() AND c.name = 'changes'
    RETURNING c.value INTO last;
    IF current_part('act') = '' THEN
        PERFORM set_config('simonides.act', (last - cardinality(ids) + 1)::text, true);
    END IF;
    INSERT INTO changes (palace, seq, kind, id, row, operation, at, actor, client, toolset, act, former)
    SELECT current_palace(), last - cardinality(ids) + n.number, kind, n.id, n.key, operation, now_us(), current_actor(),
        current_part('client'), current_part('toolset'), current_part('act')::bigint, n.former
    FROM unnest(ids, keys, formers) WITH ORDINALITY AS n (id, key, former, number);
END
$$;

CREATE OR REPLACE FUNCTION on_memory_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM postings p USING gone g WHERE p.palace = g.palace AND p.kind::text = 'm' AND p.document = g.key;
    PERFORM count_up(
        ARRAY['memories', 'words', 'embedded', 'ended'],
        ARRAY[-count(*), -coalesce(sum(words), 0), -count(*) FILTER (WHERE embedded), -count(ended_at)]
    ) FROM gone;
    UPDATE place_counts c SET
        count = c.count - g.count,
        ended_count = c.ended_count - g.ended_count,
        latest = (
            SELECT max(m.created_at) FROM memories m
            WHERE m.palace = c.palace AND m.place_id = c.place_id AND m.ended_at IS NULL
        )
    FROM (
        SELECT palace, place_id, count(*) - count(ended_at) AS count, count(ended_at) AS ended_count
        FROM gone GROUP BY palace, place_id
    ) g WHERE c.palace = g.palace AND c.place_id = g.place_id;
    PERFORM log_changes(
        'memory', array_agg(g.id ORDER BY g.key), array_agg(g.key ORDER BY g.key), 'delete', array_agg(json_build_array(
            g.id, g.content, p.wing, p.room, p.hall, g.created_at, g.author, g.role, g.conversation, g.position,
            g.event_time, g.source, g.chunk, g.added_by, g.tags, g.importance, g.kind, g.user_id, g.metadata, g.valid_from,
            g.ended_at, g.end_reason, g.superseded_by, g.accesses, g.accessed_at
        )::text ORDER BY g.key)
    ) FROM gone g LEFT JOIN places p ON p.palace = g.palace AND p.id = g.place_id;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION on_memory_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM log_changes('memory', ARRAY[new.id], ARRAY[new.key], 'change', ARRAY[json_build_array(
            old.id, CASE WHEN old.content <> new.content THEN old.content END, p.wing, p.room, p.hall, old.created_at,
            old.author, old.role, old.conversation, old.position, old.event_time, old.source, old.chunk, old.added_by,
            old.tags, old.importance, old.kind, old.user_id, old.metadata, old.valid_from, old.ended_at, old.end_reason,
            old.superseded_by, old.accesses, old.accessed_at
        )::text])
    FROM places p WHERE p.palace = old.palace AND p.id = old.place_id;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION on_entity_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(ARRAY['entities'], ARRAY[-count(*)]) FROM gone;
    INSERT INTO events (palace, entity, operation, at) SELECT palace, NULL, 'delete_node', now_us() FROM gone ORDER BY key;
    PERFORM log_changes(
        'entity', array_agg(g.id ORDER BY g.key), array_agg(g.key ORDER BY g.key), 'delete', array_agg(json_build_array(
            g.id, g.name, g.created_at, g.updated_at, g.type, g.summary, g.summary_updated_at, g.tags, g.user_id,
            g.next_ordinal
        )::text ORDER BY g.key)
    ) FROM gone g;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION on_entity_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF old.summary IS DISTINCT FROM new.summary THEN
        INSERT INTO events (palace, entity, operation, at) VALUES (new.palace, new.key, 'set_summary', now_us());
    END IF;
    IF old.tags <> new.tags THEN
        INSERT INTO events (palace, entity, operation, at) VALUES (new.palace, new.key, 'set_tags', now_us());
    END IF;
    PERFORM log_changes('entity', ARRAY[new.id], ARRAY[new.key], 'change', ARRAY[json_build_array(
            old.id, old.name, old.created_at, old.updated_at, old.type, old.summary, old.summary_updated_at, old.tags,
            old.user_id, old.next_ordinal
        )::text]);
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION on_fact_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(ARRAY['facts', 'current_facts'], ARRAY[-count(*), count(valid_to_end) - count(*)]) FROM gone;
    UPDATE predicate_counts c SET count = c.count - g.count
    FROM (SELECT palace, predicate_folded, count(*) AS count FROM gone GROUP BY palace, predicate_folded) g
    WHERE c.palace = g.palace AND c.folded = g.predicate_folded;
    DELETE FROM predicate_counts c USING gone g WHERE c.palace = g.palace AND c.folded = g.predicate_folded AND c.count = 0;
    INSERT INTO events (palace, entity, operation, at)
    SELECT e.palace, e.key, 'delete_relation', now_us() FROM gone g JOIN entities e ON e.palace = g.palace AND e.key = g.subject
    ORDER BY g.key;
    PERFORM log_changes(
        'fact', array_agg(g.id ORDER BY g.key), array_agg(g.key ORDER BY g.key), 'delete', array_agg(json_build_array(
            g.id, s.name, g.predicate, o.name, g.created_at, g.valid_from_text, g.valid_from_start, g.valid_from_end,
            g.valid_to_text, g.valid_to_start, g.valid_to_end, g.confidence, g.weight, g.source, s.id, o.id
        )::text ORDER BY g.key)
    ) FROM gone g LEFT JOIN entities s ON s.palace = g.palace AND s.key = g.subject
    LEFT JOIN entities o ON o.palace = g.palace AND o.key = g.object;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION on_fact_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM count_up(ARRAY['current_facts'], ARRAY[(new.valid_to_end IS NULL)::int - (old.valid_to_end IS NULL)::int]);
    IF old.valid_to_end IS NULL AND new.valid_to_end IS NOT NULL THEN
        INSERT INTO events (palace, entity, operation, at) VALUES (new.palace, new.subject, 'end_relation', now_us());
    END IF;
    IF old.predicate <> new.predicate OR old.predicate_folded <> new.predicate_folded THEN
        UPDATE predicate_counts SET count = count - 1 WHERE palace = old.palace AND folded = old.predicate_folded;
        DELETE FROM predicate_counts WHERE palace = old.palace AND folded = old.predicate_folded AND count = 0;
        INSERT INTO predicate_counts AS c (palace, folded, predicate, count)
        VALUES (new.palace, new.predicate_folded, new.predicate, 1)
        ON CONFLICT (palace, folded) DO UPDATE SET count = c.count + 1;
        INSERT INTO events (palace, entity, operation, at) VALUES (new.palace, new.subject, 'update_relation_type', now_us());
    END IF;
    PERFORM log_changes('fact', ARRAY[new.id], ARRAY[new.key], 'change', ARRAY[json_build_array(
            old.id, s.name, old.predicate, o.name, old.created_at, old.valid_from_text, old.valid_from_start,
            old.valid_from_end, old.valid_to_text, old.valid_to_start, old.valid_to_end, old.confidence, old.weight,
            old.source, s.id, o.id
        )::text])
    FROM entities s, entities o
    WHERE s.palace = old.palace AND s.key = old.subject AND o.palace = old.palace AND o.key = old.object;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION on_observation_replaced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE entities e SET observed_at = greatest(e.observed_at, new.updated_at), updated_at = greatest(e.updated_at, new.updated_at)
    WHERE e.palace = new.palace AND e.key = new.entity;
    INSERT INTO events (palace, entity, operation, at) VALUES (new.palace, new.entity, 'replace_observation', now_us());
    PERFORM log_changes(
        'observation', ARRAY[e.id || '/' || new.ordinal], ARRAY[new.key], 'change',
        ARRAY[json_build_array(old.key, old.ordinal, old.content, old.created_at, old.updated_at, e.id)::text]
    )
    FROM entities e WHERE e.palace = new.palace AND e.key = new.entity;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION on_observation_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM postings p USING gone g WHERE p.palace = g.palace AND p.kind::text = 'o' AND p.document = g.key;
    PERFORM count_up(
        ARRAY['observations', 'observation_words', 'observations_embedded'],
        ARRAY[-count(*), -coalesce(sum(words), 0), -count(*) FILTER (WHERE embedded)]
    ) FROM gone;
    UPDATE entities e SET observations = e.observations - g.count, updated_at = greatest(e.updated_at, now_us())
    FROM (SELECT palace, entity, count(*) AS count FROM gone GROUP BY palace, entity) g
    WHERE e.palace = g.palace AND e.key = g.entity;
    INSERT INTO events (palace, entity, operation, at)
    SELECT e.palace, e.key, 'delete_observation', now_us() FROM gone g JOIN entities e ON e.palace = g.palace AND e.key = g.entity
    ORDER BY g.key;
    -- The node itself may be gone by now; whoever follows the log goes by the row.
    PERFORM log_changes(
        'observation', array_agg(coalesce(e.id, '') || '/' || g.ordinal ORDER BY g.key), array_agg(g.key ORDER BY g.key), 'delete',
        array_agg(json_build_array(g.key, g.ordinal, g.content, g.created_at, g.updated_at, e.id)::text ORDER BY g.key)
    ) FROM gone g LEFT JOIN entities e ON e.palace = g.palace AND e.key = g.entity;
    RETURN NULL;
END
$$;
