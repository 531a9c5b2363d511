"""The change log in SQLite: its statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.formers import packed_json
from simonides.stores.sql.records.changes import CHANGE_COLUMNS, OF_RECORDS, OF_THE_PAST, ChangeSql

LATEST = "SELECT seq FROM sqlite_sequence WHERE name = 'changes'"
FIRST_LINE = "SELECT value + 1 FROM counters WHERE name = 'trimmed'"
"""The first line from which on the log tells everything that caches need."""
CHANGES = ChangeSql(
    latest=LATEST,
    rows_since="SELECT kind, row FROM changes WHERE seq > :seq ORDER BY seq LIMIT :limit",
    since=f"SELECT {CHANGE_COLUMNS} FROM changes WHERE seq > :seq ORDER BY seq LIMIT :limit",
    by=f"""
        SELECT {CHANGE_COLUMNS} FROM changes
        WHERE seq < :seq AND actor = :actor AND kind IN (SELECT value FROM json_each(:kinds)) AND at >= :since AND at <= :until
        ORDER BY seq DESC LIMIT :limit
    """,
    entries=f"""
        SELECT {CHANGE_COLUMNS}, former FROM changes WHERE seq > :seq AND {OF_RECORDS} AND act > 0 AND id <> '' AND at >= :at
        ORDER BY seq LIMIT :limit
    """,
    about=f"""
        SELECT {CHANGE_COLUMNS}, former FROM changes INDEXED BY changes_of_record
        WHERE kind = :kind AND id = :id AND {OF_THE_PAST} AND act > 0 ORDER BY seq DESC LIMIT :limit
    """,
    last_times=f"""
        SELECT id, at FROM changes WHERE seq IN (
            SELECT max(seq) FROM changes INDEXED BY changes_of_record
            WHERE kind = :kind AND id IN (SELECT value FROM json_each(:ids)) AND {OF_THE_PAST} GROUP BY id
        )
    """,
    changed_after=f"""
        SELECT {CHANGE_COLUMNS}, former FROM changes INDEXED BY changes_of_record
        WHERE kind = :kind AND id IN (SELECT value FROM json_each(:ids)) AND {OF_THE_PAST} AND former IS NOT NULL
            AND operation = 'change' AND at > :at
        ORDER BY seq LIMIT :limit
    """,
    deleted=f"""
        SELECT {CHANGE_COLUMNS}, former FROM changes INDEXED BY changes_binned
        WHERE kind = 'memory' AND operation = 'delete' AND former IS NOT NULL AND act > 0 ORDER BY seq DESC LIMIT :limit
    """,
    act_of=f"SELECT act FROM changes WHERE seq = :seq AND {OF_RECORDS} AND id <> ''",
    carried=f"""
        SELECT {CHANGE_COLUMNS}, former FROM changes WHERE seq > :seq AND {OF_THE_PAST} AND act > 0 AND id <> ''
        ORDER BY seq LIMIT :limit
    """,
    drop_own=f"DELETE FROM changes WHERE {OF_THE_PAST} AND id <> ''",
    # The rows are those of another file: 0 is nobody's.
    adopt="""
        INSERT INTO changes (seq, kind, id, row, operation, at, actor, client, toolset, act, former)
        VALUES (:seq, :kind, :id, 0, :operation, :at, :actor, :client, :toolset, :act, :former)
    """,
    raise_latest="",
    pack=packed_json,
    note_undone="""
        INSERT INTO changes (kind, id, operation, at, actor, client, toolset, act)
        VALUES ('undo', :id, 'add', now_us(), actor(), client(), toolset(), act())
    """,
    undone=f"SELECT id, act FROM changes INDEXED BY changes_of_record WHERE kind = 'undo' AND {OF_THE_PAST} ORDER BY seq",
    first_from=f"SELECT min(seq) FROM changes INDEXED BY changes_by_time WHERE at >= :at AND {OF_RECORDS}",
    oldest="SELECT at FROM changes WHERE former IS NOT NULL ORDER BY seq LIMIT 1",
    last_at=f"SELECT max(at) FROM changes WHERE seq <= :until AND {OF_RECORDS}",
    counter="SELECT value FROM counters WHERE name = :name",
    set_counter="UPDATE counters SET value = max(value, :value) WHERE name = :name",
    trim=f"DELETE FROM changes WHERE seq > :after AND seq <= :until AND (at < :at OR NOT {OF_THE_PAST} OR act = 0)",
    recent=f"SELECT seq FROM changes WHERE at >= :at AND {OF_RECORDS} ORDER BY seq LIMIT 1",
    beyond="""
        SELECT max(seq) FROM (
            SELECT seq, sum(length(former)) OVER (ORDER BY seq DESC) AS total FROM changes WHERE former IS NOT NULL
        ) WHERE total > :bytes
    """,
    next_few="""
        SELECT max(seq) FROM (
            SELECT seq FROM changes WHERE seq <= :until AND (former IS NOT NULL OR seq <= :trimmed) ORDER BY seq LIMIT :limit
        )
    """,
    empty="UPDATE changes SET former = NULL WHERE seq <= :until AND former IS NOT NULL",
    drop="DELETE FROM changes WHERE seq <= :until",
    binned="""
        SELECT seq FROM changes WHERE operation = 'delete' AND former IS NOT NULL AND at < :at ORDER BY seq LIMIT :limit
    """,
    empty_bin="UPDATE changes SET former = NULL WHERE seq IN (SELECT value FROM json_each(:seqs)) AND former IS NOT NULL",
    old_event="SELECT 1 FROM events WHERE at < :at LIMIT 1",
    drop_events="DELETE FROM events WHERE at < :at",
    scrub=f"""
        UPDATE changes INDEXED BY changes_of_record SET former = NULL
        WHERE kind = :kind AND id IN (SELECT value FROM json_each(:ids)) AND {OF_THE_PAST} AND former IS NOT NULL
    """,
)
