"""Access tokens in SQLite: one private file in the data directory, beside the palaces."""

import hmac
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeAlias

from simonides.domain.errors import Conflict
from simonides.machine.files import open_private
from simonides.ports.tokens import Token
from simonides.stores.sql.records.rows import micros, moment
from simonides.stores.sqlite.connection.failures import translated

FILE = "tokens.db"

_Row: TypeAlias = tuple[str, str, str, int, int, str]

_BUSY_S = 10.0
_MAKE = """
CREATE TABLE IF NOT EXISTS tokens (
    id TEXT PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    palace TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    read_only INTEGER NOT NULL,
    note TEXT NOT NULL
)
"""
_ADD = "INSERT INTO tokens (id, digest, palace, created_at, read_only, note) VALUES (?, ?, ?, ?, ?, ?)"
_LIST = "SELECT id, digest, palace, created_at, read_only, note FROM tokens ORDER BY created_at, id"
_FIND = "SELECT id, digest, palace, created_at, read_only, note FROM tokens WHERE digest = ?"
_REVOKE = "DELETE FROM tokens WHERE id = ?"


class SqliteTokens:
    """The tokens of one data directory; nothing is created there before the first token."""

    def __init__(self, data_dir: Path) -> None:
        self._path = data_dir.absolute() / FILE

    def create(self, token: Token) -> None:
        """Keep a token, durably. Raises Conflict."""
        with translated(self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(open_private(self._path))
            with self._open() as connection:
                connection.execute(_MAKE)
                row = (token.id, token.digest, token.palace, micros(token.created_at), int(token.read_only), token.note)
                try:
                    connection.execute(_ADD, row)
                except sqlite3.IntegrityError as error:
                    raise Conflict("token", token.id) from error

    def list(self) -> Sequence[Token]:
        """Every token, the oldest first."""
        return [_token(row) for row in self._rows(_LIST)]

    def revoke(self, token_id: str) -> bool:
        """Drop a token, durably; False when there is none with that id."""
        if not self._is_made():
            return False
        with translated(self._path), self._open() as connection:
            return connection.execute(_REVOKE, (token_id,)).rowcount > 0

    def find(self, digest: str) -> Token | None:
        """The token with that digest, if any."""
        found = [_token(row) for row in self._rows(_FIND, digest)]
        return next((token for token in found if hmac.compare_digest(token.digest, digest)), None)

    def _rows(self, statement: str, *values: str) -> Sequence[_Row]:
        if not self._is_made():
            return []
        with translated(self._path), self._open() as connection:
            rows: Sequence[_Row] = connection.execute(statement, values).fetchall()
            return rows

    def _is_made(self) -> bool:
        # An empty file is one that a first `create` has not filled yet.
        with translated(self._path):
            try:
                return self._path.stat().st_size > 0
            except (FileNotFoundError, NotADirectoryError):
                return False

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=_BUSY_S, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            yield connection


def _token(row: _Row) -> Token:
    token_id, digest, palace, created_at, read_only, note = row
    return Token(token_id, palace, digest, moment(created_at), bool(read_only), note)
