-- Observations are also read as memories: by time, and counted by the type of their entity.

CREATE INDEX observations_by_time ON observations (created_at);
CREATE INDEX entities_observed ON entities (type, observations, observed_at) WHERE observations > 0;
