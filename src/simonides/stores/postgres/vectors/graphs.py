"""Vector graphs: one for each vector length in use, made when an embedder first claims a palace."""

from simonides.stores.postgres.connection.database import Database, lock_key
from simonides.stores.postgres.connection.failures import translated
from simonides.stores.postgres.connection.pool import begin
from simonides.stores.postgres.vectors.kinds import TABLES
from simonides.stores.postgres.vectors.nearness import DIMENSIONS_MAX

# Only the owner of a table can index it: for any other role nearness is computed by comparison until the owner has.
_IS_MADE = """
    SELECT to_regclass(%(name)s) IS NOT NULL OR NOT pg_has_role(current_user, relowner, 'USAGE')
    FROM pg_class WHERE oid = to_regclass('vectors')
"""
_MAKE = """
    CREATE INDEX IF NOT EXISTS {name} ON {table} USING hnsw ((vector::halfvec({dims})) halfvec_cosine_ops) WHERE dims = {dims}
"""


def make_graphs(database: Database, dims: int) -> None:
    """Create the graphs for vectors of that length, unless they exist."""
    if dims > DIMENSIONS_MAX or database.row(_IS_MADE, {"name": _name(TABLES[-1], dims)}) == (True,):
        return
    with database.set_aside() as connection, translated(database.where):
        # Two processes that create the same index at once would both fail.
        begin(connection, "SET LOCAL statement_timeout = 0", f"SELECT pg_advisory_xact_lock({lock_key('graphs')})")
        for statement in graph_statements(dims):
            connection.execute(statement)
        connection.execute("COMMIT")


def graph_statements(dims: int) -> list[str]:
    """The statements that create the graphs for vectors of that length, unless they exist."""
    if dims > DIMENSIONS_MAX:
        return []
    return [_MAKE.format(name=_name(table, dims), table=table, dims=int(dims)).strip() for table in TABLES]


def _name(table: str, dims: int) -> str:
    return f"{table}_near_{int(dims)}"
