-- Entities are also found by their summaries, the latest first.

CREATE INDEX entities_summarised ON entities (palace, summary_updated_at DESC NULLS LAST, key DESC) WHERE summary IS NOT NULL;
