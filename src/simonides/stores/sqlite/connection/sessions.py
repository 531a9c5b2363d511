"""A thread's connection, its transaction, and what it has read at one moment."""

import sqlite3
import threading
import weakref
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from simonides.stores.sqlite.connection.functions import Speaker

if TYPE_CHECKING:
    from collections.abc import Hashable


class Transaction:
    """A write in progress; `rewinds` counts its parts that were rolled back."""

    __slots__ = ("rewinds",)

    def __init__(self) -> None:
        self.rewinds = 0


class SqliteSession:
    """One user's connection, its current transaction, and what it has read in the current moment, if that is held.

    The connection is opened when it is needed and may be closed between two statements: whoever uses it holds the guard, or has
    a transaction open on it.
    """

    __slots__ = ("__weakref__", "_connection", "_end", "_open", "guard", "openings", "seen", "speaker", "transaction")

    def __init__(self, open_connection: Callable[[Speaker], sqlite3.Connection]) -> None:
        self._open = open_connection
        self._connection: sqlite3.Connection | None = None
        self._end: Callable[[], object] = _nothing
        self.speaker = Speaker()
        self.guard = threading.Lock()
        self.openings = 0
        """How many connections it has had: what one of them told of changes says nothing about those of the next."""
        self.transaction: Transaction | None = None
        self.seen: dict[Hashable, Any] | None = None

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection, opened where there is none."""
        return self._connection or self._opened()

    @property
    def is_open(self) -> bool:
        """Whether there is a connection."""
        return self._connection is not None

    @property
    def is_in_transaction(self) -> bool:
        """Whether something is begun on the connection."""
        return self._connection is not None and self._connection.in_transaction

    def end(self) -> None:
        """Close the connection, with the guard; the next statement opens another one."""
        self._connection = None
        self._end()

    def _opened(self) -> sqlite3.Connection:
        connection = self._open(self.speaker)
        # The session ends with its thread's locals, and its connection must be closed with it.
        self._end = finish = weakref.finalize(self, connection.close)
        finish.atexit = False
        self._connection = connection
        self.openings += 1
        return connection


class SessionSet:
    """The sessions of a palace, for as long as somebody has them."""

    def __init__(self) -> None:
        self._sessions: weakref.WeakSet[SqliteSession] = weakref.WeakSet()
        self._guard = threading.Lock()

    def add(self, session: SqliteSession) -> None:
        """Take in one more."""
        with self._guard:
            self._sessions.add(session)

    def all(self) -> list[SqliteSession]:
        """Those that there are."""
        with self._guard:
            return list(self._sessions)

    def are_closed(self) -> bool:
        """Whether none has a connection."""
        with self._guard:
            return not any(each.is_open for each in self._sessions)

    def are_idle(self) -> bool:
        """Whether nobody is in the middle of anything."""
        return not any(each.guard.locked() or each.is_in_transaction for each in self.all())

    def end_idle(self) -> bool:
        """Close every connection; False, and none, while one of them is used."""
        sessions = self.all()
        with ExitStack() as guards:
            for each in sessions:
                if not each.guard.acquire(blocking=False):
                    return False
                guards.callback(each.guard.release)
            if any(each.is_in_transaction for each in sessions):
                return False
            for each in sessions:
                each.end()
        return True

    def end(self) -> None:
        """Close every connection, each once its statement has ended."""
        for each in self.all():
            with each.guard:
                each.end()


def _nothing() -> None:
    """There is no connection to close."""
