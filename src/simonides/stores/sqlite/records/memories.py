"""Memories in SQLite: their statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.domain.memory import Facet
from simonides.stores.sql.forms import MEMORY_ROW
from simonides.stores.sql.records.memories import DAY_NUMBER, MemorySql
from simonides.stores.sqlite.search.scopes import SCOPES
from simonides.stores.sqlite.statements import COUNTERS, insert, update

_FROM = "FROM memories m JOIN places p ON p.id = m.place_id"
_MEMORY = f"SELECT {MEMORY_ROW.selected} {_FROM}"
_MEMORY_AND_KEY = f"SELECT {MEMORY_ROW.selected}, m.key {_FROM}"

_FACETS = {
    Facet.WING: "p.wing",
    Facet.ROOM: "p.room",
    Facet.TAG: "t.tag",
    Facet.AUTHOR: "m.author",
    Facet.ROLE: "m.role",
    Facet.KIND: "m.kind",
    Facet.MONTH: DAY_NUMBER.format(rest="%"),
    Facet.DAY: DAY_NUMBER.format(rest="%"),
    Facet.ADDED_BY: "m.added_by",
}

MEMORIES = MemorySql(
    insert=f"{insert('memories', (*MEMORY_ROW.written, 'embedded'))} ON CONFLICT (id) DO NOTHING RETURNING id, key",
    update=update("memories", MEMORY_ROW.written),
    by_id=f"{_MEMORY} WHERE m.id = :id",
    by_ids=f"{_MEMORY} WHERE m.id IN (SELECT value FROM json_each(:ids))",
    by_keys=f"{_MEMORY_AND_KEY} WHERE m.key IN (SELECT value FROM json_each(:keys))",
    after=f"{_MEMORY_AND_KEY} WHERE m.key > :key ORDER BY m.key LIMIT :limit",
    read_from=f"{_MEMORY} WHERE m.source = :source ORDER BY m.conversation, m.position, m.chunk, m.key LIMIT 1000000",
    keys="SELECT id, key FROM memories WHERE id IN (SELECT value FROM json_each(:ids))",
    before="SELECT key, content FROM memories WHERE id = :id",
    delete="DELETE FROM memories WHERE id = :id",
    drop_vectors="DELETE FROM vectors WHERE memory = :key",
    mark_pending="UPDATE memories SET embedded = 0 WHERE key = :key",
    touch="""
        UPDATE memories SET accesses = accesses + 1, accessed_at = max(ifnull(accessed_at, :moment), :moment)
        WHERE key IN (SELECT value FROM json_each(:keys))
    """,
    keep_place="INSERT INTO places (wing, room, hall) VALUES (:wing, :room, :hall) ON CONFLICT DO NOTHING",
    place_id="SELECT id FROM places WHERE wing = :wing AND room = :room AND hall = :hall",
    places="""
        SELECT p.wing, p.room, p.hall, c.count, c.latest FROM place_counts c JOIN places p ON p.id = c.place_id
        WHERE c.count > 0 ORDER BY p.wing, p.room, p.hall
    """,
    count_by_place="""
        SELECT sum(c.count) FROM place_counts c JOIN places p ON p.id = c.place_id
        WHERE (:wing IS NULL OR p.wing = :wing) AND (:room IS NULL OR p.room = :room) AND (:hall IS NULL OR p.hall = :hall)
    """,
    count=f"SELECT count(*) {_FROM} WHERE {{where}}",
    totals=COUNTERS,
    # Without the hint SQLite reads every memory that has not ended: the index of times has their order.
    same_text=f"""
        SELECT {MEMORY_ROW.selected} FROM memories m INDEXED BY memories_by_text JOIN places p ON p.id = m.place_id
        WHERE m.content_hash = :hash AND m.content = :content AND {{where}} ORDER BY m.created_at, m.key LIMIT :limit
    """,
    page=f"""
        {_MEMORY} WHERE m.key IN (SELECT m.key {_FROM} WHERE {{where}} ORDER BY {{order}} LIMIT :limit OFFSET :offset)
        ORDER BY {{order}} LIMIT :limit
    """,
    tally=f"""
        SELECT {{value}}, count(*) {_FROM} {{joined}} WHERE {{value}} IS NOT NULL AND {{where}}
        GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT :limit
    """,
    dots=f"""
        SELECT m.key, p.wing, p.room, {{day}}, m.importance, m.added_by {_FROM}
        WHERE m.key > :after AND {{where}} ORDER BY m.key LIMIT :limit
    """,
    tags_joined="JOIN memory_tags t ON t.memory = m.key",
    facets=_FACETS,
    scopes=SCOPES,
)
