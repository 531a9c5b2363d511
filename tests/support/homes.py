"""Homes for the palaces of a test: a directory, or a database of a real server."""

from dataclasses import dataclass
from pathlib import Path

from simonides.domain.time import Clock, system_clock
from simonides.ports.stores import Shelf
from simonides.stores.sqlite.shelf import SqliteShelf


@dataclass(frozen=True, slots=True)
class Home:
    """One data directory or database; several processes may open it."""

    where: str
    """The directory, or the address of the database."""

    @property
    def database(self) -> str | None:
        """The address of the database, if it is one."""
        return self.where if "://" in self.where else None

    @property
    def environment(self) -> dict[str, str]:
        """What a process must be told to use the database, if it is one."""
        return {} if self.database is None else {"SIMONIDES_DATABASE_URL": self.database}

    def shelf(self, clock: Clock = system_clock) -> Shelf:
        """All its palaces, opened once more."""
        if self.database is None:
            return SqliteShelf(Path(self.where), clock)
        # Tests of SQLite alone do without the driver.
        from simonides.stores.postgres.shelf import PostgresShelf

        return PostgresShelf(self.database, clock)
