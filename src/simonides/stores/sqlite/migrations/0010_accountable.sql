-- Who made each change, and what stood there before.
--
-- A line names the client and the tool set beside the actor, and the act that it belongs to: the number of the first line of
-- its transaction. A line that changes or deletes a record keeps what was there, packed by the program. Its values stand in the
-- order in which the program reads that record; the text of a memory is left out where only something else of it changed.
-- Lines from before this script name no act and keep nothing.

ALTER TABLE changes ADD COLUMN client TEXT NOT NULL DEFAULT '';
ALTER TABLE changes ADD COLUMN toolset TEXT NOT NULL DEFAULT '';
ALTER TABLE changes ADD COLUMN act INTEGER NOT NULL DEFAULT 0;
ALTER TABLE changes ADD COLUMN former BLOB;
CREATE INDEX changes_with_former ON changes (seq) WHERE former IS NOT NULL;

-- Up to this line the log keeps the lines of records alone; caches that have read less load everything again.
INSERT INTO counters (name, value) SELECT 'trimmed', coalesce(
    (SELECT min(seq) - 1 FROM changes), (SELECT seq FROM sqlite_sequence WHERE name = 'changes'), 0
);

-- Since when the log tells everything about records; 0 for the palace's first day.
INSERT INTO counters (name, value)
SELECT 'history', iif(EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'changes' AND seq > 0), now_us(), 0);

DROP TRIGGER memory_added;

CREATE TRIGGER memory_added AFTER INSERT ON memories BEGIN
    INSERT INTO memory_text (rowid, words) VALUES (new.key, words(new.content));
    INSERT INTO memory_tags (tag, memory) SELECT DISTINCT value, new.key FROM json_each(new.tags) WHERE new.tags <> '[]';
    UPDATE counters SET value = value + CASE name
        WHEN 'memories' THEN 1
        WHEN 'words' THEN new.words
        WHEN 'embedded' THEN new.embedded
        ELSE new.ended_at IS NOT NULL END
    WHERE name IN ('memories', 'words', 'embedded', 'ended');
    INSERT INTO place_counts (place_id, count, ended_count, latest)
    VALUES (new.place_id, new.ended_at IS NULL, new.ended_at IS NOT NULL, iif(new.ended_at IS NULL, new.created_at, NULL))
    ON CONFLICT (place_id) DO UPDATE SET
        count = count + excluded.count,
        ended_count = ended_count + excluded.ended_count,
        latest = max(ifnull(latest, excluded.latest), ifnull(excluded.latest, latest));
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act)
    VALUES ('memory', new.id, new.key, 'add', now_us(), actor(), client(), toolset(), act());
END;

DROP TRIGGER memory_deleted;

CREATE TRIGGER memory_deleted AFTER DELETE ON memories BEGIN
    INSERT INTO memory_text (memory_text, rowid, words) VALUES ('delete', old.key, words(old.content));
    UPDATE counters SET value = value - CASE name
        WHEN 'memories' THEN 1
        WHEN 'words' THEN old.words
        WHEN 'embedded' THEN old.embedded
        ELSE old.ended_at IS NOT NULL END
    WHERE name IN ('memories', 'words', 'embedded', 'ended');
    UPDATE place_counts SET
        count = count - (old.ended_at IS NULL),
        ended_count = ended_count - (old.ended_at IS NOT NULL),
        latest = (SELECT max(created_at) FROM memories WHERE place_id = old.place_id AND ended_at IS NULL)
    WHERE place_id = old.place_id;
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act, former)
    VALUES ('memory', old.id, old.key, 'delete', now_us(), actor(), client(), toolset(), act(), former(
        old.id, old.content, (SELECT wing FROM places WHERE id = old.place_id),
        (SELECT room FROM places WHERE id = old.place_id), (SELECT hall FROM places WHERE id = old.place_id),
        old.created_at, old.author, old.role, old.conversation, old.position, old.event_time, old.source, old.chunk,
        old.added_by, old.tags, old.importance, old.kind, old.user_id, old.metadata, old.valid_from, old.ended_at,
        old.end_reason, old.superseded_by, old.accesses, old.accessed_at
    ));
END;

DROP TRIGGER memory_changed;

CREATE TRIGGER memory_changed AFTER UPDATE OF content, place_id, created_at, importance, kind, user_id, author, role, conversation,
    position, event_time, source, chunk, added_by, tags, metadata, valid_from, ended_at, end_reason, superseded_by ON memories BEGIN
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act, former)
    VALUES ('memory', new.id, new.key, 'change', now_us(), actor(), client(), toolset(), act(), former(
        old.id, iif(old.content IS new.content, NULL, old.content), (SELECT wing FROM places WHERE id = old.place_id),
        (SELECT room FROM places WHERE id = old.place_id), (SELECT hall FROM places WHERE id = old.place_id),
        old.created_at, old.author, old.role, old.conversation, old.position, old.event_time, old.source, old.chunk,
        old.added_by, old.tags, old.importance, old.kind, old.user_id, old.metadata, old.valid_from, old.ended_at,
        old.end_reason, old.superseded_by, old.accesses, old.accessed_at
    ));
END;

DROP TRIGGER entity_added;

CREATE TRIGGER entity_added AFTER INSERT ON entities BEGIN
    UPDATE counters SET value = value + 1 WHERE name = 'entities';
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act)
    VALUES ('entity', new.id, new.key, 'add', now_us(), actor(), client(), toolset(), act());
END;

DROP TRIGGER entity_changed;

CREATE TRIGGER entity_changed
AFTER UPDATE OF folded, name, type, summary, summary_updated_at, tags, user_id, created_at ON entities BEGIN
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act, former)
    VALUES ('entity', new.id, new.key, 'change', now_us(), actor(), client(), toolset(), act(), former(
        old.id, old.name, old.created_at, old.updated_at, old.type, old.summary, old.summary_updated_at, old.tags,
        old.user_id, old.next_ordinal
    ));
END;

DROP TRIGGER entity_deleted;

CREATE TRIGGER entity_deleted AFTER DELETE ON entities BEGIN
    UPDATE counters SET value = value - 1 WHERE name = 'entities';
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act, former)
    VALUES ('entity', old.id, old.key, 'delete', now_us(), actor(), client(), toolset(), act(), former(
        old.id, old.name, old.created_at, old.updated_at, old.type, old.summary, old.summary_updated_at, old.tags,
        old.user_id, old.next_ordinal
    ));
END;

DROP TRIGGER fact_added;

CREATE TRIGGER fact_added AFTER INSERT ON facts BEGIN
    UPDATE counters SET value = value + 1 WHERE name = 'facts' OR (name = 'current_facts' AND new.valid_to_end IS NULL);
    INSERT INTO predicate_counts (folded, predicate, count) VALUES (new.predicate_folded, new.predicate, 1)
    ON CONFLICT (folded) DO UPDATE SET count = count + 1;
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act)
    VALUES ('fact', new.id, new.key, 'add', now_us(), actor(), client(), toolset(), act());
END;

DROP TRIGGER fact_changed;

CREATE TRIGGER fact_changed AFTER UPDATE ON facts BEGIN
    UPDATE counters SET value = value + (new.valid_to_end IS NULL) - (old.valid_to_end IS NULL) WHERE name = 'current_facts';
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act, former)
    VALUES ('fact', new.id, new.key, 'change', now_us(), actor(), client(), toolset(), act(), former(
        old.id, (SELECT name FROM entities WHERE key = old.subject), old.predicate,
        (SELECT name FROM entities WHERE key = old.object), old.created_at, old.valid_from_text, old.valid_from_start,
        old.valid_from_end, old.valid_to_text, old.valid_to_start, old.valid_to_end, old.confidence, old.weight, old.source,
        (SELECT id FROM entities WHERE key = old.subject), (SELECT id FROM entities WHERE key = old.object)
    ));
END;

DROP TRIGGER fact_deleted;

CREATE TRIGGER fact_deleted AFTER DELETE ON facts BEGIN
    UPDATE counters SET value = value - 1 WHERE name = 'facts' OR (name = 'current_facts' AND old.valid_to_end IS NULL);
    UPDATE predicate_counts SET count = count - 1 WHERE folded = old.predicate_folded;
    DELETE FROM predicate_counts WHERE folded = old.predicate_folded AND count = 0;
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act, former)
    VALUES ('fact', old.id, old.key, 'delete', now_us(), actor(), client(), toolset(), act(), former(
        old.id, (SELECT name FROM entities WHERE key = old.subject), old.predicate,
        (SELECT name FROM entities WHERE key = old.object), old.created_at, old.valid_from_text, old.valid_from_start,
        old.valid_from_end, old.valid_to_text, old.valid_to_start, old.valid_to_end, old.confidence, old.weight, old.source,
        (SELECT id FROM entities WHERE key = old.subject), (SELECT id FROM entities WHERE key = old.object)
    ));
END;

DROP TRIGGER observation_added;

CREATE TRIGGER observation_added AFTER INSERT ON observations BEGIN
    INSERT INTO observation_text (rowid, words) VALUES (new.key, words(new.content));
    UPDATE counters SET value = value + CASE name
        WHEN 'observations' THEN 1
        WHEN 'observation_words' THEN new.words
        ELSE new.embedded END
    WHERE name IN ('observations', 'observation_words', 'observations_embedded');
    UPDATE entities SET
        observations = observations + 1,
        next_ordinal = max(next_ordinal, new.ordinal + 1),
        observed_at = max(ifnull(observed_at, new.updated_at), new.updated_at),
        updated_at = max(updated_at, new.updated_at)
    WHERE key = new.entity;
    INSERT INTO events (entity, operation, at) VALUES (new.entity, 'add_observation', now_us());
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act)
    SELECT 'observation', id || '/' || new.ordinal, new.key, 'add', now_us(), actor(), client(), toolset(), act()
    FROM entities WHERE key = new.entity;
END;

DROP TRIGGER observation_replaced;

CREATE TRIGGER observation_replaced AFTER UPDATE OF content ON observations WHEN old.content IS NOT new.content BEGIN
    INSERT INTO observation_text (observation_text, rowid, words) VALUES ('delete', old.key, words(old.content));
    INSERT INTO observation_text (rowid, words) VALUES (new.key, words(new.content));
    UPDATE entities SET observed_at = max(ifnull(observed_at, new.updated_at), new.updated_at),
        updated_at = max(updated_at, new.updated_at)
    WHERE key = new.entity;
    INSERT INTO events (entity, operation, at) VALUES (new.entity, 'replace_observation', now_us());
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act, former)
    SELECT 'observation', id || '/' || new.ordinal, new.key, 'change', now_us(), actor(), client(), toolset(), act(), former(
        old.key, old.ordinal, old.content, old.created_at, old.updated_at, (SELECT id FROM entities WHERE key = old.entity)
    ) FROM entities WHERE key = new.entity;
END;

DROP TRIGGER observation_deleted;

CREATE TRIGGER observation_deleted AFTER DELETE ON observations BEGIN
    INSERT INTO observation_text (observation_text, rowid, words) VALUES ('delete', old.key, words(old.content));
    UPDATE counters SET value = value - CASE name
        WHEN 'observations' THEN 1
        WHEN 'observation_words' THEN old.words
        ELSE old.embedded END
    WHERE name IN ('observations', 'observation_words', 'observations_embedded');
    UPDATE entities SET observations = observations - 1, updated_at = max(updated_at, now_us()) WHERE key = old.entity;
    INSERT INTO events (entity, operation, at)
    SELECT key, 'delete_observation', now_us() FROM entities WHERE key = old.entity;
    -- The node itself may be gone by now; whoever follows the log goes by the row.
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act, former)
    VALUES (
        'observation', ifnull((SELECT id FROM entities WHERE key = old.entity), '') || '/' || old.ordinal, old.key, 'delete',
        now_us(), actor(), client(), toolset(), act(), former(
            old.key, old.ordinal, old.content, old.created_at, old.updated_at, (SELECT id FROM entities WHERE key = old.entity)
        )
    );
END;
