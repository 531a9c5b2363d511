"""Statements over every column of a record in SQLite."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Iterable

from simonides.stores.sql.statements import assigned, inserted

BOUND = ":{}"


def insert(table: str, columns: Iterable[str]) -> str:
    """The statement that adds a row."""
    return f"INSERT INTO {table} {inserted(columns, BOUND)}"


def update(table: str, columns: Iterable[str]) -> str:
    """The statement that replaces the row with an id."""
    return f"UPDATE {table} SET {assigned((name for name in columns if name != 'id'), BOUND)} WHERE id = :id"
