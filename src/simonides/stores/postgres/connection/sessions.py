"""A thread's transaction: its connection, what was read in it, and its parts.

The parts are savepoints that are set when something is sent in them, together with what ends the parts before.
"""

from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import psycopg

from simonides.stores.postgres.connection.pool import Connection


class TransactionParts:
    """The parts of one transaction, one inside of the other; it notes what the server has to be told, and when.

    A part in which nothing is sent costs nothing. The end of a part is told with the beginning of the next one: until then
    its savepoint does no harm, and the end of the transaction ends it as well.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._unsent: list[str] = []

    def begin(self) -> int:
        """Begin a part; its depth, by which it is ended."""
        self._depth += 1
        self._unsent.append(_begin(self._depth))
        return self._depth

    def due(self) -> str:
        """What must be sent before the next statement; empty when nothing need be."""
        if not any(each.startswith("SAVEPOINT") for each in self._unsent):
            return ""
        due, self._unsent = "; ".join(self._unsent), []
        return due

    def end(self, depth: int) -> None:
        """Keep what was done in a part."""
        self._depth = depth - 1
        if not self._take_back(depth):
            self._unsent.append(f"RELEASE {_name(depth)}")

    def undone(self, depth: int) -> str:
        """What undoes a part; empty where nothing was sent in it."""
        self._depth = depth - 1
        if self._take_back(depth):
            return ""
        # With it go the parts inside of it, whose ends were not told yet.
        self._unsent = []
        return f"ROLLBACK TO {_name(depth)}; RELEASE {_name(depth)}"

    def _take_back(self, depth: int) -> bool:
        """Whether a part is not begun at the server: then it never will be, nor those inside of it."""
        if _begin(depth) not in self._unsent:
            return False
        del self._unsent[self._unsent.index(_begin(depth)) :]
        return True


@dataclass(slots=True)
class PostgresSession:
    """A thread's current transaction, and what it has read in it."""

    connection: Connection
    is_writing: bool
    actor: str = ""
    seen: dict[Hashable, Any] = field(default_factory=dict)
    notes: dict[str, str | None] = field(default_factory=dict)
    """Notes about the palace that were read or written in it."""
    parts: TransactionParts = field(default_factory=TransactionParts)


def is_alive(connection: Connection) -> bool:
    """Whether a connection is still usable."""
    return connection.info.transaction_status != psycopg.pq.TransactionStatus.UNKNOWN


def undo(session: PostgresSession, sql: str) -> None:
    """Roll back a part that has failed; where that fails, too, so has the whole transaction, and the first failure is told."""
    if sql and is_alive(session.connection):
        with suppress(psycopg.Error):
            session.connection.execute(sql, prepare=False)


def _name(depth: int) -> str:
    return f"part_{depth}"


def _begin(depth: int) -> str:
    return f"SAVEPOINT {_name(depth)}"
