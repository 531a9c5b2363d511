"""Failures in PostgreSQL: every error of the library becomes one of ours, in one line that never shows a password."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from simonides.domain.errors import Invalid, StoreFailure

STATEMENT_TIMEOUT_S = 60
LOCK_TIMEOUT_S = 30

_NUMBER_IN_USE = (
    "a new row got a number that is in use ({}), as after a fail-over to a server that lacked the last commits; "
    "try again: each attempt takes the next number"
)
# A coordinator of Citus tells as an internal error that a worker has gone, or that it goes itself.
_GONE = ("server closed the connection unexpectedly", "postmaster was shut down")
_BUSY = "another program has held the palace for too long; try again"
# By SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html
_REASONS = {
    "25006": "the database is read-only, as on a standby server; use the primary server",
    "25P03": "the server ended a transaction that was idle for too long; try again",
    "28000": "the server refuses this user; allow it in pg_hba.conf",
    "28P01": "wrong user or password; check the address",
    "3D000": "there is no such database; create it with `createdb`",
    "40P01": _BUSY,
    "42501": "this user lacks the permission; use the one that owns the tables",
    "53100": "the server's disk is full; this change was not written",
    "53200": "the server ran out of memory",
    "53300": "the server has no free connection; raise its max_connections, or lower `database_connections` here",
    "55P03": _BUSY,
    "57014": f"a statement took longer than {STATEMENT_TIMEOUT_S} s and was stopped",
}
# Before a session has begun libpq gives no code, only the server's sentence. Trying again would not help in these cases.
_SAID_AT_THE_DOOR = {
    "password authentication failed": _REASONS["28P01"],
    "no password supplied": "the server requires a password; add it to the address",
    "no pg_hba.conf entry": _REASONS["28000"],
    'FATAL:  role "': _REASONS["28P01"],
    'FATAL:  database "': _REASONS["3D000"],
    "too many clients": _REASONS["53300"],
    "remaining connection slots": _REASONS["53300"],
    "connection is insecure": "the server requires TLS; add ?sslmode=require to the address",
}


@contextmanager
def translated(where: str) -> Iterator[None]:
    """Turn errors of psycopg into ours, which name the database."""
    try:
        yield
    except psycopg.Error as error:
        raise failure(where, error) from error
    except UnicodeEncodeError as error:
        raise Invalid("text", "contains half of a surrogate pair, which cannot be stored; remove it") from error


def failure(where: str, error: psycopg.Error) -> StoreFailure | Invalid:
    """Our error for one of PostgreSQL's."""
    if error.sqlstate == "22003" or isinstance(error.__cause__, OverflowError):
        return Invalid("number", "is too large to store; use a smaller one")
    if isinstance(error, psycopg.DataError) and "NUL" in str(error):
        return Invalid("text", "contains a NUL character, which cannot be stored; remove it")
    if error.sqlstate == "54000":
        return Invalid("text", "contains a name or a path that is too long for the index; shorten it")
    return StoreFailure(where, reason_of(error))


def reason_of(error: psycopg.Error) -> str:
    """What PostgreSQL's error means, in one line."""
    if error.sqlstate in _REASONS:
        return _REASONS[error.sqlstate]
    said = error.diag.message_primary or str(error)
    # A coordinator hands on what another server has said, without the name of the constraint.
    if error.sqlstate == "23505" and "_pkey" in said:
        return _NUMBER_IN_USE.format(_core(said))
    if error.sqlstate is None:
        for sign, reason in _SAID_AT_THE_DOOR.items():
            if sign in said:
                return reason
    if is_passing(error):
        return f"the server cannot be reached ({_core(said)})"
    return f"PostgreSQL reports: {_core(said)}"


def is_passing(error: psycopg.Error) -> bool:
    """Whether a retry may succeed: the server is unreachable, starting or stopping."""
    if any(sign in str(error) for sign in _GONE):
        return True
    # 57P01 to 57P03: shutting down, crashed, starting up. Class 08: the connection broke.
    if error.sqlstate is not None:
        return error.sqlstate in {"57P01", "57P02", "57P03"} or error.sqlstate.startswith("08")
    is_broken = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return is_broken and not any(sign in str(error) for sign in _SAID_AT_THE_DOOR)


def _core(said: str) -> str:
    """The first line of the message, without the list of what was tried."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[0].rpartition("failed: ")[2] if lines else "no reason given"
