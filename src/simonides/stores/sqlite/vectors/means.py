"""Mean vectors of nodes in SQLite: the mean of a node's observations from each perspective, at unit length."""

from collections.abc import Iterable

from simonides.stores.sql.records.rows import Row
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.connection.lists import key_list
from simonides.stores.sqlite.vectors.kinds import OWNER_BITS, PERSPECTIVE_BITS

_HAS_VECTORS = """
    SELECT DISTINCT entity FROM node_vectors WHERE entity IN (SELECT value FROM json_each(:nodes))
    UNION SELECT DISTINCT o.entity FROM observations o
    WHERE o.entity IN (SELECT value FROM json_each(:nodes)) AND o.embedded = 1
"""
# While observations are pending, the mean would soon have to be computed again.
_WAITS = "SELECT 1 FROM observations WHERE entity = ? AND embedded = 0 LIMIT 1"
_VECTORS = f"""
    SELECT v.key >> {PERSPECTIVE_BITS}, v.f16 FROM observations o JOIN observation_vectors v ON v.observation = o.key
    WHERE o.entity = ? ORDER BY v.key
"""  # noqa: S608 - constants
_DROP = "DELETE FROM node_vectors WHERE entity = ?"
_ADD = "INSERT INTO node_vectors (key, entity, f16) VALUES (?, ?, ?)"
_LOG = """
    INSERT INTO changes (kind, id, row, operation, at, actor)
    SELECT 'node_vector', id, key, 'change', now_us(), actor() FROM entities WHERE key = ?
"""


def renew_means(database: Database, nodes: Iterable[int]) -> None:
    """Recompute the mean vectors of nodes from their observations' present vectors, within the caller's transaction."""
    for (node,) in database.rows(_HAS_VECTORS, {"nodes": key_list(nodes)}):
        if database.row(_WAITS, (node,)) is None:
            _renew(database, node)


def _renew(database: Database, node: int) -> None:
    by_perspective: dict[int, list[bytes]] = {}
    for perspective, blob in database.rows(_VECTORS, (node,)):
        by_perspective.setdefault(perspective, []).append(blob)
    database.change(_DROP, (node,))
    database.change_many(_ADD, [_row(perspective, node, blobs) for perspective, blobs in by_perspective.items()])
    database.change(_LOG, (node,))


def _row(perspective: int, node: int, blobs: list[bytes]) -> Row:
    # A palace without vectors must not import numpy.
    import numpy as np

    mean = np.frombuffer(b"".join(blobs), np.float16).reshape(len(blobs), -1).mean(axis=0, dtype=np.float32)
    length = float(np.linalg.norm(mean))
    # When vectors cancel out, the node has no mean and resembles nothing.
    unit = mean / length if length > 0 else mean
    return perspective << PERSPECTIVE_BITS | node << OWNER_BITS, node, unit.astype(np.float16).tobytes()
