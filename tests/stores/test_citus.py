"""Palaces on a cluster of Citus, where the address of an empty database on its coordinator is given.

The whole contract of stores runs there, too: `SIMONIDES_TEST_CITUS_URL=… pytest tests/stores -k postgres`.
"""

import os
import threading
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from conftest import CITUS
from simonides.domain.errors import Invalid, StoreFailure
from simonides.stores.postgres import migrations
from simonides.stores.postgres.cluster.distribution import EVERYWHERE, ServerCluster
from simonides.stores.postgres.roles import Roles
from simonides.stores.postgres.shelf import PostgresShelf
from simonides.stores.sql.store import SqlStore
from stores.made import IDENTITY, NOW, entity, memory, unit_vectors
from stores.routing import palace_tables

# As a later version may change the schema: another column, another table with what follows from rows that are there, and the
# function of a trigger anew.
LATER = """
    ALTER TABLE sources ADD COLUMN later text NOT NULL DEFAULT '';
    CREATE TABLE later (palace bigint NOT NULL, word text);
    DO $$
    DECLARE
        found bigint;
    BEGIN
        FOR found IN SELECT id FROM palaces ORDER BY id LOOP
            EXECUTE format('SET LOCAL simonides.palace = %L', found);
            INSERT INTO later (palace, word) SELECT palace, content FROM memories WHERE palace = found;
        END LOOP;
    END
    $$;
    CREATE OR REPLACE FUNCTION on_file_added() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        UPDATE projects SET files = files + 1 WHERE palace = new.palace AND key = new.project;
        RETURN NULL;
    END
    $$;
    CREATE TRIGGER later_seen AFTER INSERT ON sources FOR EACH ROW WHEN (new.later <> '') EXECUTE FUNCTION on_file_added();
"""
UNDONE = (
    "DROP TRIGGER later_seen ON sources",
    "ALTER TABLE sources DROP COLUMN later",
    "DROP TABLE later",
    "UPDATE simonides_schema SET version = version - 1",
)
# Who moves a part of the tables waits for all that hold a lock of this kind on it, and they for him.
HELD_PARTS = """
    SELECT DISTINCT classid FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 8 AND pid = pg_backend_pid() ORDER BY classid
"""
PALACES_HERE = "SELECT 'palaces_' || shardid FROM pg_dist_shard WHERE logicalrelid = 'palaces'::regclass"
SUPERUSER = "SIMONIDES_TEST_CITUS_SUPERUSER_URL"
"""The variable with the same address for a superuser, who alone can move rows."""
pytestmark = pytest.mark.skipif(CITUS not in os.environ, reason=f"no cluster of Citus is given ({CITUS})")


@pytest.fixture
def cluster(database_url: str) -> ServerCluster:
    return ServerCluster(database_url)


def furnished(database_url: str, name: str) -> SqlStore:
    store = PostgresShelf(database_url, lambda: NOW).create(name, "", NOW)
    store.claim(IDENTITY)
    (key,) = store.memories.add([memory("m", f"kept in {name}")])
    store.search.put({key: unit_vectors(1)})
    return store


def test_every_table_lies_where_it_should_and_a_second_run_does_nothing(cluster: ServerCluster) -> None:
    standing = cluster.standing()

    assert standing is not None
    assert set(standing.by_palace) == palace_tables()
    assert set(standing.everywhere) == set(EVERYWHERE)
    assert (list(standing.here_alone), standing.missing) == ([], 0)
    assert len(standing.shards) > 1
    assert cluster.distribute(is_run=True) == []


def test_a_later_version_migrates_a_cluster_by_itself(
    cluster: ServerCluster, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = furnished(database_url, "upgraded")
    (tmp_path / "later.sql").write_text(LATER)
    monkeypatch.setattr(migrations, "_SCRIPTS", [*migrations._SCRIPTS, tmp_path / "later.sql"])
    monkeypatch.setattr(migrations, "KNOWN", migrations.KNOWN + 1)

    PostgresShelf(database_url, lambda: NOW).open("upgraded").close()
    standing = cluster.standing()
    filled = store.database.rows("SELECT word FROM later WHERE palace = %(palace)s")
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("SET citus.enable_unsafe_triggers = on")
        for statement in UNDONE:
            connection.execute(statement.encode())

    assert standing is not None
    assert "later" in standing.by_palace
    assert standing.missing == 0
    assert filled == [("kept in upgraded",)]
    store.close()


def test_whom_policies_hold_back_cannot_move_a_palace(cluster: ServerCluster, database_url: str) -> None:
    store = furnished(database_url, "held")

    with pytest.raises(StoreFailure, match="only a superuser can move a palace"):
        cluster.move("held")

    assert store.memories.count() == 1
    store.close()


@pytest.mark.skipif(SUPERUSER not in os.environ, reason=f"no superuser of the cluster is given ({SUPERUSER})")
def test_a_palace_moves_with_everything_while_it_is_written_to(database_url: str) -> None:
    cluster = ServerCluster(os.environ[SUPERUSER])
    store = furnished(database_url, "moving")
    other = furnished(database_url, "staying")
    is_done = threading.Event()
    written: list[str] = []

    def write() -> None:
        while not is_done.is_set():
            name = f"w{len(written)}"
            # A write that meets the very moment of the move is refused as a whole, and tried again.
            with suppress(StoreFailure):
                store.memories.add([memory(name, f"text {name}")])
                written.append(name)

    writer = threading.Thread(target=write)
    writer.start()
    first = cluster.move("moving")
    is_done.set()
    writer.join(60)
    second = cluster.move("moving")

    assert first != second
    assert written
    assert {one.id for one in store.memories.page(limit=100_000)} == {"m", *written}
    assert list(store.check()) == list(other.check()) == []
    with pytest.raises(Invalid, match="there is no server nowhere:1"):
        cluster.move("moving", "nowhere:1")
    store.close()
    other.close()


@pytest.mark.skipif(SUPERUSER not in os.environ, reason=f"no superuser of the cluster is given ({SUPERUSER})")
def test_a_role_that_owns_nothing_serves_and_none_can_be_bound_to_one_palace(database_url: str) -> None:
    store = furnished(database_url, "ours")
    with psycopg.connect(os.environ[SUPERUSER], autocommit=True) as connection:
        connection.execute("CREATE ROLE server_of_tests LOGIN")
    try:
        Roles(database_url).grant("server_of_tests", None, 4, is_run=True)
        shelf = PostgresShelf(database_url.replace("//simonides@", "//server_of_tests@"), lambda: NOW)
        served = shelf.open("ours")
        served.memories.add([memory("n", "by another role")])
        served.graph.add_entity(entity("Ada"))
        with pytest.raises(StoreFailure, match="no policy can bind a role to one of them"):
            Roles(database_url).grant("server_of_tests", "ours", 4, is_run=True)
        with psycopg.connect(database_url, autocommit=True) as connection:
            connection.execute("CREATE POLICY only_ours ON meta AS RESTRICTIVE TO server_of_tests USING (palace = 1)")
        standing = ServerCluster(database_url).standing()

        assert standing is not None
        assert list(standing.bound) == ["server_of_tests"]
        assert served.memories.count() == 2
        assert list(store.check()) == []
        served.close()
    finally:
        with psycopg.connect(os.environ[SUPERUSER], autocommit=True) as connection:
            connection.execute("SELECT run_command_on_workers('DROP OWNED BY server_of_tests')")
            connection.execute("DROP OWNED BY server_of_tests")
            connection.execute("DROP ROLE server_of_tests")
        store.close()


def test_a_coordinator_that_lacks_a_palace_is_noticed(cluster: ServerCluster, database_url: str) -> None:
    store = furnished(database_url, "lost")
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("SET citus.enable_manual_changes_to_shards = on")
        [[part]] = connection.execute(PALACES_HERE).fetchall()
        renaming = sql.SQL("UPDATE {} SET name = %s WHERE name = %s").format(sql.Identifier(part))
        # As on a standby that was promoted before it had heard of the name.
        connection.execute(renaming, ["found", "lost"])
        standing = cluster.standing()
        connection.execute(renaming, ["lost", "found"])
    afterwards = cluster.standing()

    assert standing is not None
    assert afterwards is not None
    assert (list(standing.apart), list(afterwards.apart)) == (["palaces"], [])
    store.close()


def test_a_write_waits_for_no_move_of_another_palace(database_url: str) -> None:
    store = furnished(database_url, "writing")

    with store.writing():
        [key] = store.memories.add([memory("n", "Ada sails.")])
        node = store.graph.add_entity(entity("Ada", aliases=("Countess",)))
        store.graph.set_mentions(key, [node.id])
        store.closets.put({key: ["sailing"]})
        held = store.database.rows(HELD_PARTS)

    assert len(held) == 1
    store.close()


def test_the_wall_stands_on_every_server(database_url: str) -> None:
    store, other = furnished(database_url, "ours"), furnished(database_url, "theirs")

    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("SET citus.multi_task_query_log_level = 'off'")
        nothing = connection.execute("SELECT count(*) FROM memories").fetchone()
    seen = store.database.rows("SELECT content FROM memories WHERE palace = %(palace)s")
    theirs = store.database.rows("SELECT content FROM memories WHERE palace = %(palace)s", {"palace": other.database.palace})  # type: ignore[attr-defined]

    assert nothing == (0,)
    assert seen == [("kept in ours",)]
    assert theirs == []
    store.close()
    other.close()


def test_a_line_of_the_log_belongs_to_the_act_of_its_transaction(database_url: str) -> None:
    store = furnished(database_url, "acting")

    with store.writing():
        store.memories.add([memory("n")])
        store.changes.note_undone([7])

    last = store.database.rows("SELECT act FROM changes WHERE palace = %(palace)s ORDER BY seq DESC LIMIT 2")
    assert last[0] == last[1]
    store.close()
