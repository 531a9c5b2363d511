-- Entities are also found by their summaries, the latest first.

CREATE INDEX entities_summarised ON entities (summary_updated_at) WHERE summary IS NOT NULL;
