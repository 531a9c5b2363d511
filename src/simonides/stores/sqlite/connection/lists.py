"""Values as rows in SQLite: it binds no lists, so they go in as JSON."""

from collections.abc import Iterable

from simonides.stores.sql.records.rows import dump


def key_list(keys: Iterable[object]) -> str:
    """Keys or ids as one bound value, for `IN (SELECT value FROM json_each(?))`."""
    return dump(list(keys))
