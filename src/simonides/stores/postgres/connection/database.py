"""The database of a palace in PostgreSQL: shared connections, one writer per palace at a time, every commit durable.

Each transaction names its palace, so that the row policies let it see that one alone; each statement names it again.
Any number of processes may use one database, and each sees the others' commits on its next call: what a search keeps is used
only while the palace's last change is the same (`search/kept_reads.py`).
"""

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar, cast

import psycopg
from psycopg.sql import quote

from simonides.domain.actor import current_caller
from simonides.domain.deadline import check_deadline
from simonides.domain.errors import StoreFailure
from simonides.domain.time import Clock
from simonides.stores.postgres.connection.batches import added_by, run_for_each
from simonides.stores.postgres.connection.failures import translated
from simonides.stores.postgres.connection.literals import VECTOR_BYTES, key_list, lock_key, setting
from simonides.stores.postgres.connection.pool import Connection, ConnectionPool, is_lent
from simonides.stores.postgres.connection.sessions import PostgresSession, is_alive, undo
from simonides.stores.postgres.connection.standing import MOMENT, STANDING, LastChange, PalaceStanding
from simonides.stores.sql.database import IS_CLOSED, IS_ROLLED_BACK, NOTHING, Values, asked_once
from simonides.stores.sql.records.rows import Row, micros
from simonides.stores.sql.turns import WriterTurn

T = TypeVar("T")

_LAST_WRITER_S = 5.0
_BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
# Writers of one palace wait for each other here; readers never wait.
_LOCK = "SELECT pg_advisory_xact_lock({})"
_META = "SELECT value FROM meta WHERE palace = %(palace)s AND key = %(key)s"
_SET_META = """
    INSERT INTO meta (palace, key, value) VALUES (%(palace)s, %(key)s, %(value)s)
    ON CONFLICT (palace, key) DO UPDATE SET value = excluded.value
"""


class Database:
    """One palace of a database, shared by the threads of this process and by other processes."""

    def __init__(self, pool: ConnectionPool, palace: int, name: str, clock: Clock) -> None:
        self.palace = palace
        self.where = pool.address.of(name)
        self._pool = pool
        self._clock = clock
        self._in_palace = setting("palace", str(palace))
        self._lock = _LOCK.format(lock_key("palace", str(palace)))
        # One writer waits at the server, the others here, so that waiting writers do not use up the connections.
        self._turn = WriterTurn()
        self._local = threading.local()
        self._is_closed = False
        pool.open()

    def rows(self, sql: str, values: Values = NOTHING) -> list[Row]:
        """Every row of the answer."""
        return self._run(sql, values).fetchall()

    def row(self, sql: str, values: Values = NOTHING) -> Row | None:
        """The first row of the answer, if any."""
        return self._run(sql, values).fetchone()

    def shared_row(self, sql: str) -> Row | None:
        """The first row from a table that all palaces share: no policy covers it, so it takes no transaction of its own."""
        if self._session() is not None:
            return self.row(sql)
        self._refuse_closed()
        return self._pool.asked(lambda connection: connection.execute(sql, self._bound(NOTHING)).fetchone(), self.where)

    def number(self, sql: str, values: Values = NOTHING) -> int:
        """The answer as a single number; 0 when there is none."""
        row = self.row(sql, values)
        return 0 if row is None or row[0] is None else int(row[0])

    def change(self, sql: str, values: Values = NOTHING) -> "psycopg.Cursor[Row]":
        """Run one statement inside `writing`."""
        session = self._writer()
        with translated(self.where):
            return self._ready(session).execute(sql, self._bound(values))

    def change_many(self, sql: str, many: Iterable[Values]) -> None:
        """Run one statement inside `writing` for each set of values."""
        session = self._writer()
        rows = [self._bound(values) for values in many]
        with translated(self.where):
            run_for_each(self._ready(session), sql, rows)

    def add_rows(self, sql: str, many: Iterable[Values]) -> list[Row]:
        """Add rows inside `writing` with a statement that passes over those which are there; what it returns of the others."""
        session = self._writer()
        rows = [self._bound(values) for values in many]
        with translated(self.where):
            return added_by(self._ready(session), sql, rows)

    def listed(self, values: Iterable[object]) -> object:
        """A list in the form that psycopg binds."""
        found = list(values)
        # To find one type for all, psycopg looks at every number of a list.
        return key_list(cast("list[int]", found)) if found and type(found[0]) is int else found

    def meta(self, key: str) -> str | None:
        """The palace's own note under that key."""
        session = self._session()
        if session is not None and key in session.notes:
            return session.notes[key]
        row = self.row(_META, {"key": key})
        value = None if row is None else str(row[0])
        if session is not None:
            session.notes[key] = value
        return value

    def set_meta(self, key: str, value: str) -> None:
        """Write a note about the palace."""
        with self.writing():
            self.change(_SET_META, {"key": key, "value": value})
            self._writer().notes[key] = value

    @contextmanager
    def writing(self, actor: str = "") -> Iterator[None]:
        """A transaction, or a part of the one this thread is already in; a part that fails is rolled back alone."""
        session = self._session()
        if session is None:
            with self._turn, self._whole(actor):
                yield
        else:
            with self._part(self._writer(), actor):
                yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Everything read inside comes from one moment; writers go on meanwhile."""
        if self._session() is not None:
            yield
            return
        connection, standing = self._begun([_BEGIN_READING, self._in_palace])
        self._local.session = PostgresSession(connection, is_writing=False, seen=standing.seen(), notes=standing.notes())
        try:
            yield
        finally:
            self._end("ROLLBACK")

    @property
    def is_in_transaction(self) -> bool:
        """Whether this thread is inside of `writing` or `reading`."""
        return self._session() is not None

    def give_way(self) -> None:
        """Let other writers go first; does nothing inside of a transaction."""
        # Those of other processes queue at the server, which hands its locks over in their order.
        if self._session() is None:
            self._turn.give_way()

    def moment(self) -> LastChange | None:
        """The palace's last change when this thread's transaction began; None when it has written, and outside of one."""
        session = self._session()
        return None if session is None else session.seen.get(MOMENT)

    def once(self, key: Hashable, read: Callable[[], T]) -> T:
        """The answer of `read`; inside of `reading`, where nothing changes, it is asked only once for each key."""
        session = self._session()
        if session is not None and session.is_writing:
            # Only what the transaction began with is known, until something is written.
            return session.seen[key] if key in session.seen else read()
        return asked_once(None if session is None else session.seen, key, read)

    @contextmanager
    def adjusted(self, settings: Mapping[str, str]) -> Iterator[None]:
        """Apply settings of the server to everything read inside."""
        session = self._session()
        if session is None:
            with self.reading(), self.adjusted(settings):
                yield
            return
        # One by one: a coordinator hands on the whole text that holds a setting.
        with self._ready(session).pipeline():
            self._execute(session, "SAVEPOINT adjusted")
            for name, value in settings.items():
                self._execute(session, f"SET LOCAL {name} = {quote(value)}")
        # Rolling back this part undoes its settings; nothing was written in it.
        undone = "ROLLBACK TO adjusted; RELEASE adjusted"
        try:
            yield
        except BaseException:
            undo(session, undone)
            raise
        self._execute(session, undone)

    @contextmanager
    def set_aside(self) -> Iterator[Connection]:
        """A separate connection, outside any transaction."""
        self._refuse_closed()
        with translated(self.where):
            connection = self._pool.connect()
        try:
            yield connection
        finally:
            connection.close()

    def close(self) -> None:
        """Close the connections, once the current writer has finished or its time is up."""
        has_turn = self._turn.acquire(_LAST_WRITER_S)
        try:
            if not self._is_closed:
                self._is_closed = True
                self._pool.close()
        finally:
            if has_turn:
                self._turn.release()

    def _run(self, sql: str, values: Values) -> "psycopg.Cursor[Row]":
        check_deadline()
        session = self._session()
        if session is not None:
            with translated(self.where):
                return self._ready(session).execute(sql, self._bound(values), binary=VECTOR_BYTES in sql)
        self._refuse_closed()
        bound = self._bound(values)

        def ask(connection: Connection) -> "psycopg.Cursor[Row]":
            # One transaction in one round trip: the palace is set for it alone.
            with connection.pipeline():
                connection.execute("BEGIN", prepare=False)
                connection.execute(self._in_palace, prepare=False)
                cursor = connection.execute(sql, bound, binary=VECTOR_BYTES in sql)
                if not is_lent(connection):
                    connection.execute("COMMIT", prepare=False)
            if is_lent(connection):
                # psycopg closes a pipeline with one more message; a pool would lend a server for it again, with no end.
                connection.execute("COMMIT", prepare=False)
            return cursor

        return self._pool.asked(ask, self.where)

    @contextmanager
    def _whole(self, actor: str) -> Iterator[None]:
        caller = current_caller()
        actor = actor or caller.actor
        told = {"actor": actor, "client": caller.client, "toolset": caller.toolset}
        # Before it is set, a setting of ours is empty.
        settings = [setting(name, value) for name, value in told.items() if value]
        now = setting("now", str(micros(self._clock())))
        connection, standing = self._begun(["BEGIN", self._in_palace, now, *settings, self._lock])
        self._local.session = PostgresSession(
            connection, is_writing=True, seen=standing.seen(), notes=standing.notes(), actor=actor
        )
        try:
            standing.refuse_changed(self.where)
            yield
            self._refuse_spoilt(connection)
            self._end("COMMIT")
        except BaseException:
            self._end("ROLLBACK")
            raise

    @contextmanager
    def _part(self, session: PostgresSession, actor: str) -> Iterator[None]:
        outer = session.actor
        depth = session.parts.begin()
        try:
            self._speak_as(session, actor or outer)
            yield
            self._speak_as(session, outer)
        except BaseException:
            session.actor = outer
            # What was noted in it is gone, and nobody knows what of it was read before.
            session.notes.clear()
            undo(session, session.parts.undone(depth))
            raise
        session.parts.end(depth)

    def _speak_as(self, session: PostgresSession, actor: str) -> None:
        if actor != session.actor:
            self._ready(session)
            self._execute(session, setting("actor", actor))
            session.actor = actor

    def _begun(self, statements: Sequence[str]) -> tuple[Connection, PalaceStanding]:
        self._refuse_closed()

        def begin(connection: Connection) -> list[Row]:
            cursor = connection.cursor()
            with connection.pipeline():
                for sql in statements:
                    cursor.execute(sql, prepare=False)
                # After the lock of a writer, so that it sees what the writer before it has committed.
                cursor.execute(STANDING, self._bound(NOTHING))
            return cursor.fetchall()

        asked_s = monotonic()
        with translated(self.where):
            connection, rows = self._pool.taken(begin)
        return connection, PalaceStanding(rows, asked_s)

    def _end(self, sql: str) -> None:
        session = self._session()
        if session is None:
            return
        try:
            if sql == "COMMIT" or is_alive(session.connection):
                self._execute(session, sql)
            if sql == "COMMIT":
                self._pool.count_commit()
        finally:
            self._local.session = None
            self._pool.give_back(session.connection)

    def _ready(self, session: PostgresSession) -> Connection:
        """The connection of a transaction, with every part begun on it that was only noted so far."""
        if due := session.parts.due():
            session.connection.execute(due, prepare=False)
        return session.connection

    def _execute(self, session: PostgresSession, sql: str) -> None:
        with translated(self.where):
            session.connection.execute(sql, prepare=False)

    def _refuse_spoilt(self, connection: Connection) -> None:
        # PostgreSQL answers COMMIT after a failure by rolling back, and reports no error.
        if connection.info.transaction_status != psycopg.pq.TransactionStatus.INTRANS:
            raise StoreFailure(self.where, IS_ROLLED_BACK)

    def _refuse_closed(self) -> None:
        if self._is_closed:
            raise StoreFailure(self.where, IS_CLOSED)

    def _writer(self) -> PostgresSession:
        check_deadline()
        session = self._session()
        if session is None or not session.is_writing:
            raise StoreFailure(self.where, "a change needs a transaction; wrap it in `writing`")
        session.seen.clear()
        return session

    def _session(self) -> PostgresSession | None:
        session: PostgresSession | None = getattr(self._local, "session", None)
        return session

    def _bound(self, values: Values) -> Mapping[str, object]:
        return {"palace": self.palace, **values}
