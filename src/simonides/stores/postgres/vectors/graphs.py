"""Vector graphs: one for each table and vector length, made after the vectors are there and only once a palace is large.

A vector that goes into a graph costs several times as much as one that a graph is made of together with all others. So a graph
is made when a palace has more vectors than are compared one by one, and not before most of its texts have theirs. Until then,
and while a graph is missing for whatever reason, searches compare.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from simonides.frozen import frozen
from simonides.stores.postgres.connection.database import Database
from simonides.stores.postgres.connection.failures import translated
from simonides.stores.postgres.connection.literals import lock_key
from simonides.stores.postgres.connection.pool import Connection, held_for_long
from simonides.stores.postgres.vectors.kinds import TABLES
from simonides.stores.postgres.vectors.tuning import Tuning
from simonides.stores.sql.vectors.identity import read_identity

DIMENSIONS_MAX = 4_000
"""A graph cannot hold longer vectors: they are always compared one by one."""

_MAKE = """
    CREATE INDEX {concurrently} IF NOT EXISTS {name} ON {table} USING hnsw ((vector::halfvec({dims})) halfvec_cosine_ops)
    WHERE dims = {dims}
"""
_DROP = "DROP INDEX {concurrently} IF EXISTS {name}"
# For each table how many of its texts have vectors and how many there are, in the palace.
_COUNTERS = {
    "vectors": ("embedded", "memories"),
    "observation_vectors": ("observations_embedded", "observations"),
    "node_vectors": ("entities", "entities"),
    "chunk_vectors": ("chunks_embedded", "chunks"),
}
_COUNTED = "SELECT name, value FROM counters WHERE palace = %(palace)s"
# Only the owner of a table can index it: for any other role nearness is computed by comparison until the owner has.
_GRAPHS = """
    SELECT t.name, i.indexrelid IS NOT NULL, coalesce(i.indisvalid, false), pg_has_role(current_user, c.relowner, 'USAGE'),
        greatest(c.reltuples, 0)::bigint
    FROM unnest(%(tables)s::text[], %(graphs)s::text[]) AS t (name, graph) JOIN pg_class c ON c.oid = to_regclass(t.name)
    LEFT JOIN pg_index i ON i.indexrelid = to_regclass(t.graph)
"""
# A graph waits for everybody who reads an older moment, such as an export.
_WITHOUT_HASTE = ("SET statement_timeout = 0", "SET lock_timeout = '10min'")
# A graph that outgrows its memory is made many times slower. This much holds one of 400,000 vectors of 384 numbers.
_MEMORY = """
    SELECT set_config('maintenance_work_mem', '512MB', false)
    WHERE pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('512MB')
"""


@frozen
class _Table:
    name: str
    is_there: bool
    """Whether there is a graph; one whose making was interrupted is there, but is not valid."""
    is_valid: bool
    is_ours: bool
    everywhere: int
    """About how many vectors of all palaces it has."""
    here: int
    pending: int

    def is_missing(self, tuning: Tuning) -> bool:
        """Whether a graph would be used, and most of what belongs into it is there."""
        is_large = self.here > tuning.exact_rows and self.pending <= self.here * tuning.pending_share
        return is_large and self.is_ours and not self.is_valid


def tend_graphs(database: Database, tuning: Tuning) -> bool:
    """Make the graphs that searches of the palace miss, while others read and write; whether there were any.

    Does nothing inside of a transaction, and while another process is at it.
    """
    if database.is_in_transaction:
        return False
    missing = missing_graphs(database, tuning)
    if not missing:
        return False
    dims = _dims(database)
    with _alone(database) as connection:
        if connection is None:
            return False
        connection.execute(_MEMORY)
        made = [_made(connection, table, dims) for table in missing]
    return all(made)


def missing_graphs(database: Database, tuning: Tuning) -> list[str]:
    """The tables whose graph searches of the palace miss."""
    dims = _dims(database)
    return [table.name for table in _tables(database, dims) if table.is_missing(tuning)] if dims else []


def leave_graphs(database: Database, tuning: Tuning, coming: int) -> bool:
    """Drop the graph over memories where so many vectors are to come that making it anew is quicker; whether it was dropped."""
    dims = _dims(database)
    if database.is_in_transaction or not dims or coming <= tuning.exact_rows:
        return False
    memories = next(table for table in _tables(database, dims) if table.name == "vectors")
    if not memories.is_there or not memories.is_ours or coming < tuning.anew_share * memories.everywhere:
        return False
    with _alone(database) as connection:
        if connection is None:
            return False
        _changed(connection, _DROP, memories.name, dims)
        return True


def graph_statements(dims: int) -> list[str]:
    """The statements that create the graphs for vectors of that length, unless they exist."""
    return [_written(_MAKE, table, dims) for table in TABLES] if dims <= DIMENSIONS_MAX else []


def graph_name(table: str, dims: int) -> str:
    """The name of the graph over the vectors of that length."""
    return f"{table}_near_{int(dims)}"


def _dims(database: Database) -> int:
    identity = read_identity(database)
    return 0 if identity is None or identity.dimensions > DIMENSIONS_MAX else identity.dimensions


def _tables(database: Database, dims: int) -> list[_Table]:
    counted: dict[str, int] = dict(database.rows(_COUNTED))
    asked = {"tables": list(TABLES), "graphs": [graph_name(table, dims) for table in TABLES]}
    found = []
    for name, is_there, is_valid, is_ours, everywhere in database.rows(_GRAPHS, asked):
        here, there = (counted.get(counter, 0) for counter in _COUNTERS[name])
        found.append(_Table(name, is_there, is_valid, is_ours, everywhere, here, there - here))
    return found


@contextmanager
def _alone(database: Database) -> Iterator[Connection | None]:
    """A connection without a time limit, while no other process makes graphs; None while one does."""
    # The lock is held by a connection of its own: graphs are made outside of transactions, so that nobody waits for them.
    with database.set_aside() as holder, database.set_aside() as connection, translated(database.where):
        is_ours = held_for_long(holder, lock_key("graphs"))
        for setting in _WITHOUT_HASTE if is_ours else ():
            connection.execute(setting, prepare=False)
        yield connection if is_ours else None
        holder.execute("ROLLBACK")


def _made(connection: Connection, table: str, dims: int) -> bool:
    try:
        # One whose making was interrupted must go first.
        _changed(connection, _DROP, table, dims)
        _changed(connection, _MAKE, table, dims)
    except psycopg.errors.LockNotAvailable:
        # Somebody reads an old moment for very long: the next one who tends makes it.
        return False
    return True


def _changed(connection: Connection, sql: str, table: str, dims: int) -> None:
    try:
        connection.execute(_written(sql, table, dims, "CONCURRENTLY"), prepare=False)
    except psycopg.errors.FeatureNotSupported:
        # A table made of partitions is indexed as a whole, and its writers wait.
        connection.execute(_written(sql, table, dims), prepare=False)


def _written(sql: str, table: str, dims: int, concurrently: str = "") -> str:
    return " ".join(sql.format(name=graph_name(table, dims), table=table, dims=int(dims), concurrently=concurrently).split())
