"""Access tokens in PostgreSQL: one table of the database, beside the palaces."""

import hmac
from collections.abc import Sequence

import psycopg

from simonides.domain.errors import Conflict
from simonides.ports.tokens import Token
from simonides.stores.postgres import migrations
from simonides.stores.postgres.connection.address import DatabaseAddress
from simonides.stores.postgres.connection.pool import Connection, ConnectionPool
from simonides.stores.sql.records.rows import Row, micros, moment

CONNECTIONS = 2
"""Two are enough: looking up a token takes hardly any time."""

_COLUMNS = "id, digest, palace_name, created_at, read_only, note"
_ADD = """
    INSERT INTO tokens (id, digest, palace_name, created_at, read_only, note)
    VALUES (%(id)s, %(digest)s, %(palace)s, %(created_at)s, %(read_only)s, %(note)s)
"""
_LIST = f"SELECT {_COLUMNS} FROM tokens ORDER BY created_at, id"  # noqa: S608 - constants of ours
_FIND = f"SELECT {_COLUMNS} FROM tokens WHERE digest = %(digest)s"  # noqa: S608 - likewise
_REVOKE = "DELETE FROM tokens WHERE id = %(id)s"


class PostgresTokens:
    """The tokens of one database; nothing is created there before the first token. A server stays connected."""

    def __init__(self, url: str, *, stays: bool = False) -> None:
        self._pool = ConnectionPool(DatabaseAddress(url), CONNECTIONS)
        if stays:
            self._pool.open()

    def create(self, token: Token) -> None:
        """Keep a token, durably. Raises Conflict."""
        values = {
            "id": token.id,
            "digest": token.digest,
            "palace": token.palace,
            "created_at": micros(token.created_at),
            "read_only": token.read_only,
            "note": token.note,
        }

        def add(connection: Connection) -> None:
            migrations.bring_up_to_date(connection, self._pool.address.shown)
            try:
                connection.execute(_ADD, values)
            except psycopg.errors.UniqueViolation as error:
                raise Conflict("token", token.id) from error

        self._pool.asked(add)

    def list(self) -> Sequence[Token]:
        """Every token, the oldest first."""
        return self._read(_LIST)

    def revoke(self, token_id: str) -> bool:
        """Drop a token, durably; False when there is none with that id."""

        def drop(connection: Connection) -> bool:
            return self._is_made(connection) and connection.execute(_REVOKE, {"id": token_id}).rowcount > 0

        return self._pool.asked(drop)

    def find(self, digest: str) -> Token | None:
        """The token with that digest, if any."""
        found = self._read(_FIND, digest=digest)
        return next((token for token in found if hmac.compare_digest(token.digest, digest)), None)

    def _read(self, statement: str, **values: str) -> Sequence[Token]:
        def read(connection: Connection) -> Sequence[Row]:
            return connection.execute(statement, values).fetchall() if self._is_made(connection) else []

        return [_token(row) for row in self._pool.asked(read)]

    def _is_made(self, connection: Connection) -> bool:
        shown = self._pool.address.shown
        if migrations.version_of(connection, shown) == 0:
            return False
        migrations.bring_up_to_date(connection, shown)
        return True


def _token(row: Row) -> Token:
    token_id, digest, palace, created_at, read_only, note = row
    return Token(token_id, palace, digest, moment(created_at), read_only, note)
