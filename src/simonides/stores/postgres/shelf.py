"""The shelf of palaces in PostgreSQL: one database, with a row for each palace."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from simonides.domain.errors import Conflict, NoPalace
from simonides.domain.time import Clock, system_clock
from simonides.domain.validation import palace_forms
from simonides.ports.stores import Advance, unwatched
from simonides.stores.postgres import migrations
from simonides.stores.postgres.connection.address import DatabaseAddress
from simonides.stores.postgres.connection.literals import lock_key, setting
from simonides.stores.postgres.connection.pool import Connection, ConnectionPool
from simonides.stores.postgres.furnishing import empty, emptying_order, furnish, next_slice
from simonides.stores.postgres.store import open_store
from simonides.stores.postgres.vectors.tuning import MEASURED, Tuning
from simonides.stores.sql.records.rows import micros
from simonides.stores.sql.store import SqlStore

CONNECTIONS = 8
"""How many connections one process holds at most, apart from those of its background jobs."""

DOOMED = "/deleted/"
"""The beginning of the name of a palace that is being deleted; no palace can be given such a name."""

_NAMES = f"SELECT name FROM palaces WHERE NOT starts_with(name, '{DOOMED}') ORDER BY name"
_DOOMED = f"SELECT id FROM palaces WHERE starts_with(name, '{DOOMED}') ORDER BY id"
_DOOM = f"UPDATE palaces SET name = '{DOOMED}' || id WHERE id = %(palace)s"
# Whoever has it open finds by this that it is gone, before writing anything.
_LEAVE = "DELETE FROM meta WHERE palace = %(palace)s"
_NUMBER = "SELECT id FROM palaces WHERE name = ANY(%(forms)s) ORDER BY array_position(%(forms)s, name) LIMIT 1"
_ADD = """
    INSERT INTO palaces (name, description, created_at) VALUES (%(name)s, %(description)s, %(created_at)s)
    ON CONFLICT (name) DO NOTHING RETURNING id
"""
_LOCK = "SELECT pg_advisory_xact_lock(%(lock)s)"
_RENAME = "UPDATE palaces SET name = %(new_name)s WHERE id = %(palace)s"
_DELETE = "DELETE FROM palaces WHERE id = %(palace)s"


class PostgresShelf:
    """The palaces of one database; it connects on first use."""

    def __init__(
        self,
        url: str,
        clock: Clock = system_clock,
        tuning: Tuning = MEASURED,
        connections: int = CONNECTIONS,
        patience_s: float | None = None,
    ) -> None:
        self._pool = ConnectionPool(DatabaseAddress(url), connections, patience_s)
        self._clock = clock
        self._tuning = tuning

    @property
    def commits(self) -> int:
        """How often this process has committed something here."""
        return self._pool.commits

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Keep connections from one call to the next, as while a palace is open."""
        self._pool.open()
        try:
            yield
        finally:
            self._pool.close()

    def names(self) -> list[str]:
        """The names of all palaces, sorted."""

        def read(connection: Connection) -> list[str]:
            if migrations.version_of(connection, self._pool.address.shown) == 0:
                return []
            return [row[0] for row in connection.execute(_NAMES)]

        return self._pool.asked(read)

    def where(self, name: str) -> str:
        """Where the palace of that name is or would be."""
        return self._pool.address.of(palace_forms(name)[0])

    def open(self, name: str) -> SqlStore:
        """Open a palace. Raises NoPalace; NewerStore when a newer program has migrated the database."""
        name = palace_forms(name)[0]

        def find(connection: Connection) -> int | None:
            if migrations.version_of(connection, self._pool.address.shown) == 0:
                return None
            migrations.bring_up_to_date(connection, self._pool.address.shown)
            return palace_number(connection, name)

        palace = self._pool.asked(find)
        if palace is None:
            raise NoPalace(name, self.where(name))
        return self._opened(palace, name)

    def create(self, name: str, description: str, now: datetime) -> SqlStore:
        """Open a palace, created first if missing; an existing one keeps its data, date and description."""
        name = palace_forms(name)[0]
        values = {"name": name, "description": description, "created_at": micros(now)}

        def make(connection: Connection) -> int:
            migrations.bring_up_to_date(connection, self._pool.address.shown)
            known = palace_number(connection, name)
            return _made(connection, values) if known is None else known

        palace = self._pool.asked(make)
        self._pool.count_commit()
        return self._opened(palace, name)

    def delete(self, name: str, advance: Advance = unwatched) -> None:
        """Remove a palace with everything in it. Raises NoPalace.

        Its name is free at once. Its rows go in slices, together with those of deletions that were interrupted.
        """
        with self.connected():
            self._change(name, _doom)
            self._pool.asked(lambda connection: _remove_doomed(connection, advance))
        self._pool.count_commit()

    def rename(self, name: str, new_name: str) -> None:
        """Give a palace another name. Raises NoPalace, Conflict."""
        new_name = palace_forms(new_name)[0]

        def rename(connection: Connection, palace: int) -> None:
            if palace_number(connection, new_name) not in {None, palace}:
                raise Conflict("palace", new_name)
            connection.execute(_RENAME, {"new_name": new_name, "palace": palace})

        self._change(name, rename)

    def _opened(self, palace: int, name: str) -> SqlStore:
        return open_store(self._pool, palace, name, self._clock, self._tuning)

    def _change(self, name: str, change: Callable[[Connection, int], None]) -> None:
        """Change a palace's row while nobody writes to the palace."""
        if not set(palace_forms(name)) & set(self.names()):
            raise NoPalace(name, self.where(name))

        def locked(connection: Connection) -> None:
            with connection.transaction():
                palace = palace_number(connection, name)
                if palace is None:
                    raise NoPalace(name, self.where(name))
                _begin_changing(connection, palace)
                change(connection, palace)

        self._pool.asked(locked)
        self._pool.count_commit()


def palace_number(connection: Connection, name: str) -> int | None:
    """The number of a palace in the database, if there is one of that name."""
    row = connection.execute(_NUMBER, {"forms": list(palace_forms(name))}).fetchone()
    return None if row is None else int(row[0])


def _made(connection: Connection, values: dict[str, object]) -> int:
    with connection.transaction():
        row = connection.execute(_ADD, values).fetchone()
        if row is not None:
            furnish(connection, int(row[0]))
            return int(row[0])
    # Another process has just created it.
    [row] = connection.execute(_NUMBER, {"forms": [values["name"]]}).fetchall()
    return int(row[0])


def _doom(connection: Connection, palace: int) -> None:
    connection.execute(_DOOM, {"palace": palace})
    connection.execute(_LEAVE, {"palace": palace})


def _remove_doomed(connection: Connection, advance: Advance) -> None:
    gone = 0
    for (palace,) in connection.execute(_DOOMED).fetchall():
        tables = emptying_order(connection)
        while rows := _removed(connection, tables, int(palace)):
            gone += rows
            advance(gone, 0)
        connection.execute(_DELETE, {"palace": palace})


def _removed(connection: Connection, tables: Sequence[str], palace: int) -> int:
    """Delete one slice of a palace's rows; how many there were."""
    # The commit stays out of the pipeline: PgBouncer does not take a server back after one that ends with it.
    with connection.transaction(), connection.pipeline():
        _begin_changing(connection, palace)
        chosen = next_slice(connection, tables, palace)
        empty(connection, chosen, palace)
    return sum(chosen.values())


def _begin_changing(connection: Connection, palace: int) -> None:
    """Let nobody else write to the palace until the end of the transaction."""
    connection.execute("SET LOCAL statement_timeout = 0")
    connection.execute(setting("palace", str(palace)))
    connection.execute(setting("now", "0"))
    connection.execute(_LOCK, {"lock": lock_key("palace", str(palace))})
