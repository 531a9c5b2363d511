-- Further names of an entity: the names of those that were merged into it. Whoever asks for one of them finds the entity.

ALTER TABLE entities ADD COLUMN aliases TEXT NOT NULL DEFAULT '[]';

-- The folded aliases, so that a look-up by name reads an index; the program writes them with the entity.
CREATE TABLE entity_aliases (
    folded TEXT PRIMARY KEY,
    entity INTEGER NOT NULL REFERENCES entities (key) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE INDEX entity_aliases_of ON entity_aliases (entity);

DROP TRIGGER entity_changed;

CREATE TRIGGER entity_changed
AFTER UPDATE OF folded, name, type, summary, summary_updated_at, tags, user_id, created_at, aliases ON entities BEGIN
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act, former)
    VALUES ('entity', new.id, new.key, 'change', now_us(), actor(), client(), toolset(), act(), former(
        old.id, old.name, old.created_at, old.updated_at, old.type, old.summary, old.summary_updated_at, old.tags,
        old.user_id, old.next_ordinal, old.aliases
    ));
END;

DROP TRIGGER entity_deleted;

CREATE TRIGGER entity_deleted AFTER DELETE ON entities BEGIN
    UPDATE counters SET value = value - 1 WHERE name = 'entities';
    INSERT INTO changes (kind, id, row, operation, at, actor, client, toolset, act, former)
    VALUES ('entity', old.id, old.key, 'delete', now_us(), actor(), client(), toolset(), act(), former(
        old.id, old.name, old.created_at, old.updated_at, old.type, old.summary, old.summary_updated_at, old.tags,
        old.user_id, old.next_ordinal, old.aliases
    ));
END;
