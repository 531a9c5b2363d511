"""A streaming replica, made by PostgreSQL's own programs: reads, lag, and fail-over under writers."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from simonides.domain.errors import StoreFailure
from simonides.settings import Settings
from simonides.stores.postgres.shelf import PostgresShelf
from stores.made import NOW, memory
from support.clients import Client, Failure
from support.postgres import OUTLIVES_A_KILL, PASSWORD, ROLE, Server
from support.standby import Standby

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]
WRITERS = 4


@pytest.fixture
def pair() -> Iterator[tuple[Server, Standby]]:
    primary = Server(is_durable=True, settings=OUTLIVES_A_KILL)
    standby = Standby(primary)
    yield primary, standby
    for server in (standby, primary):
        server.end()


def settings_for(primary: Server, standby: Standby, folder: Path) -> Settings:
    url = primary.new_database()
    name = url.rpartition("/")[2]
    return Settings(folder, database=url, database_read=standby.url(name), embedder="hashing", palace="p", dream_after_s=0)


def asked(server: Server, question: str) -> object:
    with server.administrator() as connection:
        row = connection.execute(question.encode()).fetchone()
    return None if row is None else row[0]


@pytest.mark.requirement("postgres-replica")
def test_reads_go_to_the_replica_and_a_write_is_read_by_its_own_client(pair: tuple[Server, Standby], tmp_path: Path) -> None:
    primary, standby = pair
    settings = settings_for(primary, standby, tmp_path)
    client = Client(settings, "palace", "trusty")
    client("mempalace_add_drawer", wing="w", room="r", content="The first cat sleeps.")
    readers = client.lazy._readers
    assert readers is not None
    _wait_for(lambda: readers.engine_for("p") is not None)

    with standby.administrator() as administrator:
        # Whatever is written now does not arrive there.
        administrator.execute("SELECT pg_wal_replay_pause()")
        _wait_for(lambda: asked(standby, "SELECT pg_get_wal_replay_pause_state()") == "paused")
        is_read_there = readers.engine_for("p") is not None
        filed = client("mempalace_add_drawer", wing="w", room="r", content="The second cat sleeps.")
        found = client("mempalace_search", query="second cat")
        is_old_read = readers.engine_for("p") is not None
        administrator.execute("SELECT pg_wal_replay_resume()")
    _wait_for(lambda: readers.engine_for("p") is not None)
    again = client("mempalace_search", query="second cat")
    client("memory_recall", palace="p", query="second cat")
    client.lazy.close()
    store = PostgresShelf(str(settings.database)).open("p")
    recalled = store.memories.get(filed["drawer_id"])
    store.close()

    assert is_read_there
    assert not is_old_read
    assert [found["results"][0]["text"], again["results"][0]["text"]] == ["The second cat sleeps."] * 2
    # Counted on the primary, wherever it was read.
    assert recalled.accesses == 1


@pytest.mark.requirement("postgres-replica")
def test_without_its_replica_a_server_reads_from_the_primary(pair: tuple[Server, Standby], tmp_path: Path) -> None:
    primary, standby = pair
    client = Client(settings_for(primary, standby, tmp_path), "palace")
    client("mempalace_add_drawer", wing="w", room="r", content="The cat sleeps.")
    readers = client.lazy._readers
    assert readers is not None
    _wait_for(lambda: readers.engine_for("p") is not None)

    standby.kill()
    found = client("mempalace_search", query="cat")
    client.lazy.close()

    assert found["results"][0]["text"] == "The cat sleeps."


@pytest.mark.requirement("serve-read-only")
def test_a_server_that_only_reads_stands_on_a_replica_alone(pair: tuple[Server, Standby], tmp_path: Path) -> None:
    primary, standby = pair
    settings = settings_for(primary, standby, tmp_path)
    writer = Client(settings, "palace")
    writer("mempalace_add_drawer", wing="w", room="r", content="The cat sleeps.")
    readers = writer.lazy._readers
    assert readers is not None
    _wait_for(lambda: readers.engine_for("p") is not None)
    writer.lazy.close()
    reader = Client(Settings(tmp_path, database=settings.database_read, embedder="hashing", palace="p", read_only=True), "palace")

    found = reader("mempalace_search", query="cat")
    with pytest.raises(Failure, match="this server only reads"):
        reader("mempalace_add_drawer", wing="w", room="r", content="The dog sleeps.")
    reader.lazy.close()

    assert found["results"][0]["text"] == "The cat sleeps."


@pytest.mark.requirement("postgres-failover")
def test_a_synchronous_replica_takes_over_under_four_writers_and_nothing_acknowledged_is_lost(
    pair: tuple[Server, Standby],
) -> None:
    primary, standby = pair
    with primary.administrator() as administrator:
        administrator.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        administrator.execute("SELECT pg_reload_conf()")
    _wait_for(lambda: asked(primary, "SELECT sync_state FROM pg_stat_replication") == "sync")
    database = primary.new_database().rpartition("/")[2]
    both = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
    url = f"postgresql://{ROLE}:{PASSWORD}@{both}/{database}?target_session_attrs=read-write"
    names = [f"palace {number}" for number in range(WRITERS)]
    for name in names:
        PostgresShelf(url).create(name, "", NOW).close()
    acknowledged: dict[str, list[str]] = {name: [] for name in names}
    failed: list[str] = []
    is_done = threading.Event()

    def write(name: str) -> None:
        store = PostgresShelf(url).open(name)
        number = 0
        while not is_done.is_set():
            number += 1
            try:
                store.memories.add([memory(f"{name} {number}", f"text {number}")])
                acknowledged[name].append(f"{name} {number}")
            except StoreFailure as error:
                failed.append(str(error))
        store.close()

    writers = [threading.Thread(target=write, args=(name,)) for name in names]
    for writer in writers:
        writer.start()
    _wait_for(lambda: all(len(each) > 20 for each in acknowledged.values()))
    primary.kill()
    before = {name: len(each) for name, each in acknowledged.items()}
    standby.promote()
    with suppress(AssertionError):
        _wait_for(lambda: all(len(each) > before[name] + 20 for name, each in acknowledged.items()))
    is_done.set()
    for writer in writers:
        writer.join(60)

    assert {name: len(each) > before[name] + 20 for name, each in acknowledged.items()} == dict.fromkeys(names, True), failed
    for name in names:
        store = PostgresShelf(url).open(name)
        kept = {one.id for one in store.memories.page(limit=1_000_000)}
        assert set(acknowledged[name]) - kept == set()
        assert list(store.check()) == []
        store.close()


def _wait_for(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + 240
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)
