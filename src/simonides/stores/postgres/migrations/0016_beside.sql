-- What is written from other rows of the palace is written by functions, which run where the palace lies. A coordinator plans an
-- INSERT … SELECT for every part of the table, and so waits for any palace that is being moved.

-- Positions of words, in blocks of 512; each text comes as its words, with blanks between them.
CREATE FUNCTION add_postings(of_kind text, documents bigint[], texts text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO postings (palace, document, block, kind, word, places)
    SELECT current_palace(), t.key, (w.number - 1) >> 9, of_kind, w.word,
        string_agg(int2send(((w.number - 1) & 511)::smallint), ''::bytea ORDER BY w.number)
    FROM unnest(documents, texts) AS t (key, words), string_to_table(t.words, ' ') WITH ORDINALITY AS w (word, number)
    GROUP BY t.key, w.word, (w.number - 1) >> 9;
END
$$;

CREATE FUNCTION add_mentions(memory_keys bigint[], entity_ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO mentions (palace, memory, entity)
    SELECT m.palace, m.key, e.key FROM memories m JOIN entities e ON e.palace = m.palace
    WHERE m.palace = current_palace() AND m.key = ANY(memory_keys) AND e.id = ANY(entity_ids) ON CONFLICT DO NOTHING;
END
$$;

CREATE FUNCTION add_observation_mentions(observation_keys bigint[], entity_ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO observation_mentions (palace, node, entity, observation)
    SELECT o.palace, o.entity, e.key, o.key FROM observations o JOIN entities e ON e.palace = o.palace AND e.key <> o.entity
    WHERE o.palace = current_palace() AND o.key = ANY(observation_keys) AND e.id = ANY(entity_ids) ON CONFLICT DO NOTHING;
END
$$;

CREATE FUNCTION add_aliases(entity_id text, names text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO entity_aliases (palace, folded, entity)
    SELECT e.palace, n.name, e.key FROM entities e, unnest(names) AS n (name)
    WHERE e.palace = current_palace() AND e.id = entity_id ON CONFLICT DO NOTHING;
END
$$;

CREATE FUNCTION add_to_closet(word text, memory_key bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO closets (palace, keyword, memory)
    SELECT m.palace, word, m.key FROM memories m WHERE m.palace = current_palace() AND m.key = memory_key;
END
$$;

-- When vectors cancel out, the node has no mean and resembles nothing.
CREATE FUNCTION add_means(nodes bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO node_vectors (palace, entity, perspective, vector)
    SELECT o.palace, o.entity, v.perspective, l2_normalize(avg(v.vector))
    FROM observations o JOIN observation_vectors v ON v.palace = o.palace AND v.observation = o.key
    WHERE o.palace = current_palace() AND o.entity = ANY(nodes)
    GROUP BY o.palace, o.entity, v.perspective;
END
$$;

-- As if every memory had just changed.
CREATE FUNCTION dream_anew() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM undreamt WHERE palace = current_palace();
    INSERT INTO undreamt (palace, mark, memory)
    SELECT m.palace, nextval('undreamt_mark_seq'), m.key FROM memories m
    WHERE m.palace = current_palace() AND m.ended_at IS NULL ORDER BY m.key;
END
$$;
