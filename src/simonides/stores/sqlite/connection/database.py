"""The database of a palace in SQLite: a connection per thread, one writer at a time, every commit durable."""

import os
import sqlite3
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TypeVar

from simonides.domain.actor import current_caller
from simonides.domain.deadline import check_deadline
from simonides.domain.errors import StoreFailure
from simonides.domain.time import Clock
from simonides.stores.sql.database import IS_CLOSED, IS_ROLLED_BACK, asked_once
from simonides.stores.sql.records.rows import Row
from simonides.stores.sql.turns import WriterTurn
from simonides.stores.sqlite import migrations
from simonides.stores.sqlite.connection.failures import translated
from simonides.stores.sqlite.connection.functions import Speaker
from simonides.stores.sqlite.connection.known_file import KnownFile
from simonides.stores.sqlite.connection.lists import key_list
from simonides.stores.sqlite.connection.locking import FileLock
from simonides.stores.sqlite.connection.opening import connect_fully
from simonides.stores.sqlite.connection.sessions import SessionSet, SqliteSession, Transaction
from simonides.stores.sqlite.connection.syncing import SharedSync
from simonides.stores.sqlite.records.changes import LATEST

FILE = "palace.db"
LOCK = "lock"
_LAST_WRITER_S = 5.0

T = TypeVar("T")
Values = Sequence[object] | Mapping[str, object]

_META = "SELECT value FROM meta WHERE key = ?"
_SET_META = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


class Database:
    """The file of one palace, shared by the threads of this process and by other processes."""

    def __init__(self, directory: Path, clock: Clock) -> None:
        self.directory = directory
        self.path = directory / FILE
        self._clock = clock
        self._lock = FileLock(directory / LOCK)
        self._turn = WriterTurn()
        self._sync = SharedSync(directory / f"{FILE}-wal")
        self._local = threading.local()
        self._sessions = SessionSet()
        self._file = KnownFile(self.path)
        self._is_closed = False
        self.on_waking: Callable[[], None] = _nobody
        """Called with every connection that a session opens."""

    def prepare(self) -> None:
        """Check that the file can be used, and bring an older one up to date. Raises NewerStore or Damaged."""
        session = self._session()
        # Another process may delete the file at this moment.
        with translated(self.path), session.guard:
            if not migrations.is_current(session.connection, self.path):
                with self._turn, self._lock:
                    migrations.bring_up_to_date(session.connection, self.path)
                    with self._sync.committed() as log:
                        self._sync.wait(log)
            self._file.note(session.connection)

    def is_gone(self) -> bool:
        """Whether the file was deleted or replaced since it was prepared."""
        if not self._file.is_in_place():
            return True
        if self._sessions.are_closed() and not self._file.is_as_left():
            session = self._session()
            try:
                # Opening it compares more.
                with session.guard:
                    return session.connection is None
            except FileNotFoundError:
                return True
        return False

    def write_mark(self) -> Hashable | None:
        """Another value after every write, of whichever process, told from outside; None where only reading tells."""
        return None if self._is_closed else self._file.write_mark()

    def is_idle(self) -> bool:
        """Whether nobody is in the middle of anything."""
        return not self._turn.is_held and self._sessions.are_idle()

    def rest(self) -> bool:
        """Close the connections and the lock file until the next statement; False, and nothing, while one of them is used."""
        if not self._turn.acquire(0):
            return False
        try:
            # A log in doubt is begun anew by the next writer, who must not find it gone.
            is_resting = not self._sync.is_in_doubt and self._sessions.end_idle()
            if is_resting:
                self._lock.close()
                self._file.leave()
            return is_resting
        finally:
            self._turn.release()

    @property
    def is_read_only(self) -> bool:
        """Whether the disk takes no writes."""
        return not os.access(self.directory, os.W_OK)

    def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Every row of the answer."""
        check_deadline()
        session = self._session()
        with translated(self.path), session.guard:
            return session.connection.execute(sql, values).fetchall()

    def row(self, sql: str, values: Values = ()) -> Row | None:
        """The first row of the answer, if any."""
        check_deadline()
        session = self._session()
        with translated(self.path), session.guard:
            row: Row | None = session.connection.execute(sql, values).fetchone()
            return row

    def number(self, sql: str, values: Values = ()) -> int:
        """The answer as a single number; 0 when there is none."""
        row = self.row(sql, values)
        return 0 if row is None or row[0] is None else int(row[0])

    def change(self, sql: str, values: Values = ()) -> sqlite3.Cursor:
        """Run one statement inside `writing`."""
        check_deadline()
        session = self._session()
        with translated(self.path), session.guard:
            return session.connection.execute(sql, values)

    def change_many(self, sql: str, many: Iterable[Values]) -> None:
        """Run one statement inside `writing` for each set of values."""
        check_deadline()
        session = self._session()
        with translated(self.path), session.guard:
            session.connection.executemany(sql, many)

    def add_rows(self, sql: str, many: Iterable[Values]) -> list[Row]:
        """Add rows inside `writing` with a statement that passes over those which are there; what it returns of the others."""
        return [row for values in many for row in self.change(sql, values).fetchall()]

    def listed(self, values: Iterable[object]) -> str:
        """A list as one bound value, for `IN (SELECT value FROM json_each(…))`."""
        return key_list(values)

    def meta(self, key: str) -> str | None:
        """The palace's own note under that key."""
        row = self.row(_META, (key,))
        return None if row is None else str(row[0])

    def set_meta(self, key: str, value: str) -> None:
        """Write a note about the palace."""
        with self.writing():
            self.change(_SET_META, (key, value))

    @property
    def where(self) -> str:
        """The path of the file, as error messages show it."""
        return str(self.path)

    @property
    def transaction(self) -> Transaction | None:
        """This thread's current transaction."""
        return self._session().transaction

    @property
    def connection(self) -> sqlite3.Connection:
        """This thread's connection, for reading only; the caller translates errors."""
        return self._session().connection

    @contextmanager
    def writing(self, actor: str = "") -> Iterator[None]:
        """A transaction, or a part of the one this thread is already in; a part that fails is rolled back alone."""
        session = self._session()
        outer_actor = session.speaker.actor
        block = self._whole(session) if session.transaction is None else self._part(session, session.transaction)
        with block:
            session.speaker.actor = actor or outer_actor or session.speaker.caller.actor
            try:
                yield
            finally:
                session.speaker.actor = outer_actor

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Everything read inside comes from one moment; writers go on meanwhile."""
        session = self._session()
        if self._is_open(session):
            yield
            return
        self._execute(session, "BEGIN")
        session.seen = {}
        try:
            yield
        finally:
            session.seen = None
            self._roll_back(session)

    def give_way(self) -> None:
        """Let other writers go first; does nothing inside of a transaction."""
        if self._session().transaction is None:
            self._turn.give_way()
            with translated(self.path):
                self._lock.give_way()

    def once(self, key: Hashable, read: Callable[[], T]) -> T:
        """The answer of `read`; inside of `reading`, where nothing changes, it is asked only once for each key."""
        return asked_once(self._session().seen, key, read)

    def moment(self) -> int | None:
        """The number of the latest change, inside of `reading`; None elsewhere, where what is read may be taken back."""
        seen = self._session().seen
        return None if seen is None else asked_once(seen, LATEST, lambda: self.number(LATEST))

    def close(self) -> None:
        """Close every connection, once the current writer has finished or its time is up."""
        has_turn = self._turn.acquire(_LAST_WRITER_S)
        try:
            self._is_closed = True
            self._sessions.end()
            self._lock.close()
        finally:
            if has_turn:
                self._turn.release()

    def connect(self, speaker: Speaker | None = None) -> sqlite3.Connection:
        """A separate connection, which the caller closes."""
        if self._is_closed:
            raise StoreFailure(str(self.path), IS_CLOSED)
        with translated(self.path):
            return connect_fully(self.path, speaker or Speaker(), self._clock)

    @contextmanager
    def alone(self) -> Iterator[sqlite3.Connection]:
        """A separate connection while nobody else writes, outside of any transaction."""
        with self._turn, self._held_lock(), closing(self.connect()) as connection:
            yield connection

    def _session(self) -> SqliteSession:
        session: SqliteSession | None = getattr(self._local, "session", None)
        if session is None:
            self._local.session = session = self.further_session()
        return session

    def further_session(self) -> SqliteSession:
        """A session beside those of the threads, for whoever keeps what it reads."""
        session = SqliteSession(self._opened)
        self._sessions.add(session)
        return session

    def _opened(self, speaker: Speaker) -> sqlite3.Connection:
        connection = self.connect(speaker)
        try:
            with translated(self.path):
                self._sync.take_over(connection)
            self._file.refuse_other(connection)
        except BaseException:
            connection.close()
            raise
        self.on_waking()
        return connection

    @contextmanager
    def _whole(self, session: SqliteSession) -> Iterator[None]:
        with ExitStack() as afterwards:
            with self._turn, self._held_lock():
                self._mend_log(session)
                self._execute(session, "BEGIN IMMEDIATE")
                session.transaction = Transaction()
                try:
                    self._refuse_newer(session)
                    self._sign(session)
                    yield
                    self._refuse_ended(session)
                    self._execute(session, "COMMIT")
                    with translated(self.path):
                        log = afterwards.enter_context(self._sync.committed())
                except BaseException:
                    self._roll_back(session)
                    raise
                finally:
                    session.transaction = None
            # The next writer begins while this one waits for the disk; nothing is acknowledged before.
            with translated(self.path):
                self._sync.wait(log)

    def _mend_log(self, session: SqliteSession) -> None:
        if not self._sync.is_in_doubt:
            return
        with translated(self.path), session.guard:
            if not self._sync.begin_anew(session.connection):
                raise StoreFailure(str(self.path), "the disk has failed, and others still read what it may have lost; try again")

    def _sign(self, session: SqliteSession) -> None:
        session.speaker.caller = current_caller()
        # Lines are numbered in the order of commits, so the first one of this transaction has the next number.
        session.speaker.act = self.number(LATEST) + 1

    @contextmanager
    def _part(self, session: SqliteSession, transaction: Transaction) -> Iterator[None]:
        self._refuse_ended(session)
        self._execute(session, "SAVEPOINT part")
        try:
            yield
        except BaseException:
            transaction.rewinds += 1
            if self._is_open(session):
                self._execute(session, "ROLLBACK TO part")
                self._execute(session, "RELEASE part")
            raise
        self._execute(session, "RELEASE part")

    @contextmanager
    def _held_lock(self) -> Iterator[None]:
        with ExitStack() as stack:
            with translated(self.path):
                stack.enter_context(self._lock)
            yield

    def _execute(self, session: SqliteSession, sql: str) -> None:
        with translated(self.path), session.guard:
            session.connection.execute(sql)

    def _roll_back(self, session: SqliteSession) -> None:
        if self._is_open(session):
            self._execute(session, "ROLLBACK")

    def _is_open(self, session: SqliteSession) -> bool:
        with translated(self.path), session.guard:
            return session.is_in_transaction

    def _refuse_ended(self, session: SqliteSession) -> None:
        # SQLite may roll back a whole transaction when the disk fails: later changes must not be committed alone.
        if not self._is_open(session):
            raise StoreFailure(str(self.path), IS_ROLLED_BACK)

    def _refuse_newer(self, session: SqliteSession) -> None:
        # A newer program may have migrated the file meanwhile: the words that our functions give its triggers would not fit.
        with translated(self.path):
            migrations.is_current(session.connection, self.path)


def _nobody() -> None:
    """Nobody is told."""
