import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from peers.stores import script
from simonides.peers.databases.pages import SalvagedRow, salvaged_rows

VALUES = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40),
    st.text("ab\n", min_size=5_000, max_size=9_000),
    st.binary(max_size=30),
)


@settings(max_examples=25)
@given(st.lists(st.tuples(VALUES, VALUES), max_size=25), st.sampled_from([512, 1024, 4096, 65536]))
def test_every_row_of_a_sound_file_is_salvaged(rows: list[tuple[object, object]], page_size: int) -> None:
    with TemporaryDirectory() as folder:
        path = script(Path(folder) / "t.db", f"PRAGMA page_size = {page_size}; CREATE TABLE t (a, b);")
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.executemany("INSERT INTO t VALUES (?, ?)", rows)

        found = [row.values for row in salvaged_rows(path) if isinstance(row, SalvagedRow) and row.rowid and len(row.values) == 2]

    assert sorted(map(repr, rows)) == sorted(map(repr, found))


def test_deleted_rows_do_not_come_back(tmp_path: Path) -> None:
    path = script(tmp_path / "t.db", "CREATE TABLE t (a); CREATE TABLE u (a);")
    with closing(sqlite3.connect(path)) as connection:
        connection.executemany("INSERT INTO t VALUES (?)", [(f"secret {number} " + "x" * 500,) for number in range(200)])
        connection.commit()
        connection.execute("DELETE FROM t")
        connection.commit()

    assert not [row for row in salvaged_rows(path) if isinstance(row, SalvagedRow) and "secret" in str(row.values)]


def test_garbage_gives_no_rows_and_no_error(tmp_path: Path) -> None:
    for content in (b"", b"SQLite format 3\0", b"\x0d" * 20_000, bytes(range(256)) * 64):
        path = tmp_path / "bad.db"
        path.write_bytes(content)

        assert not [row for row in salvaged_rows(path) if isinstance(row, SalvagedRow) and len(row.values) > 50]


def test_entries_of_an_index_are_salvaged_too(tmp_path: Path) -> None:
    path = script(tmp_path / "t.db", "CREATE TABLE t (a); CREATE INDEX i ON t (a);")
    texts = [f"{number} " + "long " * 400 for number in range(30)]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany("INSERT INTO t VALUES (?)", [(text,) for text in texts])

    found = [row.values[0] for row in salvaged_rows(path) if isinstance(row, SalvagedRow) and row.rowid is None]

    # Some entries stand on inner pages, which hold no leaf's rows.
    assert len(set(texts) & set(found)) > 20
