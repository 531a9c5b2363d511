"""Mean vectors of nodes in PostgreSQL: the mean of a node's observations from each perspective, at unit length."""

from collections.abc import Iterable

from simonides.stores.postgres.statements import run_beside
from simonides.stores.sql.database import Database

# Nodes that have a mean vector or whose observations have vectors. While some are pending, the mean would soon change again.
_READY = """
    SELECT e.key FROM entities e
    WHERE e.palace = %(palace)s AND e.key = ANY(%(nodes)s::bigint[])
        AND (
            EXISTS (SELECT 1 FROM node_vectors v WHERE v.palace = %(palace)s AND v.entity = e.key)
            OR EXISTS (SELECT 1 FROM observations o WHERE o.palace = %(palace)s AND o.entity = e.key AND o.embedded)
        )
        AND NOT EXISTS (SELECT 1 FROM observations o WHERE o.palace = %(palace)s AND o.entity = e.key AND NOT o.embedded)
    ORDER BY e.key
"""
_DROP = "DELETE FROM node_vectors WHERE palace = %(palace)s AND entity = ANY(%(nodes)s::bigint[])"
_ADD = run_beside("add_means(%(nodes)s::bigint[])")
_LOG = """
    SELECT log_changes('node_vector', array_agg(id ORDER BY key), array_agg(key ORDER BY key), 'change')
    FROM entities WHERE palace = %(palace)s AND key = ANY(%(nodes)s::bigint[])
"""


def renew_means(database: Database, nodes: Iterable[int]) -> None:
    """Recompute the mean vectors of nodes from their observations' present vectors, within the caller's transaction."""
    ready = [row[0] for row in database.rows(_READY, {"nodes": database.listed(nodes)})]
    if not ready:
        return
    values = {"nodes": database.listed(ready)}
    for statement in (_DROP, _ADD, _LOG):
        database.change(statement, values)
