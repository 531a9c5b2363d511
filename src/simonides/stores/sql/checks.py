"""Consistency checks: counters and marks compared with the rows, one sentence for each mismatch."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from simonides.stores.sql.database import Database


@dataclass(frozen=True, slots=True)
class CheckSql:
    """The SQL statements that compare counters and marks with rows."""

    counter: str
    counters: Mapping[str, str]
    """For each counter a statement that counts the rows."""
    places: str
    predicates: str
    counts: Mapping[str, str]
    """For each state that must not occur a statement that counts its rows."""


def disagreements(database: Database, sql: CheckSql) -> Iterator[str]:
    """One sentence for each wrong counter and for each state that must not occur."""
    for name, actually in sql.counters.items():
        stored, actual = database.number(sql.counter, {"name": name}), database.number(actually)
        if stored != actual:
            yield f"The counter '{name}' is {stored}, but the rows add up to {actual}."
    for wing, room in database.rows(sql.places):
        yield f"The counter of the place {wing} / {room} is wrong."
    for (predicate,) in database.rows(sql.predicates):
        yield f"The counter of the predicate '{predicate}' is wrong."
    for what, how_often in sql.counts.items():
        count = database.number(how_often)
        if count:
            yield f"Found {what}: {count}."
