"""A replica of the database: whether it has everything that this process has written."""

import threading
import time
from collections.abc import Callable

from simonides.domain.errors import StoreFailure
from simonides.stores.postgres.connection.address import DatabaseAddress
from simonides.stores.postgres.connection.pool import ConnectionPool

# A position after everything that is committed by now, flushed to the disk or not.
_WRITTEN = "SELECT pg_current_wal_insert_lsn()"
# A server that is no standby (any longer) may have gone its own way.
_HAS_IT = """
    SELECT pg_is_in_recovery() AND coalesce(pg_last_wal_replay_lsn() >= coalesce(%(position)s::pg_lsn, '0/0'::pg_lsn), false)
"""
_REST_S = 5.0
"""How long a replica that could not be asked is left alone."""


class DatabaseReplica:
    """The replica of a primary server; `commits` counts what this process has committed there."""

    def __init__(self, primary: str, url: str, commits: Callable[[], int]) -> None:
        self._primary = ConnectionPool(DatabaseAddress(primary), 2)
        self._replica = ConnectionPool(DatabaseAddress(url), 2, patience_s=0)
        self._commits = commits
        self._guard = threading.Lock()
        self._seen = commits()
        self._position: str | None = None
        self._next_try_s = 0.0
        self._primary.open()
        self._replica.open()

    def has_everything(self) -> bool:
        """Whether whatever this process has committed can be read there; False when it cannot be asked."""
        if time.monotonic() < self._next_try_s:
            return False
        try:
            position = self._wanted()
            row = self._replica.asked(lambda connection: connection.execute(_HAS_IT, {"position": position}).fetchone())
        except StoreFailure:
            self._next_try_s = time.monotonic() + _REST_S
            return False
        return row == (True,)

    def close(self) -> None:
        """Close the connections."""
        self._primary.close()
        self._replica.close()

    def _wanted(self) -> str | None:
        """The position up to which the replica must have come."""
        with self._guard:
            # Counted before it is asked for: what is committed in between is asked for the next time.
            commits = self._commits()
            if commits != self._seen:
                row = self._primary.asked(lambda connection: connection.execute(_WRITTEN).fetchone())
                self._position, self._seen = str(row[0]) if row else None, commits
            return self._position
