-- What somebody chose to file is found without reading what was mined or saved by a hook.

CREATE INDEX memories_chosen ON memories (ended_at, created_at) WHERE ended_at IS NULL AND added_by NOT IN ('mine', 'hook');
CREATE INDEX memories_chosen_by_importance ON memories (ended_at, importance, created_at)
    WHERE ended_at IS NULL AND added_by NOT IN ('mine', 'hook');
CREATE INDEX memories_chosen_by_place ON memories (place_id, importance, created_at)
    WHERE ended_at IS NULL AND added_by NOT IN ('mine', 'hook');
