"""Do counters and marks agree with the rows? One sentence for each that does not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from simonides.stores.sql.database import Database


@dataclass(frozen=True, slots=True)
class CheckSql:
    """What a store asks its database to compare."""

    counter: str
    counters: Mapping[str, str]
    """For each counter what it should say."""
    places: str
    predicates: str
    counts: Mapping[str, str]
    """For each thing that must not be how often it is."""


def disagreements(database: Database, sql: CheckSql) -> Iterator[str]:
    """Every counter that is wrong, and everything that must not be."""
    for name, actually in sql.counters.items():
        stored, actual = database.number(sql.counter, {"name": name}), database.number(actually)
        if stored != actual:
            yield f"The counter '{name}' says {stored}, but there are {actual}."
    for wing, room in database.rows(sql.places):
        yield f"The counter of the place {wing} / {room} is wrong."
    for (predicate,) in database.rows(sql.predicates):
        yield f"The counter of the predicate '{predicate}' is wrong."
    for what, how_often in sql.counts.items():
        count = database.number(how_often)
        if count:
            yield f"There are {count} {what}."
