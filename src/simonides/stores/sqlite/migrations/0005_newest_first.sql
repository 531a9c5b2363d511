-- The newest memories, ended or not: `memories_by_time` serves only those that have not ended.

CREATE INDEX memories_by_creation ON memories (created_at);
