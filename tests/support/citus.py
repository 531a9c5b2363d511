"""A database on a coordinator of Citus, whose address somebody has given."""

import psycopg
from psycopg import sql

from simonides.stores.postgres.cluster.distribution import ServerCluster

# A statement that would be sent to more than one shard fails.
_STRICT = "ALTER DATABASE {} SET citus.multi_task_query_log_level = 'error'"


def distribute(url: str) -> str:
    """The same address, once its tables lie on all servers."""
    ServerCluster(url).distribute(is_run=True)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL(_STRICT).format(sql.Identifier(connection.info.dbname)))
    return url
