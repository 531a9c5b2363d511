"""Statements over every column of a record in SQLite."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Iterable

from simonides.stores.sql.statements import assigned, inserted

BOUND = ":{}"
COUNTERS = "SELECT name, value FROM counters ORDER BY name LIMIT 100"
"""All counters of a palace in one statement, which is asked once at each moment that is read."""


def insert(table: str, columns: Iterable[str]) -> str:
    """The statement that adds a row."""
    return f"INSERT INTO {table} {inserted(columns, BOUND)}"


def update(table: str, columns: Iterable[str]) -> str:
    """The statement that replaces the row with an id."""
    return f"UPDATE {table} SET {assigned((name for name in columns if name != 'id'), BOUND)} WHERE id = :id"


def logged(kind: str, operation: str) -> str:
    """The statement that adds one line to the change log, about no row; `kind` is SQL."""
    return (
        f"INSERT INTO changes (kind, id, row, operation, at, actor) VALUES ({kind}, '', NULL, '{operation}', now_us(), actor())"
    )
