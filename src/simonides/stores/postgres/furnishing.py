"""Furnishing a new palace and emptying an old one: by the program, since a trigger could not reach rows on other servers."""

# ruff: noqa: S608 -- statements are put together from constants of ours and names from the catalogue; every value is bound.

from collections.abc import Mapping, Sequence

from simonides.domain.text.words import VERSION as WORDS_VERSION
from simonides.stores.postgres.connection.literals import setting
from simonides.stores.postgres.connection.pool import Connection

COUNTERS = (
    *("changes", "memories", "ended", "words", "embedded", "vectors", "entities", "facts", "current_facts"),
    *("dreams", "dream_ms", "dream_embedded", "dream_merged", "dream_closets", "dream_trimmed"),
    *("observations", "observation_words", "observations_embedded", "chunks", "chunk_words", "chunks_embedded"),
    # Up to which line the log keeps the lines of records alone, and since when it tells everything about them.
    *("trimmed", "history"),
)
PERSPECTIVES = {
    "general": "",
    "technical": "(technical) ",
    "relational": "(people) ",
    "temporal": "(time) ",
    "project": "(project) ",
}

_COUNTERS = "INSERT INTO counters (palace, name) VALUES " + ", ".join(f"(%(palace)s, '{name}')" for name in COUNTERS)
_PERSPECTIVES = "INSERT INTO perspectives (palace, name, instruction) VALUES " + ", ".join(
    f"(%(palace)s, '{name}', '{instruction}')" for name, instruction in PERSPECTIVES.items()
)
_NOTE_WORDS = f"INSERT INTO meta (palace, key, value) VALUES (%(palace)s, 'words_version', '{WORDS_VERSION}')"

# The largest tables come first, each in one statement: cascading deletes, row by row, would take far longer.
_FIRST = (
    *("terms", "postings", "vectors", "observation_vectors", "node_vectors", "chunk_vectors", "mentions", "supersessions"),
    *("memories", "facts", "entities", "projects", "predicate_counts"),
)
# What triggers write meanwhile is deleted last.
_LAST = ("events", "changes", "counters", "meta")
_TABLES = """
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'palace' AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname
"""
AT_ONCE = 5_000
"""How many rows of a palace go in one transaction."""

_COUNT = "(SELECT '{table}', count(*) FROM (SELECT 1 FROM {table} WHERE palace = %(palace)s LIMIT %(rows)s) AS held)"
_EMPTY = "DELETE FROM {table} WHERE palace = %(palace)s"
# The palace is named twice, for the router; the place of a row in its table needs no index.
_SLICE = """
    DELETE FROM {table} WHERE palace = %(palace)s AND ctid = ANY(
        ARRAY(SELECT ctid FROM {table} WHERE palace = %(palace)s LIMIT %(rows)s)
    )
"""


def furnish(connection: Connection, palace: int) -> None:
    """Add what every palace has from its first day, within the caller's transaction."""
    connection.execute(setting("palace", str(palace)))
    for statement in (_COUNTERS, _PERSPECTIVES, _NOTE_WORDS):
        connection.execute(statement, {"palace": palace})


def palace_tables(connection: Connection) -> list[str]:
    """The tables whose rows belong to palaces, by name."""
    return [str(name) for [name] in connection.execute(_TABLES)]


def emptying_order(connection: Connection) -> list[str]:
    """The tables of palaces in the order in which they are emptied."""
    return [*_FIRST, *(name for name in palace_tables(connection) if name not in {*_FIRST, *_LAST}), *_LAST]


def next_slice(connection: Connection, tables: Sequence[str], palace: int) -> dict[str, int]:
    """The first of the tables that hold rows of a palace, as many as go in one transaction, and how many rows of each go."""
    statement = " UNION ALL ".join(_COUNT.format(table=table) for table in tables)
    chosen: dict[str, int] = {}
    held: dict[str, int] = dict(connection.execute(statement, {"palace": palace, "rows": AT_ONCE}).fetchall())
    for table in filter(held.get, tables):
        if chosen and sum(chosen.values()) + held[table] > AT_ONCE:
            break
        chosen[table] = held[table]
    return chosen


def empty(connection: Connection, chosen: Mapping[str, int], palace: int) -> None:
    """Delete the rows of a slice, within a transaction that has set the palace."""
    for table, rows in chosen.items():
        statement = _EMPTY if rows < AT_ONCE else _SLICE
        connection.execute(statement.format(table=table), {"palace": palace, "rows": AT_ONCE})
