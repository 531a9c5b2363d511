"""Failures in SQLite: every error of the library becomes one of ours, here and nowhere else."""

import os
import sqlite3
from pathlib import Path
from types import TracebackType

from simonides.domain.errors import Damaged, Invalid, StoreFailure
from simonides.stores.sql.database import IS_CLOSED, IS_GONE

_DAMAGED = {
    sqlite3.SQLITE_CORRUPT: "the file is damaged; run `simonides doctor`, or restore a copy",
    sqlite3.SQLITE_NOTADB: "the file is not a palace; move it away, or restore a copy",
}
_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full; this change was not written",
    sqlite3.SQLITE_BUSY: "another program has held the palace for too long; try again",
    sqlite3.SQLITE_LOCKED: "another program has held the palace for too long; try again",
    sqlite3.SQLITE_READONLY: "the file or its directory is read-only; allow this user to write there",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened; check that it exists and that this user may read and write it",
    sqlite3.SQLITE_PERM: "this user may not read or write the file; change its permissions",
    sqlite3.SQLITE_NOMEM: "the process ran out of memory",
}


class translated:  # noqa: N801 - reads as a word of the `with` statement
    """Turn errors of SQLite and of the file system into ours, which name the path.

    A class, because every statement passes here and a generator would take three times as long.
    """

    __slots__ = ("_path",)

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, _TRANSLATED):
            raise _ours(self._path, error) from error


_TRANSLATED = (sqlite3.Error, UnicodeDecodeError, UnicodeEncodeError, OverflowError, OSError)


def _ours(path: Path, error: Exception) -> Exception:
    match error:
        case sqlite3.Error():
            return failure(path, error)
        case UnicodeDecodeError():
            # A message of SQLite's that quotes from a damaged file cannot be read.
            return Damaged(str(path), _DAMAGED[sqlite3.SQLITE_CORRUPT])
        case UnicodeEncodeError():
            return Invalid("text", "contains half of a surrogate pair, which cannot be stored; remove it")
        case OverflowError():
            return Invalid("number", "is too large to store; use a smaller one")
        case FileNotFoundError():
            return StoreFailure(str(path), IS_GONE)
        case _:
            return StoreFailure(str(path), getattr(error, "strerror", None) or str(error))


def failure(path: Path, error: sqlite3.Error) -> StoreFailure:
    """Our error for one of SQLite's."""
    # The low byte is the kind, the rest gives details. Errors of the Python module carry no code.
    kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if kind in _DAMAGED:
        return Damaged(str(path), _DAMAGED[kind])
    if kind == sqlite3.SQLITE_IOERR:
        return StoreFailure(str(path), f"the disk reports an error ({error}); check the disk")
    if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
        return StoreFailure(str(path), IS_CLOSED)
    if kind == sqlite3.SQLITE_CANTOPEN and not os.path.lexists(path):
        return StoreFailure(str(path), IS_GONE)
    return StoreFailure(str(path), _REASONS.get(kind, f"SQLite reports: {error}"))
