"""Connections to the file of a palace, as they are opened."""

import os
import sqlite3
from pathlib import Path

from simonides.domain.errors import StoreFailure
from simonides.domain.time import Clock
from simonides.stores.sqlite.connection.functions import Speaker, register

BUSY_TIMEOUT_S = 30.0
_SETTINGS = """
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -8000;
    PRAGMA journal_size_limit = 67108864;
"""


def connect(path: Path, timeout_s: float = BUSY_TIMEOUT_S) -> sqlite3.Connection:
    """A bare connection to a file that exists; read-only where its disk is."""
    connection = _opened(path, "mode=rw", timeout_s)
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.DatabaseError as error:
        connection.close()
        kind = error.sqlite_errorcode & 0xFF
        if kind not in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN} or os.access(path.parent, os.W_OK):
            raise
        return _opened(path, _read_only(path), timeout_s)
    return connection


def _read_only(path: Path) -> str:
    # Reading beside writers needs a file that the disk refuses. Nobody writes there, so it is not needed; but what the last
    # writer has left in the log beside the file would be missed.
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        raise StoreFailure(str(path), "its last writer did not finish, and the disk is read-only; copy the directory elsewhere")
    return "mode=ro&immutable=1"


def _opened(path: Path, mode: str, timeout_s: float) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}",
        uri=True,
        timeout=timeout_s,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
    )


def connect_fully(path: Path, speaker: Speaker, clock: Clock) -> sqlite3.Connection:
    """A connection with our functions and settings."""
    connection = connect(path)
    try:
        register(connection, speaker, clock)
        connection.executescript(_SETTINGS)
    except sqlite3.Error:
        connection.close()
        raise
    return connection
