"""A database on a coordinator of Citus, whose address somebody has given, and reading where its servers keep the rows."""

import psycopg
from psycopg import sql

from simonides.stores.postgres.cluster.distribution import ServerCluster
from simonides.stores.postgres.connection.literals import setting

# A statement that would be sent to more than one shard fails.
_STRICT = "ALTER DATABASE {} SET citus.multi_task_query_log_level = 'error'"


def distribute(url: str) -> str:
    """The same address, once its tables lie on all servers."""
    ServerCluster(url).distribute(is_run=True)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL(_STRICT).format(sql.Identifier(connection.info.dbname)))
    return url


def look_into(connection: "psycopg.Connection[object]", palace: int) -> None:
    """Let the rest of a transaction see the rows of a palace by statements that do not name it, wherever they lie."""
    connection.execute(setting("palace", str(palace)))
    # On a single server, nobody reads this setting.
    connection.execute("SET LOCAL citus.multi_task_query_log_level = 'off'")
