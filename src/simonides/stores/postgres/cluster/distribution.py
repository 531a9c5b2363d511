"""A database spread over several servers by Citus: which tables lie where, what is missing, and moving a palace."""

import time
from collections.abc import Sequence
from graphlib import TopologicalSorter

from psycopg import sql

from simonides.domain.errors import Invalid, NoPalace, StoreFailure
from simonides.frozen import frozen
from simonides.stores.postgres import migrations
from simonides.stores.postgres.cluster.shard_functions import functions_for_shards
from simonides.stores.postgres.connection.address import DatabaseAddress
from simonides.stores.postgres.connection.pool import Connection, ConnectionPool
from simonides.stores.postgres.furnishing import palace_tables
from simonides.stores.postgres.shelf import palace_number

EVERYWHERE = ("palaces", "simonides_schema", "tokens")
"""Small tables that stand whole on every server."""
SETTLED_S = 1.0
"""After how long servers are asked again that seemed to differ: a commit reaches one after the other."""
_FIRST = "meta"
"""The table beside which all others lie."""

_HAS_CITUS = "SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')"
_NO_CITUS = (
    "Citus is not installed in this database, so everything lies on one server; to spread it, a superuser adds Citus to "
    "shared_preload_libraries and runs CREATE EXTENSION citus on every server"
)
_REFERENCES = """
    SELECT DISTINCT holder.relname, held.relname FROM pg_constraint k
    JOIN pg_class holder ON holder.oid = k.conrelid JOIN pg_class held ON held.oid = k.confrelid
    WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace
"""
_SPREAD = """
    SELECT c.relname, p.partmethod = 'n' FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
    WHERE c.relnamespace = current_schema()::regnamespace ORDER BY c.relname
"""
# Citus hands on such a policy as a permissive one.
_BOUND = """
    SELECT DISTINCT unnest(roles)::text FROM pg_policies
    WHERE schemaname = current_schema() AND permissive = 'RESTRICTIVE' ORDER BY 1
"""
# The same text on every server when the table is the same; a digest of all rows would not fit into one value.
_TOLD = "SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) FROM {} t"
_ANSWERS = "SELECT result FROM run_command_on_workers(%(asked)s) WHERE success"
_ANY_PALACE = "SELECT EXISTS (SELECT 1 FROM palaces)"
_HANDED_ON = "SELECT current_database(), current_setting('citus.propagate_set_commands', true)"
_SHARDS = (
    "SELECT nodename, nodeport, count(*) FROM citus_shards WHERE table_name = %(first)s::regclass GROUP BY 1, 2 ORDER BY 1, 2"
)
_LIES = """
    SELECT s.shardid, s.nodename, s.nodeport FROM citus_shards s
    WHERE s.table_name = %(first)s::regclass AND s.shardid = get_shard_id_for_distribution_column(%(first)s, %(palace)s::bigint)
"""
_NODES = """
    SELECT n.nodename, n.nodeport FROM pg_dist_node n
    LEFT JOIN citus_shards s ON s.nodename = n.nodename AND s.nodeport = n.nodeport
    WHERE n.isactive AND n.shouldhaveshards AND n.noderole = 'primary'
    GROUP BY 1, 2 ORDER BY coalesce(sum(s.shard_size), 0), 1, 2
"""
_IS_ALONE = "SELECT shardminvalue = shardmaxvalue FROM pg_dist_shard WHERE shardid = %(shard)s"
# Rows are copied by the role that asks: one that the policies hold back would copy none, and the others would be deleted.
_SEES_ALL = "SELECT rolsuper FROM pg_roles WHERE rolname = current_user"
_LAST_CHANGE = "SELECT value FROM counters WHERE palace = %(palace)s AND name = 'changes'"
# Policies stop the logical replication by which writers could go on meanwhile, so writers wait; it takes a second or two.
_ISOLATE = """
    SELECT isolate_tenant_to_new_shard(%(first)s::regclass, %(palace)s::bigint, 'CASCADE', shard_transfer_mode => 'block_writes')
"""
_MOVE = "SELECT citus_move_shard_placement(%(shard)s, %(host)s, %(port)s, %(to_host)s, %(to_port)s, 'block_writes')"


@frozen
class ClusterStanding:
    """Where the tables of a database lie."""

    by_palace: Sequence[str]
    everywhere: Sequence[str]
    here_alone: Sequence[str]
    shards: dict[str, int]
    """How many shards each server has of every table that is spread by palace."""
    missing: int
    """How many statements `database distribute` would run."""
    bound: Sequence[str] = ()
    """Roles that were bound to a palace, which holds on the coordinator alone."""
    apart: Sequence[str] = ()
    """Tables that should be the same on every server, and are not, as after a fail-over to one that lacked the last commits."""


class ServerCluster:
    """One database as Citus spreads it; everything goes through its coordinator."""

    def __init__(self, url: str) -> None:
        self._pool = ConnectionPool(DatabaseAddress(url), 1)

    def distribute(self, *, is_run: bool) -> list[str]:
        """The statements that spread the tables by palace, or what is missing of that; each is run on its own."""

        def work(connection: Connection) -> list[str]:
            self._require_citus(connection)
            migrations.bring_up_to_date(connection, self._where)
            statements = self._statements(connection)
            if is_run:
                connection.execute("SET statement_timeout = 0")
                for statement in statements:
                    connection.execute(statement.encode())
            return statements

        return self._pool.asked(work)

    def standing(self) -> ClusterStanding | None:
        """Where the tables lie; None on a server without Citus, or without palaces."""

        def work(connection: Connection) -> ClusterStanding | None:
            if not _is_true(connection, _HAS_CITUS) or migrations.version_of(connection, self._where) == 0:
                return None
            spread = _spread(connection)
            tables = [*EVERYWHERE, *palace_tables(connection)]
            return ClusterStanding(
                by_palace=[name for name, is_whole in spread.items() if not is_whole],
                everywhere=[name for name, is_whole in spread.items() if is_whole],
                here_alone=[name for name in tables if name not in spread],
                shards={f"{host}:{port}": count for host, port, count in connection.execute(_SHARDS, {"first": _FIRST})},
                missing=len(self._statements(connection)) if spread else 0,
                bound=[str(role) for [role] in connection.execute(_BOUND)] if spread else [],
                apart=[name for name, is_whole in spread.items() if is_whole and _is_apart(connection, name)],
            )

        return self._pool.asked(work)

    def move(self, name: str, to: str | None = None) -> str:
        """Move a palace to a server, with all its rows; by default to another that holds least. Returns where it lies now."""

        def work(connection: Connection) -> str:
            self._require_citus(connection)
            palace = palace_number(connection, name)
            if palace is None:
                raise NoPalace(name, self._pool.address.of(name))
            if _FIRST not in _spread(connection):
                raise StoreFailure(self._where, "its tables are not distributed; run `simonides database distribute --run` first")
            if not _is_true(connection, _SEES_ALL):
                raise StoreFailure(self._where, "only a superuser can move a palace: row policies hide the rows from other roles")
            connection.execute("SET statement_timeout = 0")
            before = connection.execute(_LAST_CHANGE, {"palace": palace}).fetchall()
            server = _moved(connection, palace, to)
            if connection.execute(_LAST_CHANGE, {"palace": palace}).fetchall() < before:
                raise StoreFailure(self._where, f"rows of {name} are missing on {server}; restore the palace from a backup")
            return server

        return self._pool.asked(work)

    @property
    def _where(self) -> str:
        return self._pool.address.shown

    def _require_citus(self, connection: Connection) -> None:
        if not _is_true(connection, _HAS_CITUS):
            raise StoreFailure(self._where, _NO_CITUS)

    def _statements(self, connection: Connection) -> list[str]:
        if _FIRST not in _spread(connection) and _is_true(connection, _ANY_PALACE):
            hint = "make a new one, then `simonides migrate` brings the palaces"
            raise StoreFailure(self._where, f"only an empty database can be distributed; {hint}")
        return _missing(connection)


def is_distributed(connection: Connection) -> bool:
    """Whether palaces lie on several servers."""
    return _is_true(connection, _HAS_CITUS) and _FIRST in _spread(connection)


def spread_new_tables(connection: Connection) -> None:
    """Within a migration of a database that is spread over servers: spread the tables that are new, before they have rows."""
    if is_distributed(connection):
        for statement in _missing_tables(connection):
            connection.execute(statement.encode())


def keep_distributed(connection: Connection) -> None:
    """After a migration of a database that is spread over servers: spread what is new, within the same transaction."""
    if is_distributed(connection):
        for statement in _missing(connection):
            connection.execute(statement.encode())


def _missing(connection: Connection) -> list[str]:
    functions = functions_for_shards(connection, palace_tables(connection))
    return [*_missing_tables(connection), *functions, *_handing_on(connection)]


def _missing_tables(connection: Connection) -> list[str]:
    tables, spread = palace_tables(connection), _spread(connection)
    statements = [f"SELECT create_reference_table('{name}')" for name in EVERYWHERE if name not in spread]
    for name in _ordered(connection, tables):
        if name not in spread:
            beside = "none" if name == _FIRST else _FIRST
            statements.append(f"SELECT create_distributed_table('{name}', 'palace', colocate_with => '{beside}')")
    if statements:
        # Citus warns of triggers that reach another server; ours stay beside their row.
        statements.insert(0, "SET citus.enable_unsafe_triggers = on")
    return statements


def _is_true(connection: Connection, question: str) -> bool:
    return connection.execute(question).fetchone() == (True,)


def _is_apart(connection: Connection, table: str) -> bool:
    # Servers are read one after the other: what is written meanwhile differs, too, but not in the same way a moment later.
    differing = _differing(connection, table)
    if differing:
        time.sleep(SETTLED_S)
        differing &= _differing(connection, table)
    return bool(differing)


def _differing(connection: Connection, table: str) -> set[tuple[str, str]]:
    """What is told of a table here and at a worker, where that is not the same."""
    # A coordinator that has just been promoted is noted under the address of the one before, where nobody answers.
    asked = _TOLD.format(table)
    [[here]] = connection.execute(asked).fetchall()
    return {(here, there) for [there] in connection.execute(_ANSWERS, {"asked": asked}) if there != here}


def _spread(connection: Connection) -> dict[str, bool]:
    """The tables that Citus looks after, and whether each stands whole on every server."""
    return {str(name): bool(is_whole) for name, is_whole in connection.execute(_SPREAD)}


def _ordered(connection: Connection, tables: Sequence[str]) -> list[str]:
    """The tables in an order in which each comes after those that it refers to, the first of all before them."""
    graph = {name: set() if name == _FIRST else {_FIRST} for name in tables}
    for holder, held in connection.execute(_REFERENCES):
        if holder in graph and held in graph and held != holder:
            graph[holder].add(held)
    return list(TopologicalSorter(graph).static_order())


def _handing_on(connection: Connection) -> list[str]:
    """The setting by which a transaction's palace is known on every server that it reaches."""
    [[database, handed_on]] = connection.execute(_HANDED_ON).fetchall()
    if handed_on == "local":
        return []
    named = sql.SQL("ALTER DATABASE {} SET citus.propagate_set_commands = 'local'").format(sql.Identifier(database))
    return [named.as_string(connection)]


def _moved(connection: Connection, palace: int, to: str | None) -> str:
    values: dict[str, object] = {"first": _FIRST, "palace": palace}
    shard, host, port = _lies(connection, values)
    nodes = [(str(node), int(number)) for node, number in connection.execute(_NODES)]
    shown = [f"{node}:{number}" for node, number in nodes]
    chosen = to or next((name for name in shown if name != f"{host}:{port}"), f"{host}:{port}")
    if chosen not in shown:
        raise Invalid("--to", f"there is no server {chosen}; there are: {', '.join(shown)}")
    if chosen != f"{host}:{port}":
        if not _is_alone(connection, shard):
            connection.execute(_ISOLATE, values)
            shard, host, port = _lies(connection, values)
        to_host, to_port = nodes[shown.index(chosen)]
        # What an earlier move has left behind would be in the way.
        connection.execute("CALL citus_cleanup_orphaned_resources()")
        connection.execute(_MOVE, {"shard": shard, "host": host, "port": port, "to_host": to_host, "to_port": to_port})
    return chosen


def _lies(connection: Connection, values: dict[str, object]) -> tuple[int, str, int]:
    [[shard, host, port]] = connection.execute(_LIES, values).fetchall()
    return int(shard), str(host), int(port)


def _is_alone(connection: Connection, shard: int) -> bool:
    return connection.execute(_IS_ALONE, {"shard": shard}).fetchone() == (True,)
