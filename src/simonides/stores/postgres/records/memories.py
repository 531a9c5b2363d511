"""Memories in PostgreSQL: their statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.domain.memory import Facet
from simonides.stores.postgres.search.scopes import SCOPES
from simonides.stores.postgres.statements import COUNTERS, insert, update
from simonides.stores.sql.forms import MEMORY_ROW
from simonides.stores.sql.records.memories import DAY_NUMBER, MemorySql

_FROM = "FROM memories m JOIN places p ON p.palace = m.palace AND p.id = m.place_id WHERE m.palace = %(palace)s"
_MEMORY = f"SELECT {MEMORY_ROW.selected} {_FROM}"
_MEMORY_AND_KEY = f"SELECT {MEMORY_ROW.selected}, m.key {_FROM}"

_FROM_JOINED = "FROM memories m JOIN places p ON p.palace = m.palace AND p.id = m.place_id {joined} WHERE m.palace = %(palace)s"
_FACETS = {
    Facet.WING: 'p.wing COLLATE "C"',
    Facet.ROOM: 'p.room COLLATE "C"',
    Facet.TAG: 't.tag COLLATE "C"',
    Facet.AUTHOR: 'm.author COLLATE "C"',
    Facet.ROLE: 'm.role COLLATE "C"',
    Facet.KIND: 'm.kind COLLATE "C"',
    Facet.MONTH: DAY_NUMBER.format(rest="%%"),
    Facet.DAY: DAY_NUMBER.format(rest="%%"),
    Facet.ADDED_BY: 'm.added_by COLLATE "C"',
}

MEMORIES = MemorySql(
    insert=f"{insert('memories', (*MEMORY_ROW.written, 'embedded'))} ON CONFLICT (palace, id) DO NOTHING RETURNING id, key",
    update=update("memories", MEMORY_ROW.written),
    by_id=f"{_MEMORY} AND m.id = %(id)s",
    by_ids=f"{_MEMORY} AND m.id = ANY(%(ids)s)",
    by_keys=f"{_MEMORY_AND_KEY} AND m.key = ANY(%(keys)s::bigint[])",
    after=f"{_MEMORY_AND_KEY} AND m.key > %(key)s ORDER BY m.key LIMIT %(limit)s",
    # As SQLite does, rows without a conversation or position come first.
    read_from=f"""
        {_MEMORY} AND m.source = %(source)s
        ORDER BY m.conversation NULLS FIRST, m.position NULLS FIRST, m.chunk, m.key LIMIT 1000000
    """,
    keys="SELECT id, key FROM memories WHERE palace = %(palace)s AND id = ANY(%(ids)s)",
    before="SELECT key, content FROM memories WHERE palace = %(palace)s AND id = %(id)s",
    delete="DELETE FROM memories WHERE palace = %(palace)s AND id = %(id)s",
    drop_vectors="DELETE FROM vectors WHERE palace = %(palace)s AND memory = %(key)s",
    mark_pending="UPDATE memories SET embedded = false WHERE palace = %(palace)s AND key = %(key)s",
    touch="""
        UPDATE memories SET accesses = accesses + 1, accessed_at = greatest(accessed_at, %(moment)s)
        WHERE palace = %(palace)s AND key = ANY(%(keys)s::bigint[])
    """,
    keep_place="""
        INSERT INTO places (palace, wing, room, hall) VALUES (%(palace)s, %(wing)s, %(room)s, %(hall)s) ON CONFLICT DO NOTHING
    """,
    place_id="SELECT id FROM places WHERE palace = %(palace)s AND wing = %(wing)s AND room = %(room)s AND hall = %(hall)s",
    places="""
        SELECT p.wing, p.room, p.hall, c.count, c.latest
        FROM place_counts c JOIN places p ON p.palace = c.palace AND p.id = c.place_id
        WHERE c.palace = %(palace)s AND c.count > 0 ORDER BY p.wing, p.room, p.hall
    """,
    count_by_place="""
        SELECT sum(c.count)::bigint FROM place_counts c JOIN places p ON p.palace = c.palace AND p.id = c.place_id
        WHERE c.palace = %(palace)s AND (%(wing)s::text IS NULL OR p.wing = %(wing)s)
            AND (%(room)s::text IS NULL OR p.room = %(room)s) AND (%(hall)s::text IS NULL OR p.hall = %(hall)s)
    """,
    count="SELECT count(*) FROM memories m WHERE m.palace = %(palace)s AND {where}",
    totals=COUNTERS,
    same_text=f"""
        {_MEMORY} AND m.content_hash = %(hash)s AND m.content = %(content)s AND {{where}}
        ORDER BY m.created_at, m.key LIMIT %(limit)s
    """,
    page=f"""
        {_MEMORY} AND m.key IN (
            SELECT m.key FROM memories m WHERE m.palace = %(palace)s AND {{where}}
            ORDER BY {{order}} LIMIT %(limit)s OFFSET %(offset)s
        )
        ORDER BY {{order}} LIMIT %(limit)s
    """,
    tally=f"""
        SELECT {{value}}, count(*) {_FROM_JOINED} AND {{value}} IS NOT NULL AND {{where}}
        GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT %(limit)s
    """,
    dots=f"""
        SELECT m.key, p.wing, p.room, {{day}}, m.importance, m.added_by {_FROM}
        AND m.key > %(after)s AND {{where}} ORDER BY m.key LIMIT %(limit)s
    """,
    tags_joined="JOIN memory_tags t ON t.palace = m.palace AND t.memory = m.key",
    facets=_FACETS,
    scopes=SCOPES,
)
