"""Consistency checks: counters and marks compared with the rows, one sentence for each mismatch."""

from collections.abc import Callable, Iterator, Mapping

from simonides.frozen import frozen
from simonides.ports.stores import Advance
from simonides.stores.sql.database import Database

Step = Callable[[int], None]
"""Takes how many words were read since the last step."""


@frozen
class CheckSql:
    """The SQL statements that compare counters and marks with rows."""

    counter: str
    counters: Mapping[str, str]
    """For each counter a statement that counts the rows."""
    places: str
    predicates: str
    counts: Mapping[str, str]
    """For each state that must not occur a statement that counts its rows."""


def counted_steps(advance: Advance, total: int) -> Step:
    """Steps that add up to what is done of a total."""
    done = 0

    def step(words: int) -> None:
        nonlocal done
        done += words
        advance(done, max(total, done))

    return step


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
