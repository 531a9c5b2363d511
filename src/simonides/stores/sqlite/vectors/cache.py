"""Vector cache: one per process, kept current by following the change log."""

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from simonides.frozen import frozen
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.connection.failures import translated
from simonides.stores.sqlite.connection.sessions import Transaction
from simonides.stores.sqlite.vectors import sidecar
from simonides.stores.sqlite.vectors.kinds import Kind
from simonides.stores.sqlite.vectors.loading import advance, compacted, load
from simonides.stores.sqlite.vectors.snapshot import Snapshot
from simonides.stores.sqlite.vectors.tuning import Tuning

_NOTED = "SELECT value FROM meta WHERE key = 'embedder'"
_NO_DIMENSIONS = 8
"""Used for a palace without vectors, because its columns are loaded all the same."""

_VERSION = "PRAGMA data_version"


@frozen
class _Branch:
    """The snapshot that only a writing thread may see; it vanishes with the transaction."""

    transaction: Transaction
    rewinds: int
    snapshot: Snapshot


class VectorCache:
    """The latest snapshot of one kind of vectors, made on the first search.

    Committed snapshots are read through a separate connection. A thread that is writing gets a branch, which may use
    the room behind the committed rows: no other writer can commit meanwhile, so nobody else needs it.
    """

    def __init__(self, database: Database, tuning: Tuning, kind: Kind) -> None:
        self._database = database
        self._kind = kind
        self._path = sidecar.path_of(database.directory, kind.name)
        self._tuning = tuning
        self._guard = threading.Lock()
        self._reader = database.further_session()
        self._version = (0, 0)
        self._committed: Snapshot | None = None
        self._branch: _Branch | None = None
        self._saved_rows = 0

    def snapshot(self) -> Snapshot:
        """Everything that the calling thread may see right now."""
        return self._database.once(self, self._latest)

    def is_at_hand(self) -> bool:
        """Whether a snapshot is available at once, or nearly so."""
        if not self._guard.acquire(blocking=False):
            return self._committed is not None
        try:
            if self._committed is not None:
                return True
            return self._database.number(self._kind.how_many) <= self._tuning.sidecar_rows or self._path.is_file()
        finally:
            self._guard.release()

    def close(self) -> None:
        """Save what took long to load, and release it."""
        with self._guard, translated(self._database.path):
            if self._committed is not None and self._unsaved_share() > self._tuning.tail_share:
                with self._reader.guard:
                    self._save(compacted(self._committed))
            self._committed = self._branch = None

    def _latest(self) -> Snapshot:
        with self._guard, translated(self._database.path):
            with self._reader.guard:
                committed = self._follow()
            transaction = self._database.transaction
            return committed if transaction is None else self._follow_branch(transaction, committed)

    def _follow(self) -> Snapshot:
        connection = self._reader.connection
        version = self._reader.openings, connection.execute(_VERSION).fetchone()[0]
        known = self._committed
        # Commits happen on other connections than this one, and each of them changes this number.
        if known is not None and version == self._version:
            return known
        with _one_moment(connection):
            # Another thread may have just written the first vectors, so their length is read in the same transaction as they are.
            self._committed = self._next(connection, known, _dimensions_in(connection))
        self._version = version
        return self._committed

    def _next(self, connection: sqlite3.Connection, known: Snapshot | None, dims: int) -> Snapshot:
        if known is None:
            known = sidecar.read(self._path, connection, dims)
            self._saved_rows = 0 if known is None else known.size
        following = advance(connection, self._kind, known) if known is not None and known.dims == dims else None
        if following is None:
            return self._kept(load(connection, self._kind, dims))
        limit = max(self._tuning.tail_rows, int(following.head.size * self._tuning.tail_share))
        return self._kept(compacted(following)) if following.tail.size > limit else following

    def _kept(self, snapshot: Snapshot) -> Snapshot:
        return self._save(snapshot) if snapshot.size > self._tuning.sidecar_rows else snapshot

    def _follow_branch(self, transaction: Transaction, committed: Snapshot) -> Snapshot:
        branch, connection = self._branch, self._database.connection
        is_mine = branch is not None and (branch.transaction, branch.rewinds) == (transaction, transaction.rewinds)
        known = branch.snapshot if branch is not None and is_mine else committed
        dims = _dimensions_in(connection)
        following = (advance(connection, self._kind, known) if known.dims == dims else None) or load(connection, self._kind, dims)
        self._branch = _Branch(transaction, transaction.rewinds, following)
        return following

    def _save(self, snapshot: Snapshot) -> Snapshot:
        mapped = sidecar.write(self._path, self._reader.connection, snapshot)
        if mapped is None:
            return snapshot
        self._saved_rows = mapped.size
        return mapped

    def _unsaved_share(self) -> float:
        if self._committed is None or self._committed.size <= self._tuning.sidecar_rows:
            return 0.0
        return (self._committed.size - self._saved_rows) / max(self._committed.size, 1)


@contextmanager
def _one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


def _dimensions_in(connection: sqlite3.Connection) -> int:
    """The number of dimensions of the palace's vectors."""
    row = connection.execute(_NOTED).fetchone()
    return _NO_DIMENSIONS if row is None else int(json.loads(row[0])["dimensions"])
