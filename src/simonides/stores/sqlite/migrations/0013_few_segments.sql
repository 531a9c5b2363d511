-- A look-up of a word reads every segment of a text index. Notes come one by one, and each is a segment of its own: left to itself
-- FTS5 gathers a dozen of them, so that a question takes three to seven times as long as over one. Merged in pairs, as soon as
-- there are two of a size, there are three or four; a write then costs 0.05 ms more.

INSERT INTO memory_text (memory_text, rank) VALUES ('automerge', 2);
INSERT INTO memory_text (memory_text, rank) VALUES ('crisismerge', 2);
INSERT INTO observation_text (observation_text, rank) VALUES ('automerge', 2);
INSERT INTO observation_text (observation_text, rank) VALUES ('crisismerge', 2);
INSERT INTO chunk_text (chunk_text, rank) VALUES ('automerge', 2);
INSERT INTO chunk_text (chunk_text, rank) VALUES ('crisismerge', 2);
