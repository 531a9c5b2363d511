-- Every line about a record is looked for by the record, the first one as well, and what was undone by its kind.
DROP INDEX changes_of_record;
CREATE INDEX changes_of_record ON changes (palace, kind, id, seq)
    WHERE kind IN ('memory', 'entity', 'fact', 'observation', 'supersession', 'undo');

-- What happened since a moment, and what was deleted last, is found without reading the log from its beginning.
CREATE INDEX changes_by_time ON changes (palace, at) WHERE kind IN ('memory', 'entity', 'fact', 'observation', 'supersession');
CREATE INDEX changes_binned ON changes (palace, seq) WHERE kind = 'memory' AND operation = 'delete' AND former IS NOT NULL;
