"""Statements over every column of a record in PostgreSQL."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Iterable

from simonides.stores.sql.statements import assigned, inserted

BOUND = "%({})s"


def insert(table: str, columns: Iterable[str]) -> str:
    """The statement that adds a row to the palace."""
    return f"INSERT INTO {table} {inserted(('palace', *columns), BOUND)}"


def update(table: str, columns: Iterable[str]) -> str:
    """The statement that replaces the row of the palace with an id."""
    assignments = assigned((name for name in columns if name != "id"), BOUND)
    return f"UPDATE {table} SET {assignments} WHERE palace = %(palace)s AND id = %(id)s"
