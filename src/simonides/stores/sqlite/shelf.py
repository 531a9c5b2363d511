"""The shelf of palaces in SQLite: a data directory, with a directory for each palace."""

import os
import shutil
import sqlite3
from collections.abc import Hashable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from simonides.domain.errors import Conflict, Damaged, NoPalace, StoreFailure
from simonides.domain.time import Clock, system_clock
from simonides.domain.validation import palace_forms
from simonides.frozen import frozen
from simonides.machine.files import open_private
from simonides.ports.stores import Advance, unwatched
from simonides.stores.sql.records.rows import micros
from simonides.stores.sql.store import SqlStore
from simonides.stores.sqlite import migrations
from simonides.stores.sqlite.connection.database import FILE, LOCK, Database
from simonides.stores.sqlite.connection.directory_names import directory_name, palace_name
from simonides.stores.sqlite.connection.failures import translated
from simonides.stores.sqlite.connection.known_file import KnownFile
from simonides.stores.sqlite.connection.locking import FileLock
from simonides.stores.sqlite.connection.opening import connect
from simonides.stores.sqlite.store import open_store
from simonides.stores.sqlite.vectors.tuning import MEASURED, Tuning

PALACES = "palaces"

# Another process may delete the directory between its creation and its locking, but hardly this often in a row.
_ATTEMPTS = 20
_DOOMED = ".deleted-"
_IN_THE_WAY = "a file is in the way"
_EMPTY = "the file has lost its content; restore a copy, or delete its directory to begin anew"
_NAME = "SELECT value FROM meta WHERE key = 'name'"
_SET_META = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


@frozen
class _Named:
    """The name of the palace in a directory, and how its file was written before it was read there; None asks again."""

    mark: Hashable | None
    name: str


class SqliteShelf:
    """The palaces below one data directory."""

    def __init__(self, data_dir: Path, clock: Clock = system_clock, tuning: Tuning = MEASURED) -> None:
        self._palaces = data_dir.absolute() / PALACES
        self._clock = clock
        self._tuning = tuning
        self._named: dict[str, _Named] = {}
        """The palaces as they were last listed, by their directories."""

    def names(self) -> list[str]:
        """The names of all palaces, sorted."""
        try:
            directories = sorted(self._palaces.iterdir())
        except FileNotFoundError:
            return []
        except NotADirectoryError:
            self._check_way()
            raise
        before = self._named
        self._named = named = {each.name: found for each in directories if (found := _named(each, before.get(each.name)))}
        return sorted(found.name for found in named.values())

    def where(self, name: str) -> str:
        """Where the palace of that name is or would be."""
        return str(self._directory(name))

    def open(self, name: str) -> SqlStore:
        """Open a palace. Raises NoPalace; NewerStore or Damaged when its file cannot be used."""
        directory = self._existing(name)
        with translated(directory / FILE):
            noted = _noted_name(directory)
        store = open_store(directory, self._clock, self._tuning)
        if noted != (told := _told_name(directory, name)):
            # A rename was interrupted: the directory is right, the name inside is not.
            _note_name(directory, told, self._clock)
        return store

    def create(self, name: str, description: str, now: datetime) -> SqlStore:
        """Open a palace, created first if missing; an existing one keeps its data, date and description."""
        directory = self._directory(name)
        values = {"name": palace_forms(name)[0], "description": description, "created_at": str(micros(now))}
        with translated(directory / FILE):
            for attempt in range(_ATTEMPTS):
                for each in (self._palaces.parent, self._palaces, directory):
                    _make_private(each, directory)
                try:
                    with _locked(directory):
                        _make_file(directory, values, self._clock)
                    break
                except FileNotFoundError:
                    if attempt == _ATTEMPTS - 1:
                        raise
        return self.open(name)

    def delete(self, name: str, _advance: Advance = unwatched) -> None:
        """Remove a palace with all its files. Raises NoPalace. There is nothing to watch: files go at once."""
        directory = self._existing(name)
        # It vanishes in one step; a process that waits for its lock sees that it is gone.
        doomed = self._palaces / f"{_DOOMED}{os.urandom(8).hex()}"
        with translated(directory / FILE):
            with _locked(directory):
                directory.rename(doomed)
            shutil.rmtree(doomed)
            # What an interrupted deletion has left behind; another process may be removing it right now.
            for left in self._palaces.glob(f"{_DOOMED}*"):
                shutil.rmtree(left, ignore_errors=True)

    def rename(self, name: str, new_name: str) -> None:
        """Give a palace another name. Raises NoPalace, Conflict."""
        directory, new_directory = self._existing(name), self._directory(new_name)
        if directory == new_directory:
            return
        with translated(directory / FILE), _locked(directory):
            if new_directory.exists():
                raise Conflict("palace", new_name)
            directory.rename(new_directory)
        _note_name(new_directory, _told_name(new_directory, new_name), self._clock)

    def _directory(self, name: str) -> Path:
        forms = [self._palaces / directory_name(form) for form in palace_forms(name)]
        return next((directory for directory in forms if directory.exists()), forms[0])

    def _existing(self, name: str) -> Path:
        directory = self._directory(name)
        # A link could lead out of the shelf, so it does not count as a palace.
        if directory.is_symlink() or not (directory / FILE).is_file():
            self._check_way()
            raise NoPalace(name, str(directory))
        return directory

    def _check_way(self) -> None:
        # Where a file takes the place of a directory, no palace can be created either.
        blocked = next((path for path in (self._palaces, *self._palaces.parents) if path.is_file()), None)
        if blocked is not None:
            raise _not_made(blocked if blocked == self._palaces else self._palaces.parent, self._palaces, _IN_THE_WAY)


@contextmanager
def _locked(directory: Path) -> Iterator[None]:
    with closing(FileLock(directory / LOCK)) as lock, lock:
        yield


def _make_private(directory: Path, palace: Path) -> None:
    if directory.is_dir():
        return
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    except (FileExistsError, NotADirectoryError) as error:
        raise _not_made(directory, palace, _IN_THE_WAY) from error
    except OSError as error:
        raise _not_made(directory, palace, error.strerror or str(error)) from error
    directory.chmod(0o700)
    _sync(directory.parent)


def _not_made(directory: Path, palace: Path, reason: str) -> StoreFailure:
    return StoreFailure(str(palace), f"cannot create {directory}: {reason}")


def _sync(directory: Path) -> None:
    # A new directory survives a power cut only once its parent is on disk; Windows cannot open one.
    if os.name == "posix":
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _make_file(directory: Path, values: dict[str, str], clock: Clock) -> None:
    if (directory / FILE).exists():
        return
    # The file comes whole into its place: one without content, whenever it is found, has lost it.
    fresh = directory.parent / f".new-{os.urandom(8).hex()}"
    fresh.mkdir(mode=0o700)
    try:
        # SQLite gives its side files the permissions of the main file, so that file is created first and private.
        os.close(open_private(fresh / FILE))
        with closing(Database(fresh, clock)) as database, closing(database.connect()) as connection:
            _fill(connection, fresh / FILE, values)
        (fresh / FILE).rename(directory / FILE)
        _sync(directory)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _fill(connection: sqlite3.Connection, path: Path, values: dict[str, str]) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    migrations.bring_up_to_date(connection, path)
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(_SET_META, values.items())
    connection.execute("COMMIT")


def _named(directory: Path, before: _Named | None) -> _Named | None:
    """The palace in a directory, read again only if it was written to."""
    if directory.name.startswith(".") or directory.is_symlink() or not (directory / FILE).is_file():
        return None
    mark = KnownFile(directory / FILE).write_mark()
    if before is not None and mark is not None and before.mark == mark:
        return before
    told = palace_name(directory.name)
    try:
        noted = _noted_name(directory)
    except (sqlite3.Error, UnicodeDecodeError, Damaged):
        # The palace exists although it cannot be read: opening it gives the reason.
        return None if told is None else _Named(None, told)
    name = noted if directory_name(noted) == directory.name else told
    return None if name is None else _Named(mark, name)


def _told_name(directory: Path, name: str) -> str:
    """The form of a name that a directory stands for."""
    return next(form for form in palace_forms(name) if directory_name(form) == directory.name)


def _noted_name(directory: Path) -> str:
    with closing(connect(directory / FILE)) as connection:
        row = None if migrations.is_blank(connection) else connection.execute(_NAME).fetchone()
    if row is None:
        raise Damaged(str(directory / FILE), _EMPTY)
    return str(row[0])


def _note_name(directory: Path, name: str, clock: Clock) -> None:
    with closing(Database(directory, clock)) as database:
        database.set_meta("name", name)
