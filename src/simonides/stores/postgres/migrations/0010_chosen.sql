-- What somebody chose to file is found without reading what was mined or saved by a hook.

CREATE INDEX memories_chosen ON memories (palace, created_at, key) WHERE ended_at IS NULL AND added_by NOT IN ('mine', 'hook');
CREATE INDEX memories_chosen_by_importance ON memories (palace, importance, created_at, key)
    WHERE ended_at IS NULL AND added_by NOT IN ('mine', 'hook');
CREATE INDEX memories_chosen_by_place ON memories (palace, place_id, importance, created_at, key)
    WHERE ended_at IS NULL AND added_by NOT IN ('mine', 'hook');
