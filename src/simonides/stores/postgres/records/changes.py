"""The change log in PostgreSQL: its statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.postgres.statements import LATEST, logged
from simonides.stores.sql.records.changes import CHANGE_COLUMNS, OF_RECORDS, OF_THE_PAST, ChangeSql

_OURS = "palace = %(palace)s"

CHANGES = ChangeSql(
    latest=LATEST,
    rows_since=f"SELECT kind, row FROM changes WHERE {_OURS} AND seq > %(seq)s ORDER BY seq LIMIT %(limit)s",
    since=f"SELECT {CHANGE_COLUMNS} FROM changes WHERE {_OURS} AND seq > %(seq)s ORDER BY seq LIMIT %(limit)s",
    by=f"""
        SELECT {CHANGE_COLUMNS} FROM changes
        WHERE {_OURS} AND seq < %(seq)s AND actor = %(actor)s AND kind = ANY(%(kinds)s::text[])
            AND at >= %(since)s AND at <= %(until)s
        ORDER BY seq DESC LIMIT %(limit)s
    """,
    entries=f"""
        SELECT {CHANGE_COLUMNS}, former FROM changes
        WHERE {_OURS} AND seq > %(seq)s AND {OF_RECORDS} AND act > 0 AND id <> '' AND at >= %(at)s
        ORDER BY seq LIMIT %(limit)s
    """,
    about=f"""
        SELECT {CHANGE_COLUMNS}, former FROM changes
        WHERE {_OURS} AND kind = %(kind)s AND id = %(id)s AND {OF_THE_PAST} AND act > 0 ORDER BY seq DESC LIMIT %(limit)s
    """,
    last_times=f"""
        SELECT DISTINCT ON (id) id, at FROM changes
        WHERE {_OURS} AND kind = %(kind)s AND id = ANY(%(ids)s::text[]) AND {OF_THE_PAST} ORDER BY id, seq DESC
    """,
    changed_after=f"""
        SELECT {CHANGE_COLUMNS}, former FROM changes
        WHERE {_OURS} AND kind = %(kind)s AND id = ANY(%(ids)s::text[]) AND {OF_THE_PAST} AND former IS NOT NULL
            AND operation = 'change' AND at > %(at)s
        ORDER BY seq LIMIT %(limit)s
    """,
    deleted=f"""
        SELECT {CHANGE_COLUMNS}, former FROM changes
        WHERE {_OURS} AND kind = 'memory' AND operation = 'delete' AND former IS NOT NULL AND act > 0
        ORDER BY seq DESC LIMIT %(limit)s
    """,
    act_of=f"SELECT act FROM changes WHERE {_OURS} AND seq = %(seq)s AND {OF_RECORDS} AND id <> ''",
    carried=f"""
        SELECT {CHANGE_COLUMNS}, former FROM changes WHERE {_OURS} AND seq > %(seq)s AND {OF_THE_PAST} AND act > 0 AND id <> ''
        ORDER BY seq LIMIT %(limit)s
    """,
    drop_own=f"DELETE FROM changes WHERE {_OURS} AND {OF_THE_PAST} AND id <> ''",
    adopt="""
        INSERT INTO changes (palace, seq, kind, id, row, operation, at, actor, client, toolset, act, former)
        VALUES (
            %(palace)s, %(seq)s, %(kind)s, %(id)s, 0, %(operation)s, %(at)s, %(actor)s, %(client)s, %(toolset)s, %(act)s,
            %(former)s
        )
    """,
    raise_latest=f"UPDATE counters SET value = %(latest)s WHERE {_OURS} AND name = 'changes'",
    pack=str,
    note_undone=logged("'undo'", "add", "%(id)s::text"),
    undone=f"SELECT id, act FROM changes WHERE {_OURS} AND kind = 'undo' AND {OF_THE_PAST} ORDER BY seq",
    first_from=f"SELECT min(seq) FROM changes WHERE {_OURS} AND at >= %(at)s AND {OF_RECORDS}",
    oldest=f"SELECT at FROM changes WHERE {_OURS} AND former IS NOT NULL ORDER BY seq LIMIT 1",
    last_at=f"SELECT max(at) FROM changes WHERE {_OURS} AND seq <= %(until)s AND {OF_RECORDS}",
    counter=f"SELECT value FROM counters WHERE {_OURS} AND name = %(name)s",
    set_counter=f"UPDATE counters SET value = greatest(value, %(value)s) WHERE {_OURS} AND name = %(name)s",
    trim=f"""
        DELETE FROM changes WHERE {_OURS} AND seq > %(after)s AND seq <= %(until)s
            AND (at < %(at)s OR NOT {OF_THE_PAST} OR act = 0)
    """,
    recent=f"SELECT seq FROM changes WHERE {_OURS} AND at >= %(at)s AND {OF_RECORDS} ORDER BY seq LIMIT 1",
    beyond=f"""
        SELECT max(seq) FROM (
            SELECT seq, sum(octet_length(former)) OVER (ORDER BY seq DESC) AS total FROM changes
            WHERE {_OURS} AND former IS NOT NULL
        ) sizes WHERE total > %(bytes)s
    """,
    next_few=f"""
        SELECT max(seq) FROM (
            SELECT seq FROM changes WHERE {_OURS} AND seq <= %(until)s AND (former IS NOT NULL OR seq <= %(trimmed)s)
            ORDER BY seq LIMIT %(limit)s
        ) few
    """,
    empty=f"UPDATE changes SET former = NULL WHERE {_OURS} AND seq <= %(until)s AND former IS NOT NULL",
    drop=f"DELETE FROM changes WHERE {_OURS} AND seq <= %(until)s",
    binned=f"""
        SELECT seq FROM changes WHERE {_OURS} AND operation = 'delete' AND former IS NOT NULL AND at < %(at)s
        ORDER BY seq LIMIT %(limit)s
    """,
    empty_bin=f"UPDATE changes SET former = NULL WHERE {_OURS} AND seq = ANY(%(seqs)s::bigint[]) AND former IS NOT NULL",
    old_event=f"SELECT 1 FROM events WHERE {_OURS} AND at < %(at)s LIMIT 1",
    drop_events=f"DELETE FROM events WHERE {_OURS} AND at < %(at)s",
    scrub=f"""
        UPDATE changes SET former = NULL
        WHERE {_OURS} AND kind = %(kind)s AND id = ANY(%(ids)s::text[]) AND {OF_THE_PAST} AND former IS NOT NULL
    """,
)
