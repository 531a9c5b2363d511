-- A look-up of a word reads every segment of a text index. Notes come one by one, and each is a segment of its own: left to itself
-- FTS5 gathers a dozen of them. It merges sooner, a bounded number of pages with each write, so that there are half as many.

INSERT INTO memory_text (memory_text, rank) VALUES ('automerge', 2);
INSERT INTO observation_text (observation_text, rank) VALUES ('automerge', 2);
INSERT INTO chunk_text (chunk_text, rank) VALUES ('automerge', 2);
