"""Counters that the database keeps, read a few at a time."""

from simonides.domain.errors import StoreFailure
from simonides.stores.sql.database import Database


def totals(database: Database, sql: str) -> dict[str, int]:
    """Counters by name. Raises StoreFailure when there are none, because another process deleted the palace."""
    found: dict[str, int] = dict(database.rows(sql))
    if not found:
        raise StoreFailure(database.where, "the palace was moved or deleted; open it again")
    return found
