"""Batched inserts: many rows go in as one statement, so that its triggers run once.

Row by row, the counters would be rewritten each time, and a transaction has to step over every row version it wrote itself:
a thousand rows would take a hundred times as long as a hundred.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from simonides.stores.postgres.connection.pool import Connection
from simonides.stores.sql.records.rows import Row

_ROW = r"\bVALUES\s*(\([^()]*(?:\([^()]*\)s[^()]*)*\))\s*"
_VALUES = re.compile(rf"{_ROW}\Z")
_ADDING = re.compile(rf"{_ROW}(ON CONFLICT\b[^%]*)?\Z")
"""The same, and what may follow for rows that are there already."""
_NAME = re.compile(r"%\((\w+)\)s")
_VALUES_MAX = 10_000
"""How many values one statement binds; the protocol allows 65,535."""


def run_for_each(connection: Connection, sql: str, rows: Sequence[Mapping[str, object]]) -> None:
    """Run a statement for each row of values."""
    with connection.cursor() as cursor:
        if len(rows) == 1:
            cursor.execute(sql, rows[0])
        elif rows and is_plain_insert(sql):
            for statement, values in together(sql, rows):
                cursor.execute(statement, values, prepare=False)
        else:
            cursor.executemany(sql, rows)


def added_by(connection: Connection, sql: str, rows: Sequence[Mapping[str, object]]) -> list[Row]:
    """Add rows with a statement that passes over those which are there; what it returns of the others."""
    if len(rows) == 1:
        return connection.execute(sql, rows[0]).fetchall()
    added: list[Row] = []
    for statement, values in together(sql, rows):
        added += connection.execute(statement, values, prepare=False).fetchall()
    return added


def is_plain_insert(sql: str) -> bool:
    """Whether the statement simply adds one row, without conflict handling."""
    return _VALUES.search(sql) is not None


def together(sql: str, rows: Sequence[Mapping[str, object]]) -> Iterator[tuple[str, list[object]]]:
    """The statement for many rows at a time, and the values in its order."""
    found = _ADDING.search(sql)
    if found is None:
        raise ValueError(sql)
    row = found.group(1)
    names = _NAME.findall(row)
    count = max(_VALUES_MAX // len(names), 1)
    for start in range(0, len(rows), count):
        part = rows[start : start + count]
        lists = ", ".join([_NAME.sub("%s", row)] * len(part))
        yield f"{sql[: found.start(1)]}{lists}{sql[found.end(1) :]}", [values[name] for values in part for name in names]
