"""What does a store's SQL run on? The few things that every database of ours can do."""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Protocol

from simonides.stores.sql.rows import Row

Values = Mapping[str, object]
NOTHING: Values = {}


class Changed(Protocol):
    """What became of a statement."""

    @property
    def rowcount(self) -> int:
        """How many rows it touched."""
        ...


class Database(Protocol):
    """One palace. Values are bound by name; what a statement does not name is passed over."""

    @property
    def where(self) -> str:
        """Where it is, for whoever reads an error."""
        ...

    def rows(self, sql: str, values: Values = NOTHING) -> list[Row]:
        """Every row of the answer."""
        ...

    def row(self, sql: str, values: Values = NOTHING) -> Row | None:
        """The first row of the answer, if any."""
        ...

    def number(self, sql: str, values: Values = NOTHING) -> int:
        """The number that is the answer; 0 when there is none."""
        ...

    def change(self, sql: str, values: Values = NOTHING) -> Changed:
        """Run one statement inside of `writing`."""
        ...

    def change_many(self, sql: str, many: Iterable[Values]) -> None:
        """Run one statement inside of `writing` for each set of values."""
        ...

    def listed(self, values: Iterable[object]) -> object:
        """A list in the form in which this database binds one."""
        ...

    def meta(self, key: str) -> str | None:
        """What the palace has noted about itself under that key."""
        ...

    def set_meta(self, key: str, value: str) -> None:
        """Note something about the palace."""
        ...

    def writing(self, actor: str = "") -> AbstractContextManager[None]:
        """A transaction, or a part of the one that this thread is in."""
        ...

    def reading(self) -> AbstractContextManager[None]:
        """Everything read inside is of one moment."""
        ...
