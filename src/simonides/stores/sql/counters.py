"""How many are there? Counters that the database keeps, a few at a time."""

from simonides.domain.errors import StoreFailure
from simonides.stores.sql.database import Database


def totals(database: Database, sql: str) -> dict[str, int]:
    """Counters by name. Raises StoreFailure when the palace has none: another process has deleted it."""
    found: dict[str, int] = dict(database.rows(sql))
    if not found:
        raise StoreFailure(database.where, "the palace was moved or deleted; open it again")
    return found
