"""Emptying a palace: its rows are deleted, and triggers see to words, vectors, mentions, counters and the log.

It goes in slices, so that other writers get their turn: each slice leaves a palace in which everything agrees.
"""

from collections.abc import Sequence

from simonides.frozen import frozen
from simonides.ports.stores import Advance, Cleared
from simonides.stores.sql.database import Database
from simonides.stores.sql.sync import forget_replicas

AT_ONCE = 500
"""How many rows go in one transaction."""

_RESET = "reset"


@frozen
class SliceSql:
    """The rows of one table that go: up to the last that was there in the beginning, some at a time."""

    table: str
    count: str
    last: str
    delete: str
    weight: int = 1
    """How many rows one of them takes along, about."""


@frozen
class ClearSql:
    """The SQL statements that empty a palace."""

    chunks: str
    slices: Sequence[SliceSql]
    """In this order: pairs go before memories, which look for their own; facts before entities, which would take them along
    uncounted; observations and files before what owns them, since that may own very many."""
    formers: SliceSql
    forget_replicas: tuple[str, ...]


def clear(database: Database, sql: ClearSql, advance: Advance, at_once: int = AT_ONCE) -> Cleared:
    """Delete every memory, observation, fact, entity and project; how many of each, and how many chunks of code."""
    _become_new_replica(database, sql)
    # What others add from now on stays.
    last = {each.table: database.row(each.last) for each in sql.slices}
    chunks, total = database.number(sql.chunks), sum(database.number(each.count) for each in sql.slices)
    gone = {each.table: 0 for each in sql.slices}
    for each in sql.slices:
        edge = last[each.table]
        while edge is not None and (some := _deleted(database, each, edge[0], at_once)):
            gone[each.table] += some
            done = sum(gone.values())
            advance(done, max(done, total))
    # Everything goes for good: nothing is kept in the log to come back from.
    newest = database.number(sql.formers.last)
    while _deleted(database, sql.formers, newest, at_once):
        pass
    _become_new_replica(database, sql)
    return Cleared(gone["memories"], gone["observations"], gone["entities"], gone["facts"], chunks)


def _become_new_replica(database: Database, sql: ClearSql) -> None:
    # A palace that was emptied is a new replica: a sync fills it again, and empties no other. Even one that is half empty.
    with database.writing(_RESET):
        forget_replicas(database, sql.forget_replicas)


def _deleted(database: Database, sql: SliceSql, last: object, at_once: int) -> int:
    database.give_way()
    with database.writing(_RESET):
        return database.change(sql.delete, {"last": last, "limit": max(at_once // sql.weight, 1)}).rowcount
