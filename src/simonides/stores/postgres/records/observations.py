"""Observations in PostgreSQL: their statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.postgres.statements import COUNTERS, insert, run_beside
from simonides.stores.sql.forms import OBSERVATION_ROW
from simonides.stores.sql.records.observations import OBSERVATION_COLUMNS, ObservationSql

_OBSERVATION = f"SELECT {OBSERVATION_COLUMNS} FROM observations WHERE palace = %(palace)s"
_FACE = """
    FROM observations o JOIN entities e ON e.palace = o.palace AND e.key = o.entity
    WHERE o.palace = %(palace)s AND (%(room)s::text IS NULL OR e.type = %(room)s)
        AND (%(user_id)s::text IS NULL OR e.user_id = %(user_id)s) AND (%(source)s::text IS NULL OR e.name = %(source)s)
        AND (%(tag)s::text IS NULL OR e.name = %(tag)s OR %(tag)s = ANY(e.tags))
        AND (%(since)s::bigint IS NULL OR o.created_at >= %(since)s) AND (%(until)s::bigint IS NULL OR o.created_at < %(until)s)
        AND (%(valid_at)s::bigint IS NULL OR o.created_at <= %(valid_at)s)
"""

OBSERVATIONS = ObservationSql(
    next_ordinal="SELECT next_ordinal FROM entities WHERE palace = %(palace)s AND key = %(node)s",
    raise_next="""
        UPDATE entities SET next_ordinal = greatest(next_ordinal, %(next)s) WHERE palace = %(palace)s AND key = %(node)s
    """,
    insert=insert("observations", OBSERVATION_ROW.written),
    ordinals="SELECT ordinal FROM observations WHERE palace = %(palace)s AND entity = %(node)s",
    from_ordinal=f"{_OBSERVATION} AND entity = %(node)s AND ordinal >= %(first)s ORDER BY ordinal",
    of=f"{_OBSERVATION} AND entity = ANY(%(nodes)s::bigint[]) ORDER BY entity, ordinal",
    last=f"{_OBSERVATION} AND entity = %(node)s ORDER BY ordinal DESC LIMIT %(limit)s",
    at=f"{_OBSERVATION} AND key = ANY(%(keys)s::bigint[]) ORDER BY key",
    one=f"{_OBSERVATION} AND entity = %(node)s AND ordinal = %(ordinal)s",
    replace="""
        UPDATE observations SET content = %(content)s, words = %(words)s, updated_at = %(updated_at)s, embedded = false
        WHERE palace = %(palace)s AND key = %(key)s
    """,
    drop_vectors="DELETE FROM observation_vectors WHERE palace = %(palace)s AND observation = %(key)s",
    delete="""
        DELETE FROM observations
        WHERE palace = %(palace)s AND entity = %(node)s AND ordinal = ANY(%(ordinals)s::bigint[])
    """,
    forget_mentions="""
        DELETE FROM observation_mentions WHERE palace = %(palace)s AND observation = ANY(%(keys)s::bigint[])
    """,
    set_mentions=run_beside("add_observation_mentions(ARRAY[%(key)s::bigint], %(ids)s::text[])"),
    add_mentions=run_beside("add_observation_mentions(%(keys)s::bigint[], ARRAY[%(id)s::text])"),
    newest=f"SELECT o.key {_FACE} ORDER BY o.created_at DESC, o.key DESC LIMIT %(limit)s OFFSET %(offset)s",
    oldest=f"SELECT o.key {_FACE} ORDER BY o.created_at, o.key LIMIT %(limit)s OFFSET %(offset)s",
    inside=f"SELECT o.key {_FACE} AND o.key = ANY(%(keys)s::bigint[]) ORDER BY o.key",
    count=f"SELECT count(*) {_FACE}",
    totals=COUNTERS,
    places="""
        SELECT type, sum(observations)::bigint, max(observed_at) FROM entities
        WHERE palace = %(palace)s AND observations > 0 GROUP BY type ORDER BY type COLLATE "C"
    """,
)
