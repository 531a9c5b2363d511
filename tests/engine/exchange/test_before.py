"""Palaces written before: their lines, rows and REST shapes are still the same, byte for byte.

The files in `before/` were written when each of the three still spelled every field itself; they are never made anew. A column
that a later migration adds is not compared, nor lines of a kind that came later: pairs follow from what memories tell.
"""

import io
import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from simonides.domain.memory import Scope
from simonides.engine.engine import Engine
from simonides.engine.exchange.exporting import export_lines
from simonides.engine.exchange.importing import Importing, numbered_lines
from simonides.engine.palace import Palace
from simonides.toolsets.companion.drawers import drawer_of
from support.clock import FixedClock
from support.homes import Home

BEFORE = Path(__file__).parent / "before"


@pytest.fixture
def filled(engine: Engine, palace: Palace, clock: FixedClock) -> Palace:
    """A palace with the lines that were written before."""
    raw = io.BytesIO((BEFORE / "lines.jsonl").read_bytes())
    tallies = list(Importing(lambda _: palace, engine.embedder, clock).run(numbered_lines(raw)))
    assert [bad for tally in tallies for bad in tally.bad] == []
    return palace


def test_lines_are_as_they_were(filled: Palace) -> None:
    lines = export_lines(filled.store, with_vectors=False)
    exported = "".join(f"{line}\n" for line in lines if not line.startswith('{"type":"supersession"'))

    assert exported == (BEFORE / "lines.jsonl").read_text(encoding="utf-8")


def test_rows_are_as_they_were(filled: Palace, home: Home) -> None:
    kind = "sqlite" if home.database is None else "postgres"

    before = json.loads((BEFORE / f"rows-{kind}.json").read_text(encoding="utf-8"))

    assert {table: rows_of(home, table, rows[0].keys()) for table, rows in before.items()} == before


def test_rest_shapes_are_as_they_were(filled: Palace) -> None:
    page = filled.memories.page(Scope(with_ended=True), limit=100)
    # Provenance was added since, behind all that was there.
    drawers = [dict(list(drawer_of(memory).items())[:-2]) for memory in page]
    shown = [json.dumps(drawer, ensure_ascii=False) for drawer in drawers]

    assert shown == (BEFORE / "drawers.jsonl").read_text(encoding="utf-8").splitlines()


def rows_of(home: Home, table: str, columns: Iterable[str]) -> list[dict[str, object]]:
    """Those columns of every row of a table; bytes as hexadecimal digits."""
    rows = [{name: row[name] for name in columns} for row in _read(home, table)]
    plain = [{name: value.hex() if isinstance(value, bytes) else value for name, value in row.items()} for row in rows]
    return sorted(plain, key=lambda row: json.dumps(row, sort_keys=True))


def _read(home: Home, table: str) -> list[dict[str, object]]:
    statement = f"SELECT * FROM {table}"  # noqa: S608 - a name of ours
    if home.database is None:
        with closing(sqlite3.connect(next(Path(home.where).rglob("palace.db")))) as file:
            file.row_factory = sqlite3.Row
            return [dict(row) for row in file.execute(statement)]
    import psycopg
    from psycopg.rows import dict_row

    from support.citus import look_into

    with psycopg.connect(home.database, row_factory=dict_row) as connection:
        [newest] = connection.execute("SELECT max(id) AS id FROM palaces").fetchall()
        look_into(connection, newest["id"])
        return list(connection.execute(statement))
