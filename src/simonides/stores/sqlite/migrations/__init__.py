"""Schema migrations in SQLite: numbered scripts, each run once, in order, all or nothing."""

import sqlite3
from pathlib import Path

from simonides.domain.errors import Damaged, NewerStore
from simonides.domain.text.words import VERSION as WORDS_VERSION

APPLICATION = 0x53494D4F
"""Marks the file as ours: `SIMO`."""

_SCRIPTS = sorted(Path(__file__).parent.glob("[0-9][0-9][0-9][0-9]_*.sql"))

KNOWN = len(_SCRIPTS)
"""The newest schema that this program knows."""

_WORDS_VERSION = "SELECT value FROM meta WHERE key = 'words_version'"
_SET_WORDS_VERSION = """
    INSERT INTO meta (key, value) VALUES ('words_version', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""
_REBUILD_TEXT = "INSERT INTO memory_text (memory_text) VALUES ('rebuild')"
_REBUILD_OBSERVATION_TEXT = "INSERT INTO observation_text (observation_text) VALUES ('rebuild')"
_REBUILD_CHUNK_TEXT = "INSERT INTO chunk_text (chunk_text) VALUES ('rebuild')"
_RECOUNT_CHUNK_WORDS = "UPDATE chunks SET words = word_count(heading || char(10) || content)"
_RECOUNT_OBSERVATION_WORDS = "UPDATE observations SET words = word_count(content)"
_RECOUNT_WORDS = """
    UPDATE memories SET words = word_count(content), traits = traits(content, author, role), speaker = speaker(content, author)
"""
# Caches hold word counts: a line without a row makes them load again.
_ANNOUNCE = """
    INSERT INTO changes (kind, id, row, operation, at, actor)
    SELECT value, '', NULL, 'change', now_us(), actor() FROM json_each('["memory", "observation", "chunk"]')
"""
_COUNT_ANEW = (
    _RECOUNT_WORDS,
    _RECOUNT_OBSERVATION_WORDS,
    _RECOUNT_CHUNK_WORDS,
    _REBUILD_TEXT,
    _REBUILD_OBSERVATION_TEXT,
    _REBUILD_CHUNK_TEXT,
    _ANNOUNCE,
)


def is_current(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file is up to date. Raises NewerStore or Damaged when it cannot be used."""
    found = _schema(connection, path)
    return found == KNOWN and _words_version(connection, path) == WORDS_VERSION


def is_blank(connection: sqlite3.Connection) -> bool:
    """Whether the file is empty because its creation was never finished."""
    count: int = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return count == 0


def bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    """Run the missing migrations; the caller holds the lock file."""
    for number in range(_schema(connection, path) + 1, KNOWN + 1):
        script = _SCRIPTS[number - 1].read_text(encoding="utf-8")
        _run(connection, f"{script}\nPRAGMA application_id = {APPLICATION};\nPRAGMA user_version = {number};")
    counted_by = _words_version(connection, path)
    if counted_by == 0:
        connection.execute(_SET_WORDS_VERSION, (str(WORDS_VERSION),))
    elif counted_by < WORDS_VERSION:
        _count_words_anew(connection)


def _schema(connection: sqlite3.Connection, path: Path) -> int:
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    application: int = connection.execute("PRAGMA application_id").fetchone()[0]
    if application != APPLICATION and not is_blank(connection):
        raise Damaged(str(path), "the file is a database, but not a palace; move it away, or restore a copy")
    if found > KNOWN:
        raise NewerStore(str(path), found, KNOWN)
    return found


def _words_version(connection: sqlite3.Connection, path: Path) -> int:
    row = connection.execute(_WORDS_VERSION).fetchone()
    # Only a file that was just created has none.
    found = int(row[0]) if row else 0
    if found > WORDS_VERSION:
        raise NewerStore(str(path), found, WORDS_VERSION)
    return found


def _count_words_anew(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in _COUNT_ANEW:
            connection.execute(statement)
        connection.execute(_SET_WORDS_VERSION, (str(WORDS_VERSION),))
        connection.execute("COMMIT")
    except sqlite3.Error:
        _roll_back(connection)
        raise


def _run(connection: sqlite3.Connection, script: str) -> None:
    try:
        connection.executescript(f"BEGIN IMMEDIATE;\n{script}\nCOMMIT;")
    except sqlite3.Error:
        _roll_back(connection)
        raise


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")
