"""Embedder identity in SQLite: how long the vectors are, read on the caller's connection within its transaction."""

import json
import sqlite3

_NOTED = "SELECT value FROM meta WHERE key = 'embedder'"
_NO_DIMENSIONS = 8
"""Used for a palace without vectors, because its columns are loaded all the same."""


def dimensions_in(connection: sqlite3.Connection) -> int:
    """The number of dimensions of the palace's vectors."""
    row = connection.execute(_NOTED).fetchone()
    return _NO_DIMENSIONS if row is None else int(json.loads(row[0])["dimensions"])
