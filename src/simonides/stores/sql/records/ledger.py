"""Ledger of mined files: the table of sources."""

from collections.abc import Sequence
from pathlib import PureWindowsPath

from simonides.frozen import frozen
from simonides.ports.ledger import Mined
from simonides.stores.sql.database import Records
from simonides.stores.sql.forms import MINED_ROW

_LINES_MAX = 1_000_000


@frozen
class LedgerSql:
    """The SQL statements about mined files."""

    under: str
    after: str
    get: str
    ending: str
    same: str
    put: str
    drop: str
    reliant: str
    outdate: str


class LedgerRows(Records[LedgerSql]):
    """The mined files of one palace."""

    def under(self, folder: str) -> dict[str, Mined]:
        """The lines of all files below a folder, or of the file with that path itself, by path."""
        # A palace may be shared with a machine of another system, so the path tells whose it is.
        separator = "\\" if PureWindowsPath(folder).drive and not folder.startswith("/") else "/"
        low = folder.rstrip(separator) + separator
        # The character after the separator: together they enclose everything below the folder.
        values = {"path": folder, "low": low, "high": low[:-1] + chr(ord(separator) + 1), "limit": _LINES_MAX}
        return {row[0]: MINED_ROW.read(row) for row in self._database.rows(self._sql.under, values)}

    def after(self, path: str, limit: int) -> list[Mined]:
        """The lines after a path, by path."""
        return [MINED_ROW.read(row) for row in self._database.rows(self._sql.after, {"path": path, "limit": max(limit, 0)})]

    def get(self, path: str) -> Mined | None:
        """The line of a file; None when it was never mined."""
        row = self._database.row(self._sql.get, {"path": path})
        return MINED_ROW.read(row) if row else None

    def ending(self, name: str, limit: int) -> list[str]:
        """The paths that end with a name."""
        # What LIKE would read as any character stands for itself.
        whole = "".join(f"!{sign}" if sign in "!%_" else sign for sign in name.replace("\\", "/"))
        below = f"%/{whole.lstrip('/')}"
        # Windows writes paths with the other slash.
        values = {"whole": whole, "below": below, "windows": below.replace("/", "\\"), "limit": max(limit, 0)}
        return [row[0] for row in self._database.rows(self._sql.ending, values)]

    def same(self, digest: bytes, mode: str) -> Mined | None:
        """The file with that content that was mined in that mode and has drawers of its own."""
        row = self._database.row(self._sql.same, {"digest": digest, "mode": mode})
        return MINED_ROW.read(row) if row else None

    def put(self, lines: Sequence[Mined]) -> None:
        """Note the state of files, in place of former lines."""
        with self._database.writing():
            self._database.change_many(self._sql.put, map(MINED_ROW.values, lines))

    def drop(self, paths: Sequence[str]) -> int:
        """Delete lines and those of their twins; returns how many were deleted."""
        with self._database.writing():
            return self._database.change(self._sql.drop, {"paths": self._database.listed(paths)}).rowcount

    def release(self, paths: Sequence[str], *, is_of_turns: bool) -> list[str]:
        """Have the copies of these files read again, and every file that left turns to others if asked; returns their paths."""
        with self._database.writing():
            values = {"paths": self._database.listed(paths), "of_turns": is_of_turns, "limit": _LINES_MAX}
            found = [row[0] for row in self._database.rows(self._sql.reliant, values)]
            if found:
                self._database.change(self._sql.outdate, {"paths": self._database.listed(found)})
            return found
