"""Supersessions in PostgreSQL: their statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.postgres.statements import insert, update
from simonides.stores.sql.forms import SUPERSESSION_ROW
from simonides.stores.sql.records.supersessions import SupersessionSql

_OURS = "palace = %(palace)s"
_PAIR = f"SELECT {SUPERSESSION_ROW.selected} FROM supersessions WHERE {_OURS}"
_WANTED = """
    (%(any_state)s OR state = ANY(%(states)s::text[])) AND (%(cause)s::text IS NULL OR cause = %(cause)s)
    AND (%(kind)s::text IS NULL OR kind = %(kind)s)
    AND (NOT %(is_timely)s OR kind <> 'memory' OR state NOT IN ('proposed', 'later') OR NOT EXISTS (
        SELECT 1 FROM memories m WHERE m.palace = %(palace)s AND m.id IN (older, newer) AND m.ended_at IS NOT NULL
    ))
    AND (NOT %(is_timely)s OR kind <> 'entity' OR state NOT IN ('proposed', 'later') OR (
        EXISTS (
            SELECT 1 FROM entities e WHERE e.palace = %(palace)s AND e.folded = older
            UNION ALL SELECT 1 FROM entity_aliases a WHERE a.palace = %(palace)s AND a.folded = older
        ) AND EXISTS (
            SELECT 1 FROM entities e WHERE e.palace = %(palace)s AND e.folded = newer
            UNION ALL SELECT 1 FROM entity_aliases a WHERE a.palace = %(palace)s AND a.folded = newer
        )
    ))
    AND (%(wing)s::text IS NULL OR (kind = 'memory' AND (
        EXISTS (
            SELECT 1 FROM memories m JOIN places p ON p.palace = m.palace AND p.id = m.place_id
            WHERE m.palace = %(palace)s AND m.id IN (older, newer) AND p.wing = %(wing)s
        )
        OR (%(of_entities)s AND (
            SELECT count(*) FROM memories m WHERE m.palace = %(palace)s AND m.id IN (older, newer)
        ) < 2)
    )))
"""
_KEYS = f"SELECT key FROM supersessions WHERE {_OURS}"

SUPERSESSIONS = SupersessionSql(
    insert=insert("supersessions", SUPERSESSION_ROW.written),
    update=update("supersessions", SUPERSESSION_ROW.written),
    delete=f"DELETE FROM supersessions WHERE {_OURS} AND id = %(id)s",
    key=f"{_KEYS} AND id = %(id)s",
    by_id=f"{_PAIR} AND id = %(id)s",
    by_key=f"{_PAIR} AND key = %(key)s",
    any=f"{_KEYS} LIMIT 1",
    # Each of the two conditions has an index, which one condition of both would not use.
    touching=f"""
        {_PAIR} AND key IN (
            {_KEYS} AND older = ANY(%(ids)s::text[]) UNION {_KEYS} AND newer = ANY(%(ids)s::text[])
        ) AND kind = %(kind)s ORDER BY key LIMIT %(limit)s
    """,
    page=f"{_PAIR} AND {_WANTED} ORDER BY key DESC LIMIT %(limit)s OFFSET %(offset)s",
    count=f"SELECT count(*) FROM supersessions WHERE {_OURS} AND {_WANTED}",
    after=f"{_PAIR} AND key > %(key)s ORDER BY key LIMIT %(limit)s",
)
