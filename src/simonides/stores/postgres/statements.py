"""Statements over every column of a record in PostgreSQL."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Iterable

from simonides.stores.sql.statements import assigned, inserted

BOUND = "%({})s"
COUNTERS = "SELECT name, value FROM counters WHERE palace = %(palace)s ORDER BY name LIMIT 100"
"""All counters of a palace in one statement, which is asked once at each moment that is read."""
LATEST = "SELECT value FROM counters WHERE palace = %(palace)s AND name = 'changes'"
"""The number of the last change."""


def insert(table: str, columns: Iterable[str]) -> str:
    """The statement that adds a row to the palace."""
    return f"INSERT INTO {table} {inserted(('palace', *columns), BOUND)}"


def update(table: str, columns: Iterable[str]) -> str:
    """The statement that replaces the row of the palace with an id."""
    assignments = assigned((name for name in columns if name != "id"), BOUND)
    return f"UPDATE {table} SET {assignments} WHERE palace = %(palace)s AND id = %(id)s"


def run_beside(call: str) -> str:
    """The statement that calls a function which writes; `call` is SQL."""
    # Asked of a row of the palace, the function runs where the palace lies, in the same act as the triggers there.
    return f"SELECT {call} FROM counters WHERE palace = %(palace)s AND name = 'changes'"


def logged(kind: str, operation: str, record: str = "''") -> str:
    """The statement that adds one line to the palace's change log, about no row; `kind` and `record` are SQL."""
    return run_beside(f"log_changes({kind}, ARRAY[{record}], ARRAY[NULL::bigint], '{operation}')")
