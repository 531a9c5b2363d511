"""How long are the vectors of a palace? Asked on a connection of the caller's, as of the moment that it sees."""

import json
import sqlite3

_NOTED = "SELECT value FROM meta WHERE key = 'embedder'"
_NO_DIMENSIONS = 8
"""What a palace without vectors is loaded with: its columns are wanted all the same."""


def dimensions_in(connection: sqlite3.Connection) -> int:
    """How long vectors are."""
    row = connection.execute(_NOTED).fetchone()
    return _NO_DIMENSIONS if row is None else int(json.loads(row[0])["dimensions"])
