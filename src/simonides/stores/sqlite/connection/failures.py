"""Failures in SQLite: every error of the library becomes one of ours, here and nowhere else."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simonides.domain.errors import Damaged, Invalid, StoreFailure

_DAMAGED = {
    sqlite3.SQLITE_CORRUPT: "the file is damaged; run `simonides doctor`, or restore a copy",
    sqlite3.SQLITE_NOTADB: "the file is not a palace; move it away, or restore a copy",
}
_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full; nothing was written",
    sqlite3.SQLITE_BUSY: "another program has held the palace for too long; try again",
    sqlite3.SQLITE_LOCKED: "another program has held the palace for too long; try again",
    sqlite3.SQLITE_READONLY: "the file or its directory is read-only; allow this user to write there",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened; check that it exists and that this user may read and write it",
    sqlite3.SQLITE_PERM: "this user may not read or write the file; change its permissions",
    sqlite3.SQLITE_NOMEM: "the process ran out of memory",
}


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the file system into ours, which name the path."""
    try:
        yield
    except sqlite3.Error as error:
        raise failure(path, error) from error
    except UnicodeDecodeError as error:
        # A message of SQLite's that quotes from a damaged file cannot be read.
        raise Damaged(str(path), _DAMAGED[sqlite3.SQLITE_CORRUPT]) from error
    except UnicodeEncodeError as error:
        raise Invalid("text", "contains half of a surrogate pair, which cannot be stored; remove it") from error
    except OverflowError as error:
        raise Invalid("number", "is too large to store; use a smaller one") from error
    except FileNotFoundError as error:
        raise StoreFailure(str(path), "the palace was moved or deleted; open it again") from error
    except OSError as error:
        raise StoreFailure(str(path), error.strerror or str(error)) from error


def failure(path: Path, error: sqlite3.Error) -> StoreFailure:
    """Our error for one of SQLite's."""
    # The low byte is the kind, the rest gives details. Errors of the Python module carry no code.
    kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if kind in _DAMAGED:
        return Damaged(str(path), _DAMAGED[kind])
    if kind == sqlite3.SQLITE_IOERR:
        return StoreFailure(str(path), f"the disk reports an error ({error}); check the disk")
    if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
        return StoreFailure(str(path), "the palace is closed; open it again")
    return StoreFailure(str(path), _REASONS.get(kind, f"SQLite reports: {error}"))
