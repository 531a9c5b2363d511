"""Observations in SQLite: their statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.forms import OBSERVATION_ROW
from simonides.stores.sql.records.observations import OBSERVATION_COLUMNS, ObservationSql
from simonides.stores.sqlite.statements import COUNTERS, insert

_OBSERVATION = f"SELECT {OBSERVATION_COLUMNS} FROM observations"

_FACE = """
    FROM observations o JOIN entities e ON e.key = o.entity
    WHERE (:room IS NULL OR e.type = :room) AND (:user_id IS NULL OR e.user_id = :user_id)
        AND (:source IS NULL OR e.name = :source)
        AND (:tag IS NULL OR e.name = :tag OR EXISTS (SELECT 1 FROM json_each(e.tags) WHERE value = :tag))
        AND (:since IS NULL OR o.created_at >= :since) AND (:until IS NULL OR o.created_at < :until)
        AND (:valid_at IS NULL OR o.created_at <= :valid_at)
"""

OBSERVATIONS = ObservationSql(
    next_ordinal="SELECT next_ordinal FROM entities WHERE key = :node",
    raise_next="UPDATE entities SET next_ordinal = max(next_ordinal, :next) WHERE key = :node",
    insert=insert("observations", OBSERVATION_ROW.written),
    ordinals="SELECT ordinal FROM observations WHERE entity = :node",
    from_ordinal=f"{_OBSERVATION} WHERE entity = :node AND ordinal >= :first ORDER BY ordinal",
    of=f"{_OBSERVATION} WHERE entity IN (SELECT value FROM json_each(:nodes)) ORDER BY entity, ordinal",
    last=f"{_OBSERVATION} WHERE entity = :node ORDER BY ordinal DESC LIMIT :limit",
    at=f"{_OBSERVATION} WHERE key IN (SELECT value FROM json_each(:keys)) ORDER BY key",
    one=f"{_OBSERVATION} WHERE entity = :node AND ordinal = :ordinal",
    replace="UPDATE observations SET content = :content, words = :words, updated_at = :updated_at, embedded = 0 WHERE key = :key",
    drop_vectors="DELETE FROM observation_vectors WHERE observation = :key",
    delete="DELETE FROM observations WHERE entity = :node AND ordinal IN (SELECT value FROM json_each(:ordinals))",
    forget_mentions="DELETE FROM observation_mentions WHERE observation IN (SELECT value FROM json_each(:keys))",
    set_mentions="""
        INSERT INTO observation_mentions (node, entity, observation)
        SELECT o.entity, e.key, o.key FROM observations o, entities e
        WHERE o.key = :key AND e.id IN (SELECT value FROM json_each(:ids)) AND e.key <> o.entity
        ON CONFLICT DO NOTHING
    """,
    add_mentions="""
        INSERT INTO observation_mentions (node, entity, observation)
        SELECT o.entity, e.key, o.key FROM observations o, entities e
        WHERE e.id = :id AND o.key IN (SELECT value FROM json_each(:keys)) AND e.key <> o.entity
        ON CONFLICT DO NOTHING
    """,
    newest=f"SELECT o.key {_FACE} ORDER BY o.created_at DESC, o.key DESC LIMIT :limit OFFSET :offset",
    oldest=f"SELECT o.key {_FACE} ORDER BY o.created_at, o.key LIMIT :limit OFFSET :offset",
    inside=f"SELECT o.key {_FACE} AND o.key IN (SELECT value FROM json_each(:keys)) ORDER BY o.key",
    count=f"SELECT count(*) {_FACE}",
    totals=COUNTERS,
    places="""
        SELECT type, sum(observations), max(observed_at) FROM entities WHERE observations > 0 GROUP BY type ORDER BY type
    """,
)
