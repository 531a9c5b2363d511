"""Whose vectors does the palace hold? One note in the file."""

import json

from simonides.ports.embedder import Identity
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.rows import dump

_KEY = "embedder"


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
