"""The database of a palace: the few operations that every store's SQL runs on."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Generic, Protocol, TypeVar

from simonides.domain.errors import StoreFailure
from simonides.stores.sql.records.rows import Row

T = TypeVar("T")
Sql = TypeVar("Sql")

Values = Mapping[str, object]
NOTHING: Values = {}

# What a caller is told in either store.
IS_GONE = "the palace was moved or deleted; open it again"
IS_CLOSED = "the palace is closed; open it again"
IS_ROLLED_BACK = "an earlier failure rolled back the whole transaction; try again"


def asked_once(seen: dict[Hashable, Any] | None, key: Hashable, read: Callable[[], T]) -> T:
    """What was seen under the key, or else the answer of `read`, which is then kept; None keeps nothing."""
    if seen is None:
        return read()
    if key not in seen:
        seen[key] = read()
    found: T = seen[key]
    return found


class Changed(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""
        ...


class Database(Protocol):
    """One palace. Values are bound by name; those that a statement does not name are ignored."""

    @property
    def where(self) -> str:
        """Where the palace is, as error messages show it."""
        ...

    def rows(self, sql: str, values: Values = NOTHING) -> list[Row]:
        """Every row of the answer."""
        ...

    def row(self, sql: str, values: Values = NOTHING) -> Row | None:
        """The first row of the answer, if any."""
        ...

    def number(self, sql: str, values: Values = NOTHING) -> int:
        """The answer as a single number; 0 when there is none."""
        ...

    def change(self, sql: str, values: Values = NOTHING) -> Changed:
        """Run one statement inside `writing`."""
        ...

    def change_many(self, sql: str, many: Iterable[Values]) -> None:
        """Run one statement inside `writing` for each set of values."""
        ...

    def add_rows(self, sql: str, many: Iterable[Values]) -> list[Row]:
        """Add rows inside `writing` with a statement that passes over those which are there; what it returns of the others."""
        ...

    def listed(self, values: Iterable[object]) -> object:
        """A list in the form that this database binds."""
        ...

    def meta(self, key: str) -> str | None:
        """The palace's own note under that key."""
        ...

    def set_meta(self, key: str, value: str) -> None:
        """Write a note about the palace."""
        ...

    def writing(self, actor: str = "") -> AbstractContextManager[None]:
        """A transaction, or a part of the one this thread is already in."""
        ...

    def reading(self) -> AbstractContextManager[None]:
        """Everything read inside comes from one moment."""
        ...

    def give_way(self) -> None:
        """Let other writers go first; does nothing inside of a transaction."""
        ...

    def once(self, key: Hashable, read: Callable[[], T]) -> T:
        """The answer of `read`; inside of `reading`, where nothing changes, it is asked only once for each key."""
        ...


def totals(database: Database, sql: str, values: Values = NOTHING) -> dict[str, int]:
    """Counters by name. Raises StoreFailure when there are none, because another process deleted the palace."""
    key = (sql, *values.values()) if values else sql
    found: dict[str, int] = database.once(key, lambda: dict(database.rows(sql, values)))
    if not found:
        raise StoreFailure(database.where, IS_GONE)
    return found


class Records(Generic[Sql]):
    """The records of one kind in a palace: its database, and the statements about them in that store's dialect."""

    def __init__(self, database: Database, sql: Sql) -> None:
        self._database = database
        self._sql = sql
