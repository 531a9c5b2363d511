"""What does it mean when SQLite fails? Every error of the library becomes one of ours, here and nowhere else."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simonides.domain.errors import Damaged, Invalid, StoreFailure

_DAMAGED = {
    sqlite3.SQLITE_CORRUPT: "the file is damaged; run `simonides doctor`, or restore a copy",
    sqlite3.SQLITE_NOTADB: "the file is not a palace",
}
_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full; nothing was written",
    sqlite3.SQLITE_BUSY: "another program has held the palace for too long; try again",
    sqlite3.SQLITE_LOCKED: "another program has held the palace for too long; try again",
    sqlite3.SQLITE_READONLY: "the file or its directory is read-only",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened; is it still there, and may we read and write it?",
    sqlite3.SQLITE_PERM: "the file may not be read or written by this user",
    sqlite3.SQLITE_NOMEM: "memory ran out",
}


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Whatever SQLite or the file system raises inside leaves as an error of ours that names the path."""
    try:
        yield
    except sqlite3.Error as error:
        raise failure(path, error) from error
    except UnicodeEncodeError as error:
        raise Invalid("text", "holds half of a surrogate pair, which no store can keep") from error
    except OverflowError as error:
        raise Invalid("number", "is too large to be stored") from error
    except FileNotFoundError as error:
        raise StoreFailure(str(path), "the palace was moved or deleted; open it again") from error
    except OSError as error:
        raise StoreFailure(str(path), error.strerror or str(error)) from error


def failure(path: Path, error: sqlite3.Error) -> StoreFailure:
    """The error of ours that says what SQLite's means."""
    # The low byte is the kind, the rest only details it. Errors of the Python module carry no code.
    kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if kind in _DAMAGED:
        return Damaged(str(path), _DAMAGED[kind])
    if kind == sqlite3.SQLITE_IOERR:
        return StoreFailure(str(path), f"the disk reports an error ({error})")
    if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
        return StoreFailure(str(path), "the palace has been closed")
    return StoreFailure(str(path), _REASONS.get(kind, f"SQLite says: {error}"))
