-- Observations are also read as memories: by time, and counted by the type of their entity.

CREATE INDEX observations_by_time ON observations (palace, created_at, key);
CREATE INDEX entities_observed ON entities (palace, type, observations, observed_at) WHERE observations > 0;
