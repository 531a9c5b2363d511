"""Statements that name every column of a record."""

from collections.abc import Iterable


def inserted(columns: Iterable[str], bound: str) -> str:
    """Columns and values of an INSERT; in `bound`, `{}` stands for the name of a value."""
    names = list(columns)
    return f"({', '.join(names)}) VALUES ({', '.join(map(bound.format, names))})"


def assigned(columns: Iterable[str], bound: str) -> str:
    """The assignments of an UPDATE."""
    return ", ".join(f"{name} = {bound.format(name)}" for name in columns)


def renewed(columns: Iterable[str], *kept: str) -> str:
    """The assignments of an INSERT that replaces the row it meets; `kept` are the columns by which it meets it."""
    return assigned((name for name in columns if name not in kept), "excluded.{}")
