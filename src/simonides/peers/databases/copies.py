"""A peer's SQLite file, read from a copy, so that the source stays as it is; from a damaged one, every row that is left."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from simonides.domain.errors import Invalid
from simonides.peers.databases.pages import SalvagedRow, Value, salvaged_rows
from simonides.peers.found import Lost

BESIDE = ("-wal", "-journal")
"""What a writer that was killed leaves beside its file: the copy is completed from it."""

Row = dict[str, Value]
Shape = Callable[[tuple[Value, ...]], bool]
"""Whether the values of a salvaged row are those of a table."""


class SqliteCopy:
    """A copy of one SQLite file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = sqlite3.connect(path)
        self._salvaged: list[SalvagedRow] | None = None
        self._settle()

    def close(self) -> None:
        """Let go of the copy."""
        self._connection.close()

    def has_table(self, name: str) -> bool:
        """Whether there is a table of that name; a file whose list of tables is unreadable is salvaged anyway."""
        try:
            found = self._connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,))
            return found.fetchone() is not None
        except sqlite3.DatabaseError:
            return True

    def rows(self, table: str, columns: Sequence[str], shape: Shape | None = None) -> Iterator[Row | Lost]:
        """The rows of a table; columns that it does not have are left out.

        From a damaged table come the rows that SQLite reads, then those salvaged from its pages, each row once. `columns` are
        those of the table in their order, so that salvaged values can be named; `shape` tells its rows from those of others, and
        without it nothing is salvaged.
        """
        seen: set[int] = set()
        try:
            names = [name for name in columns if name in self._columns(table)]
            if not names and not self._columns(table):
                return
            chosen = ", ".join(f'"{name}"' for name in names)
            for rowid, *values in self._connection.execute(f'SELECT rowid, {chosen} FROM "{table}" ORDER BY rowid'):  # noqa: S608 - names come from the readers
                seen.add(rowid)
                yield dict(zip(names, values, strict=True))
        except sqlite3.DatabaseError as error:
            yield Lost(f"{self._path.name}: table {table}", f"{error}{'; its readable rows were salvaged' if shape else ''}")
            yield from self._salvage(columns, shape, seen) if shape else ()

    def readable(self, table: str, columns: Sequence[str]) -> Iterator[Row]:
        """The rows of a table that SQLite reads, without those that are lost."""
        return (row for row in self.rows(table, columns) if not isinstance(row, Lost))

    def _columns(self, table: str) -> list[str]:
        return [name for _, name, *_ in self._connection.execute(f'PRAGMA table_info("{table}")')]

    def entries(self, shape: Shape) -> Iterator[tuple[Value, ...]]:
        """The entries of indexes that are left in a damaged file: they may hold values that are lost in the table."""
        for row in self._left():
            if row.rowid is None and shape(row.values):
                yield row.values

    def _left(self) -> list[SalvagedRow]:
        if self._salvaged is None:
            self._salvaged = [row for row in salvaged_rows(self._path) if isinstance(row, SalvagedRow)]
        return self._salvaged

    def _salvage(self, columns: Sequence[str], shape: Shape, seen: set[int]) -> Iterator[Row]:
        for row in self._left():
            if row.rowid is not None and row.rowid not in seen and shape(row.values):
                seen.add(row.rowid)
                named = dict(zip(columns, row.values, strict=False))
                # A column that is the row's own number is stored as nothing.
                yield named | ({"id": row.rowid} if "id" in named and named["id"] is None else {})

    def _settle(self) -> None:
        """Take in what a killed writer left in its log, if it can be read."""
        self._connection.text_factory = lambda raw: raw.decode(errors="replace")
        try:
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.DatabaseError:
            return


@contextmanager
def copied(path: Path) -> Iterator[SqliteCopy]:
    """A copy of a SQLite file with what a killed writer left beside it. Raises Invalid when it cannot be read at all."""
    with TemporaryDirectory(prefix="simonides-") as folder:
        copy = Path(folder) / path.name
        try:
            shutil.copyfile(path, copy)
            for ending in BESIDE:
                if (beside := path.with_name(path.name + ending)).is_file():
                    shutil.copyfile(beside, copy.with_name(copy.name + ending))
        except OSError as error:
            raise Invalid("SOURCE", f"{path} cannot be read: {error.strerror}") from error
        with closing(SqliteCopy(copy)) as opened:
            yield opened
