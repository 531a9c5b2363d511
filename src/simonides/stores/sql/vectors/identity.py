"""Embedder identity: a note in the palace that says whose vectors it holds."""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from simonides.domain.errors import EmbedderMismatch, StoreFailure
from simonides.ports.embedder import Identity
from simonides.stores.sql.database import Database
from simonides.stores.sql.records.rows import dump

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

_KEY = "embedder"


def read_identity(database: Database) -> Identity | None:
    """The embedder noted in the palace."""
    noted = database.once(("meta", _KEY), lambda: database.meta(_KEY))
    return None if noted is None else _read(noted)


# Every write asks for it twice.
@lru_cache(maxsize=64)
def _read(noted: str) -> Identity:
    values = json.loads(noted)
    return Identity(values["name"], values["dimensions"])


def write_identity(database: Database, identity: Identity) -> None:
    """Note the embedder in the palace."""
    database.set_meta(_KEY, dump({"name": identity.name, "dimensions": identity.dimensions}))


def claim(database: Database, identity: Identity) -> None:
    """Note the embedder in a palace that has none. Raises EmbedderMismatch when it has one that this one does not continue."""
    if read_identity(database) == identity:
        return
    with database.writing():
        stored = read_identity(database)
        if stored is None:
            write_identity(database, identity)
        elif not identity.continues(stored):
            raise EmbedderMismatch(database.where, str(stored), str(identity))


def checked_dims(database: Database, vectors: "Vectors") -> int | None:
    """How many dimensions the palace's vectors have; None before the first. Raises EmbedderMismatch when these differ."""
    identity = read_identity(database)
    if identity is None:
        return None
    if vectors.ndim != 2 or vectors.shape[1] != identity.dimensions:
        raise EmbedderMismatch(database.where, str(identity), f"vectors of shape {vectors.shape}")
    return identity.dimensions


def require_claimed(database: Database, many: Iterable["Vectors"]) -> None:
    """Raise EmbedderMismatch when some vectors do not fit the palace, StoreFailure when no embedder has claimed it."""
    # The note is read once for every shape there is, and there is mostly one.
    shapes = {(vectors.ndim, vectors.shape[-1]): vectors for vectors in many}
    if any(checked_dims(database, vectors) is None for vectors in shapes.values()):
        raise StoreFailure(database.where, "vectors cannot be kept before an embedder has claimed the palace; claim it first")
