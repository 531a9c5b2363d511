"""The configured store: its palaces, its tokens and, in a database, its roles and servers.

Their adapters are imported when they are needed.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from simonides.domain.errors import Invalid
from simonides.settings import Settings

if TYPE_CHECKING:
    from simonides.ports.stores import Shelf
    from simonides.ports.tokens import Tokens
    from simonides.stores.postgres.cluster.distribution import ServerCluster
    from simonides.stores.postgres.replica import DatabaseReplica
    from simonides.stores.postgres.roles import Roles


def build_shelf(settings: Settings) -> "Shelf":
    """All palaces of the data directory, or of the database if one is set."""
    if settings.database is None:
        from simonides.stores.sqlite.shelf import SqliteShelf

        return SqliteShelf(settings.data_dir)
    _require_psycopg()
    from simonides.stores.postgres.shelf import PostgresShelf

    return PostgresShelf(settings.database, connections=settings.database_connections)


def build_replica(settings: Settings, shelf: "Shelf") -> "tuple[Shelf, DatabaseReplica] | None":
    """The palaces as a replica of the database has them, and what tells whether it has all that went through `shelf`."""
    if settings.database is None or settings.database_read is None:
        return None
    from simonides.stores.postgres.replica import DatabaseReplica
    from simonides.stores.postgres.shelf import PostgresShelf

    if not isinstance(shelf, PostgresShelf):
        return None
    palaces = PostgresShelf(settings.database_read, connections=settings.database_connections, patience_s=0)
    return palaces, DatabaseReplica(settings.database, settings.database_read, lambda: shelf.commits)


def _require_psycopg() -> None:
    if find_spec("psycopg") is None:
        # Imported late: it is needed only here.
        from simonides.installation import install_command

        raise Invalid("database", f"PostgreSQL support is not installed; run {install_command('postgres')}")


def home_of(settings: Settings) -> str:
    """Where the palaces are, as a person may read it."""
    if settings.database is None:
        return str(settings.data_dir)
    from simonides.stores.postgres.connection.address import DatabaseAddress

    return DatabaseAddress(settings.database).shown


def build_tokens(settings: Settings, *, stays: bool = False) -> "Tokens":
    """The token store of the configured store; with `stays` it stays connected, for a server that asks at every request."""
    if settings.database is not None:
        _require_psycopg()
        from simonides.stores.postgres.tokens import PostgresTokens

        return PostgresTokens(settings.database, stays=stays)
    from simonides.stores.sqlite.tokens import SqliteTokens

    return SqliteTokens(settings.data_dir)


def build_roles(settings: Settings) -> "Roles | None":
    """The roles of the configured database, if there is one."""
    if settings.database is None:
        return None
    _require_psycopg()
    from simonides.stores.postgres.roles import Roles

    return Roles(settings.database)


def build_cluster(settings: Settings) -> "ServerCluster":
    """The configured database as it may be spread over several servers. Raises Invalid where there is none."""
    if settings.database is None:
        raise Invalid("--database", "required: files lie on one machine; set it or SIMONIDES_DATABASE_URL")
    _require_psycopg()
    from simonides.stores.postgres.cluster.distribution import ServerCluster

    return ServerCluster(settings.database)
