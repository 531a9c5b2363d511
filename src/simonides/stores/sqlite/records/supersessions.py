"""Supersessions in SQLite: their statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.forms import SUPERSESSION_ROW
from simonides.stores.sql.records.supersessions import SupersessionSql
from simonides.stores.sqlite.statements import insert, update

_PAIR = f"SELECT {SUPERSESSION_ROW.selected} FROM supersessions"
_WANTED = """
    (:any_state OR state IN (SELECT value FROM json_each(:states))) AND (:cause IS NULL OR cause = :cause)
    AND (:kind IS NULL OR kind = :kind)
    AND (NOT :is_timely OR kind <> 'memory' OR state NOT IN ('proposed', 'later') OR NOT EXISTS (
        SELECT 1 FROM memories m WHERE m.id IN (older, newer) AND m.ended_at IS NOT NULL
    ))
    AND (NOT :is_timely OR kind <> 'entity' OR state NOT IN ('proposed', 'later') OR (
        EXISTS (SELECT 1 FROM entities WHERE folded = older UNION ALL SELECT 1 FROM entity_aliases WHERE folded = older)
        AND EXISTS (SELECT 1 FROM entities WHERE folded = newer UNION ALL SELECT 1 FROM entity_aliases WHERE folded = newer)
    ))
    AND (:wing IS NULL OR (kind = 'memory' AND (
        EXISTS (SELECT 1 FROM memories m JOIN places p ON p.id = m.place_id WHERE m.id IN (older, newer) AND p.wing = :wing)
        OR (:of_entities AND (SELECT count(*) FROM memories m WHERE m.id IN (older, newer)) < 2)
    )))
"""
_NAMED = "SELECT value FROM json_each(:ids)"

SUPERSESSIONS = SupersessionSql(
    insert=insert("supersessions", SUPERSESSION_ROW.written),
    update=update("supersessions", SUPERSESSION_ROW.written),
    delete="DELETE FROM supersessions WHERE id = :id",
    key="SELECT key FROM supersessions WHERE id = :id",
    by_id=f"{_PAIR} WHERE id = :id",
    by_key=f"{_PAIR} WHERE key = :key",
    any="SELECT 1 FROM supersessions LIMIT 1",
    # Each of the two conditions has an index, which one condition of both would not use.
    touching=f"""
        {_PAIR} WHERE key IN (
            SELECT key FROM supersessions WHERE older IN ({_NAMED}) UNION SELECT key FROM supersessions WHERE newer IN ({_NAMED})
        ) AND kind = :kind ORDER BY key LIMIT :limit
    """,
    page=f"{_PAIR} WHERE {_WANTED} ORDER BY key DESC LIMIT :limit OFFSET :offset",
    count=f"SELECT count(*) FROM supersessions WHERE {_WANTED}",
    after=f"{_PAIR} WHERE key > :key ORDER BY key LIMIT :limit",
)
