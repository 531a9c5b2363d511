"""What went wrong? PostgreSQL's errors as ours: one clear line each, and never with a password in it."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from simonides.domain.errors import Invalid, StoreFailure

STATEMENT_TIMEOUT_S = 60
LOCK_TIMEOUT_S = 30

_BUSY = "another program has held the palace for too long; try again"
# By SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html
_REASONS = {
    "25006": "the database is read-only; is it a standby?",
    "25P03": "the server ended a transaction that stood still for too long",
    "28000": "the server refuses this user; see its pg_hba.conf",
    "28P01": "wrong user or password",
    "3D000": "there is no such database; `createdb` makes one",
    "40P01": _BUSY,
    "42501": "this user may not do that here; it must own the tables",
    "53100": "the server's disk is full; nothing was written",
    "53200": "the server's memory ran out",
    "53300": "the server has no connection left; raise max_connections, or lower the servers' `database_connections`",
    "55P03": _BUSY,
    "57014": f"a statement took longer than {STATEMENT_TIMEOUT_S} s and was stopped",
}
# libpq gives no code for what fails before a session has begun, only the server's sentence. Whoever asks again is told the same.
_SAID_AT_THE_DOOR = {
    "password authentication failed": _REASONS["28P01"],
    "no password supplied": "the server wants a password, and the address has none",
    "no pg_hba.conf entry": _REASONS["28000"],
    'FATAL:  role "': _REASONS["28P01"],
    'FATAL:  database "': _REASONS["3D000"],
    "too many clients": _REASONS["53300"],
    "remaining connection slots": _REASONS["53300"],
    "connection is insecure": "the server asks for TLS; add ?sslmode=require to the address",
}


@contextmanager
def translated(where: str) -> Iterator[None]:
    """Whatever psycopg raises inside leaves as an error of ours that names the database."""
    try:
        yield
    except psycopg.Error as error:
        raise failure(where, error) from error
    except UnicodeEncodeError as error:
        raise Invalid("text", "holds half of a surrogate pair, which no store can keep") from error


def failure(where: str, error: psycopg.Error) -> StoreFailure | Invalid:
    """The error of ours that says what PostgreSQL's means."""
    if error.sqlstate == "22003" or isinstance(error.__cause__, OverflowError):
        return Invalid("number", "is too large to be stored")
    if isinstance(error, psycopg.DataError) and "NUL" in str(error):
        return Invalid("text", "holds a NUL character, which no store can keep")
    if error.sqlstate == "54000":
        return Invalid("text", "holds a name or a path that is too long to be looked up")
    return StoreFailure(where, reason_of(error))


def reason_of(error: psycopg.Error) -> str:
    """What PostgreSQL's error means, in one line."""
    if error.sqlstate in _REASONS:
        return _REASONS[error.sqlstate]
    said = error.diag.message_primary or str(error)
    if error.sqlstate is None:
        for sign, reason in _SAID_AT_THE_DOOR.items():
            if sign in said:
                return reason
    if is_passing(error):
        return f"the server cannot be reached ({_core(said)})"
    return f"PostgreSQL says: {_core(said)}"


def is_passing(error: psycopg.Error) -> bool:
    """Whether the same may succeed a moment later: the server is not there, or is just starting or stopping."""
    # 57P01 to 57P03: shutting down, crashed, starting up. Class 08: the connection broke.
    if error.sqlstate is not None:
        return error.sqlstate in {"57P01", "57P02", "57P03"} or error.sqlstate.startswith("08")
    is_broken = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return is_broken and not any(sign in str(error) for sign in _SAID_AT_THE_DOOR)


def _core(said: str) -> str:
    """The first line without what was tried before something failed."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[0].rpartition("failed: ")[2] if lines else "no reason given"
