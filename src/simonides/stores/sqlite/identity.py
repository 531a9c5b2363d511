"""Whose vectors does the palace hold? One note in the file."""

import json
import sqlite3

from simonides.ports.embedder import Identity
from simonides.stores.sql.rows import dump
from simonides.stores.sqlite.database import Database

_KEY = "embedder"
_NOTED = "SELECT value FROM meta WHERE key = 'embedder'"
_NO_DIMENSIONS = 8
"""What a palace without vectors is loaded with: its columns are wanted all the same."""


def read_identity(database: Database) -> Identity | None:
    """The embedder that is noted in the palace."""
    noted = database.meta(_KEY)
    if noted is None:
        return None
    values = json.loads(noted)
    return Identity(values["name"], values["dimensions"])


def write_identity(database: Database, identity: Identity) -> None:
    """Note the embedder in the palace."""
    database.set_meta(_KEY, dump({"name": identity.name, "dimensions": identity.dimensions}))


def dimensions_in(connection: sqlite3.Connection) -> int:
    """How long vectors are, as of the moment that the connection sees."""
    row = connection.execute(_NOTED).fetchone()
    return _NO_DIMENSIONS if row is None else int(json.loads(row[0])["dimensions"])
