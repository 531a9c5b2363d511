"""Reading of foreign SQLite files: read-only, without waiting for the owner's locks."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from simonides.domain.validation import clean_text
from simonides.mining.conversations.reading import Fault
from simonides.mining.conversations.shapes import fields, parsed, written

_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name LIMIT 1000"
_PATIENCE_S = 2.0

Row = tuple[Any, ...]


def tables(path: Path) -> frozenset[str] | Fault:
    """The names of the tables, or the reason why they cannot be read."""
    names = set()
    for row in rows(path, _TABLES):
        if isinstance(row, Fault):
            return row
        names.add(str(row[0]))
    return frozenset(names)


def rows(path: Path, statement: str, *values: str) -> Iterator[Row | Fault]:
    """The rows that a statement returns, as far as they can be read, then a fault if reading fails."""
    try:
        with closing(_connect(path, _options(path))) as connection:
            # JSON may hold half a character, which SQLite refuses: what it names is not found.
            yield from connection.execute(statement, [clean_text(value) for value in values])
    except sqlite3.Error as error:
        yield Fault(f"the database cannot be read: {error}")


def object_in(value: object) -> dict[str, Any]:
    """The JSON object in a value of a row, which may be text or bytes; an empty one for other JSON. Raises ValueError."""
    return fields(parsed(value.decode("utf-8", "replace") if isinstance(value, bytes) else written(value)))


def _options(path: Path) -> str:
    """Read-only; immutable where even a read-only connection would need a file beside the database."""
    with closing(_connect(path, "mode=ro")) as connection:
        try:
            connection.execute("PRAGMA schema_version").fetchone()
        except sqlite3.OperationalError:
            return "mode=ro&immutable=1"
    return "mode=ro"


def _connect(path: Path, options: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?{options}", uri=True, timeout=_PATIENCE_S)
    # Foreign text need not be UTF-8.
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    return connection
