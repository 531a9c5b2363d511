"""PostgreSQL: one-line errors, isolated palaces, and recovery when the server returns."""

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise

import psycopg
import pytest

from conftest import ON_ONE_SERVER
from simonides.domain.errors import Invalid, NewerStore, StoreFailure
from simonides.stores.postgres import furnishing, migrations
from simonides.stores.postgres.connection.failures import is_passing, reason_of
from simonides.stores.postgres.shelf import PostgresShelf
from simonides.stores.sql.store import SqlStore
from stores.made import IDENTITY, NOW, memory, unit_vectors
from support.postgres import PASSWORD, ROLE, Server


@pytest.fixture
def store(database_url: str) -> Iterator[SqlStore]:
    store = PostgresShelf(database_url, clock=lambda: NOW).create("walled", "", NOW)
    yield store
    store.close()


@pytest.mark.requirement("postgres-errors")
@pytest.mark.parametrize("said", ["server closed the connection unexpectedly", "postmaster was shut down, exiting"])
def test_a_coordinator_that_goes_or_whose_worker_has_gone_is_asked_again(said: str) -> None:
    error = psycopg.errors.InternalError_(said)

    assert is_passing(error)
    assert reason_of(error).startswith("the server cannot be reached")


@pytest.mark.requirement("postgres-errors")
def test_numbers_that_begin_again_refuse_writes_until_they_are_past_those_in_use(store: SqlStore, database_url: str) -> None:
    last, *_ = store.memories.add([memory(f"m{number}", "kept") for number in range(2)])[::-1]
    with psycopg.connect(database_url, autocommit=True) as connection:
        # A coordinator numbers rows that lie elsewhere, and its standby may have heard of fewer numbers.
        connection.execute("SELECT setval('memories_key_seq', %s, false)", [last])

    with pytest.raises(StoreFailure, match=r"got a number that is in use .*; try again"):
        store.memories.add([memory("n", "refused")])
    store.memories.add([memory("n", "taken")])

    assert {one.content for one in store.memories.page(limit=10)} == {"kept", "taken"}
    assert list(store.check()) == []


@pytest.mark.requirement("postgres-errors")
@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("postgresql://{role}:{password}@127.0.0.1:1/x", "cannot be reached (Connection refused)"),
        ("postgresql://{role}:wrong@127.0.0.1:{port}/postgres", "wrong user or password"),
        ("postgresql://nobody:{password}@127.0.0.1:{port}/postgres", "wrong user or password"),
        ("postgresql://{role}:{password}@127.0.0.1:{port}/nowhere", "there is no such database"),
    ],
)
def test_a_database_that_cannot_be_opened_says_why_and_never_the_password(postgres: Server, url: str, reason: str) -> None:
    shelf = PostgresShelf(url.format(role=ROLE, password=PASSWORD, port=postgres.port))

    with pytest.raises(StoreFailure) as caught:
        shelf.create("p", "", NOW)

    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
    assert PASSWORD not in str(caught.value)


@pytest.mark.parametrize("url", ["postgresql://a:secret@[half", "secret", "mysql://a:secret@b/c"])
def test_what_is_no_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(Invalid) as caught:
        PostgresShelf(url)

    assert "secret" not in str(caught.value)


def test_a_database_without_pgvector_says_how_to_add_it(postgres: Server) -> None:
    shelf = PostgresShelf(postgres.new_database(template="template0"))

    with pytest.raises(StoreFailure, match="as a superuser run CREATE EXTENSION vector"):
        shelf.create("p", "", NOW)


def test_a_newer_database_is_refused_when_opened_and_when_written_to(postgres: Server) -> None:
    url = postgres.new_database()
    shelf = PostgresShelf(url)
    store = shelf.create("p", "", NOW)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("UPDATE simonides_schema SET version = version + 1")

    for use in (lambda: shelf.open("p"), lambda: store.memories.add([memory("m")])):
        with pytest.raises(NewerStore) as caught:
            use()
        assert (caught.value.found, caught.value.known) == (migrations.KNOWN + 1, migrations.KNOWN)
    store.close()


def test_a_statement_that_takes_too_long_is_stopped(store: SqlStore) -> None:
    database = store._database

    with database.reading():
        database.row("SELECT set_config('statement_timeout', '50ms', true)")
        with pytest.raises(StoreFailure, match="took longer than"):
            database.row("SELECT pg_sleep(5)")

    assert store.memories.count() == 0


def test_a_failure_that_somebody_passed_over_is_not_acknowledged(store: SqlStore) -> None:
    def write() -> None:
        with store.writing():
            store.memories.add([memory("lost")])
            with suppress(StoreFailure):
                store.database.row("SELECT 1 / 0")

    with pytest.raises(StoreFailure, match="rolled back the whole transaction"):
        write()

    assert store.memories.count() == 0


def test_a_part_that_could_not_begin_tells_why_and_not_that_it_is_missing(store: SqlStore) -> None:
    def write() -> None:
        with store.writing():
            with suppress(StoreFailure):
                store.database.row("SELECT 1 / 0")
            with store.writing():
                store.memories.add([memory("lost")])

    with pytest.raises(StoreFailure, match="current transaction is aborted"):
        write()


def test_nothing_is_changed_outside_of_a_transaction(store: SqlStore) -> None:
    with pytest.raises(StoreFailure, match="a change needs a transaction"):
        store.database.change("DELETE FROM memories WHERE palace = %(palace)s")
    with store.database.reading(), pytest.raises(StoreFailure, match="a change needs a transaction"):
        store.memories.add([memory("m")])


@ON_ONE_SERVER
@pytest.mark.requirement("postgres-isolation")
def test_no_palace_sees_or_touches_the_rows_of_another(store: SqlStore, database_url: str) -> None:
    store.claim(IDENTITY)
    (key,) = store.memories.add([memory("m", "walled in")])
    store.search.put({key: unit_vectors(1)})
    palace = store._database.row("SELECT %(palace)s::bigint")
    assert palace is not None

    with psycopg.connect(database_url, autocommit=True) as connection:
        guarded = [row[0] for row in connection.execute("SELECT relname FROM pg_class WHERE relforcerowsecurity ORDER BY 1")]
        nothing = [connection.execute(f"SELECT count(*) FROM {table}").fetchone() for table in guarded]  # noqa: S608
        connection.execute("SELECT set_config('simonides.palace', %s, false)", (str(palace[0] + 1),))
        elsewhere = connection.execute("SELECT count(*) FROM memories").fetchone()
        changed = connection.execute("UPDATE memories SET content = 'stolen'").rowcount
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("INSERT INTO meta VALUES (%s, 'forged', '')", palace)
        connection.execute("SELECT set_config('simonides.palace', %s, false)", (str(palace[0]),))
        here = connection.execute("SELECT count(*) FROM memories").fetchone()

    assert {"memories", "vectors", "postings", "facts", "observations", "chunks", "changes", "meta"} <= set(guarded)
    assert set(nothing) == {(0,)}
    assert (elsewhere, changed, here) == ((0,), 0, (1,))


@pytest.mark.requirement("postgres-isolation")
def test_every_table_with_a_palace_leads_with_it_and_is_guarded(store: SqlStore) -> None:
    tables = store._database.rows("""
        SELECT c.relname, c.relforcerowsecurity, i.indexrelid::regclass::text, am.amname, first.attname
        FROM pg_class c JOIN pg_attribute p ON p.attrelid = c.oid AND p.attname = 'palace' AND c.relkind = 'r'
        JOIN pg_index i ON i.indrelid = c.oid JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am am ON am.oid = x.relam
        LEFT JOIN pg_attribute first ON first.attrelid = c.oid AND first.attnum = i.indkey[0]
        WHERE c.relnamespace = current_schema()::regnamespace
    """)

    assert len(tables) > 50
    assert [row[0] for row in tables if not row[1]] == []
    assert [row[2] for row in tables if row[3] == "btree" and row[4] != "palace"] == []


def test_a_lease_goes_with_its_holder_s_connection(store: SqlStore, postgres: Server) -> None:
    with store.lease("job") as first, postgres.administrator() as administrator:
        administrator.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")

    with store.lease("job") as second:
        assert (first, second) == (True, True)


def test_a_read_never_waits_for_a_writer(store: SqlStore) -> None:
    store.memories.add([memory("m", "before")])
    seen: list[str] = []

    with store.writing():
        store.memories.replace(memory("m", "after"))
        reader = threading.Thread(target=lambda: seen.append(store.memories.get("m").content))
        reader.start()
        reader.join(timeout=90)

    assert seen == ["before"]


@pytest.mark.requirement("postgres-reconnect")
def test_readers_and_writers_find_a_server_again_that_was_restarted(mortal: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    # However busy the machine is, the server is back before that.
    monkeypatch.setattr("simonides.stores.postgres.connection.pool.PATIENCE_S", 120.0)
    store = PostgresShelf(mortal.new_database()).create("p", "", NOW)
    store.memories.add([memory("before")])

    mortal.kill()
    returning = threading.Timer(1.0, mortal.start)
    returning.start()
    store.memories.add([memory("while away")])
    returning.join()
    mortal.kill()
    mortal.start()

    assert {one.id for one in store.memories.page()} == {"before", "while away"}
    store.memories.add([memory("after")])
    assert list(store.check()) == []
    store.close()


@pytest.mark.requirement("postgres-reconnect")
def test_what_was_being_written_when_the_server_died_is_not_kept_in_part(mortal: Server) -> None:
    store = PostgresShelf(mortal.new_database()).create("p", "", NOW)

    def write() -> None:
        with store.writing():
            store.memories.add([memory("lost")])
            mortal.kill()
            store.memories.add([memory("lost too")])

    with pytest.raises(StoreFailure, match="cannot be reached"):
        write()
    mortal.start()

    assert store.memories.count() == 0
    store.memories.add([memory("kept")])
    assert list(store.check()) == []
    store.close()


def test_a_server_that_stays_away_is_told_within_bounds(mortal: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simonides.stores.postgres.connection.pool.PATIENCE_S", 0.5)
    store = PostgresShelf(mortal.new_database()).create("p", "", NOW)
    mortal.kill()
    began = time.monotonic()

    with pytest.raises(StoreFailure, match="cannot be reached"):
        store.memories.count()

    assert time.monotonic() - began < 30
    store.close()


def test_identifiers_and_characters_late_in_a_huge_text_are_found(store: SqlStore) -> None:
    filler = "lorem ipsum dolor " * 20_000
    (key,) = store.memories.add([memory("huge", f"{filler} OPS-1042 {'x' * 5_000}end {filler} 東京都 {filler[:300_000]}")])

    assert store.search.phrase(["ops_1042"]) == [key]
    assert store.search.phrase(["東京", "京都"]) == [key]
    assert store.search.phrase(["x" * 5_000 + "end"]) == [key]
    assert store.search.matches(["lorem"]).counts.tolist() == [[float((filler * 2 + filler[:300_000]).count("lorem"))]]
    store.memories.delete("huge")
    assert store.search.matches(["lorem"]).frequencies.tolist() == [0]
    assert list(store.check()) == []


def test_a_palace_larger_than_a_slice_goes_in_slices(store: SqlStore, database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(furnishing, "AT_ONCE", 4)
    store.memories.add([memory(f"m{number}", tags=("x",)) for number in range(10)])
    steps: list[int] = []

    PostgresShelf(database_url).delete("walled", lambda done, _total: steps.append(done))

    assert max(later - earlier for earlier, later in pairwise([0, *steps])) == 4
    assert store.database.number("SELECT count(*) FROM palaces") == 0
