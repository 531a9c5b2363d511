"""Connection pool: a few connections to the server that the threads of this process share.

It replaces psycopg's own pool, which connects in background threads, so that a wrong password is reported as a timeout;
and which retries at ever longer intervals after a restart of the server. This one connects in the caller's thread.
"""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

import psycopg

from simonides.domain.errors import StoreFailure
from simonides.stores.postgres.connection.address import DatabaseAddress
from simonides.stores.postgres.connection.failures import LOCK_TIMEOUT_S, STATEMENT_TIMEOUT_S, is_passing, translated
from simonides.stores.sql.records.rows import Row

Connection = psycopg.Connection[Row]
T = TypeVar("T")

PATIENCE_S = 20.0
"""How long a call waits for a server that was reachable before."""
_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 1.0
_TURN_S = 30.0
# A client that is cut off must not hold its palace for ever.
_STANDSTILL_S = 300
_SETTINGS = f"""
    SET statement_timeout = '{STATEMENT_TIMEOUT_S}s';
    SET lock_timeout = '{LOCK_TIMEOUT_S}s';
    SET idle_in_transaction_session_timeout = '{_STANDSTILL_S}s';
    SET client_min_messages = warning;
    SELECT pg_backend_pid();
"""


class ConnectionPool:
    """At most `size` connections, opened on demand and kept while any palace is open."""

    def __init__(self, address: DatabaseAddress, size: int, patience_s: float | None = None) -> None:
        self.address = address
        self.size = size
        self.commits = 0
        """How often something was committed over these connections."""
        self._patience_s = patience_s
        self._turns = threading.BoundedSemaphore(size)
        self._guard = threading.Lock()
        self._idle: list[Connection] = []
        self._users = 0
        self._was_reached = False

    def open(self) -> None:
        """Count one more user of the pool."""
        with self._guard:
            self._users += 1

    def close(self) -> None:
        """Count one user less; the last one closes all connections."""
        with self._guard:
            self._users -= 1
            doomed = [] if self._users else self._idle
            if not self._users:
                self._idle = []
        for connection in doomed:
            connection.close()

    def taken(self, begin: Callable[[Connection], T]) -> tuple[Connection, T]:
        """A connection for the caller alone, on which `begin` has run; return it with `give_back`.

        `begin` is retried on another connection while the server is away, for a limited time: nothing was done yet.
        Errors of psycopg pass through.
        """
        self._take_turn()
        try:
            return self._begun(begin)
        except BaseException:
            self._turns.release()
            raise

    def asked(self, question: Callable[[Connection], T], where: str | None = None) -> T:
        """What a question finds over a connection for it alone; our errors name the database, or what is given as its place."""
        with translated(where or self.address.shown):
            connection, answer = self.taken(question)
            self.give_back(connection)
        return answer

    def give_back(self, connection: Connection) -> None:
        """Return a connection, in whatever state it is."""
        is_sound = not connection.closed and connection.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
        with self._guard:
            is_kept = is_sound and self._users > 0
            if is_kept:
                self._idle.append(connection)
        if not is_kept:
            connection.close()
        self._turns.release()

    def count_commit(self) -> None:
        """Count one more commit."""
        with self._guard:
            self.commits += 1

    def connect(self) -> Connection:
        """A connection beside the pool, which the caller closes."""
        connection: Connection = psycopg.connect(self.address.conninfo, autocommit=True)
        try:
            if _backend(connection.execute(_SETTINGS)) != connection.info.backend_pid:
                # A pool stands between: the statement that one transaction prepared may be unknown to the next, or known already.
                connection.prepare_threshold = None
        except BaseException:
            connection.close()
            raise
        self._was_reached = True
        return connection

    def _take_turn(self) -> None:
        if not self._turns.acquire(timeout=_TURN_S):
            raise StoreFailure(
                self.address.shown, f"all {self.size} connections of this process are busy; raise `database_connections`"
            )

    def _begun(self, begin: Callable[[Connection], T]) -> tuple[Connection, T]:
        deadline = time.monotonic() + (PATIENCE_S if self._patience_s is None else self._patience_s)
        pause_s = _FIRST_PAUSE_S
        while True:
            connection: Connection | None = None
            try:
                connection = self._idle_one() or self.connect()
                return connection, begin(connection)
            except BaseException as error:
                if connection is not None:
                    connection.close()
                may_pass = isinstance(error, psycopg.Error) and is_passing(error) and self._was_reached
                if not may_pass or time.monotonic() + pause_s > deadline:
                    raise
            # The other connections, too, are older than the server's absence.
            self._drop_idle()
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    def _idle_one(self) -> Connection | None:
        with self._guard:
            return self._idle.pop() if self._idle else None

    def _drop_idle(self) -> None:
        with self._guard:
            doomed, self._idle = self._idle, []
        for connection in doomed:
            connection.close()


def begin(connection: Connection, *statements: str) -> None:
    """Begin a transaction with settings and locks, in one round trip.

    Each statement is sent by itself: a coordinator hands on the whole text that holds a setting to other servers.
    """
    with connection.pipeline():
        for statement in ("BEGIN", *statements):
            connection.execute(statement, prepare=False)


def held_for_long(connection: Connection, lock: int) -> bool:
    """Begin a transaction that lasts, with an advisory lock; whether the lock was free."""
    begin(connection)
    # A lock of a transaction, not of a session: a pool that lends connections for one transaction each keeps that one ours.
    is_ours = connection.execute("SELECT pg_try_advisory_xact_lock(%(lock)s)", {"lock": lock}).fetchone() == (True,)
    # Another statement must follow: until then the server keeps the moment that the last one has read, and with it every row
    # version since, and no index can be made beside writers.
    connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0", prepare=False)
    return is_ours


def is_lent(connection: Connection) -> bool:
    """Whether a pool stands between, which lends a server for one transaction at a time."""
    return connection.prepare_threshold is None


def _backend(cursor: "psycopg.Cursor[Row]") -> object:
    """The process that answers, from the last of several statements."""
    while cursor.nextset():
        pass
    row = cursor.fetchone()
    return row[0] if row else None
