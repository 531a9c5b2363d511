-- A fact is current until its end comes. Those whose end is named are found by it, like open facts, from both of their ends;
-- the first index holds all that tells whether one is current, so that counting reads no facts.
CREATE INDEX facts_ending ON facts (palace, valid_to_start, valid_to_end, valid_from_start) WHERE valid_to_start IS NOT NULL;
CREATE INDEX facts_ending_outgoing ON facts (palace, subject, valid_to_start) WHERE valid_to_start IS NOT NULL;
CREATE INDEX facts_ending_incoming ON facts (palace, object, valid_to_start) WHERE valid_to_start IS NOT NULL;

-- What a record said at a moment stands in the first line about it after that.
CREATE INDEX changes_of_record ON changes (palace, kind, id, seq) WHERE former IS NOT NULL;
