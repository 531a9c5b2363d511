"""Which files were mined? The table of sources."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Sequence

from simonides.domain.mined import Mined
from simonides.stores.sql.rows import Row, micros, moment
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.rows import key_list

_COLUMNS = "path, digest, size, modified_ns, mode, wing, shape, drawers, mined_at, twin_of"
_UNDER = f"SELECT {_COLUMNS} FROM sources WHERE path = :path OR (path >= :low AND path < :high) ORDER BY path LIMIT :limit"
_GET = f"SELECT {_COLUMNS} FROM sources WHERE path = ?"
_SAME = f"SELECT {_COLUMNS} FROM sources WHERE digest = ? AND mode = ? AND twin_of IS NULL ORDER BY path LIMIT 1"
_PUT = f"INSERT OR REPLACE INTO sources ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_DROP = """
    DELETE FROM sources
    WHERE path IN (SELECT value FROM json_each(:paths)) OR twin_of IN (SELECT value FROM json_each(:paths))
"""
_TWINS = "SELECT path FROM sources WHERE twin_of = ? ORDER BY path LIMIT 10000"
_LINES_MAX = 1_000_000


class SqliteLedger:
    """The mined files of one palace."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def under(self, folder: str) -> dict[str, Mined]:
        """The lines of all files below a folder, and of the file of that very path, by path."""
        stem = folder.rstrip("/")
        # `0` is the sign after `/`: together they enclose everything below the folder.
        values = {"path": folder, "low": f"{stem}/", "high": f"{stem}0", "limit": _LINES_MAX}
        return {row[0]: _line(row) for row in self._database.rows(_UNDER, values)}

    def get(self, path: str) -> Mined | None:
        """The line of a file; None when it was never mined."""
        row = self._database.row(_GET, (path,))
        return _line(row) if row else None

    def same(self, digest: bytes, mode: str) -> Mined | None:
        """The file of that content whose drawers stand, mined in that mode."""
        row = self._database.row(_SAME, (digest, mode))
        return _line(row) if row else None

    def put(self, lines: Sequence[Mined]) -> None:
        """Note how files stand, in place of what was noted before."""
        with self._database.writing():
            self._database.change_many(_PUT, (_values(line) for line in lines))

    def drop(self, paths: Sequence[str]) -> int:
        """Strike out lines, and those of their twins; how many went."""
        with self._database.writing():
            return self._database.change(_DROP, {"paths": key_list(paths)}).rowcount

    def twins_of(self, path: str) -> list[str]:
        """The files that rely on the drawers of this one, by path."""
        return [row[0] for row in self._database.rows(_TWINS, (path,))]


def _line(row: Row) -> Mined:
    path, digest, size, modified_ns, mode, wing, shape, drawers, mined_at, twin_of = row
    return Mined(path, digest, size, modified_ns, mode, wing, shape, drawers, moment(mined_at), twin_of)


def _values(line: Mined) -> tuple[object, ...]:
    return (
        line.path, line.digest, line.size, line.modified_ns, line.mode, line.wing, line.shape, line.drawers,
        micros(line.mined_at), line.twin_of,
    )  # fmt: skip
