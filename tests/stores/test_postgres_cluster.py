"""PostgreSQL on several servers: what can be told without a cluster. `test_citus.py` runs where there is one."""

import re
from typing import cast

import pytest

from conftest import ON_ONE_SERVER
from simonides.domain.errors import Invalid, StoreFailure
from simonides.domain.memory import Place
from simonides.stores.postgres.cluster import distribution
from simonides.stores.postgres.cluster.distribution import ServerCluster
from simonides.stores.postgres.cluster.shard_functions import BESIDE, for_shards, functions_for_shards
from simonides.stores.postgres.connection.pool import Connection
from simonides.stores.postgres.shelf import PostgresShelf
from stores.made import IDENTITY, NOW, entity, fact, memory, unit_vectors
from stores.routing import palace_tables
from support.postgres import Server

TABLES = ("counters", "events", "memories")
# On one server, the part of a table that lies beside is the table itself.
ALONE = "CREATE FUNCTION beside(name text) RETURNS text LANGUAGE sql AS 'SELECT name'"


@ON_ONE_SERVER
def test_without_citus_one_sentence_says_what_to_do(database_url: str) -> None:
    PostgresShelf(database_url, lambda: NOW).create("p", "", NOW).close()
    cluster = ServerCluster(database_url)

    for use in (lambda: cluster.distribute(is_run=True), lambda: cluster.move("p")):
        with pytest.raises(StoreFailure, match=r"Citus is not installed in this database.* CREATE EXTENSION citus") as caught:
            use()
        assert "\n" not in str(caught.value)
    assert cluster.standing() is None


class Rows(list[tuple[str]]):
    def fetchall(self) -> "Rows":
        return self


class Told:
    """A coordinator and one worker that answer in turn."""

    def __init__(self, told: list[tuple[str, str]]) -> None:
        self._answers = [answer for pair in told for answer in pair]

    def execute(self, *_: object) -> Rows:
        return Rows([(self._answers.pop(0),)])


# What the coordinator tells of a table and what a worker does, once and again.
TOLD = {
    "the same": ([("1", "1")], False),
    "a palace was made between both": ([("1", "2"), ("2", "2")], False),
    "two palaces were made, each between both": ([("1", "2"), ("2", "3")], False),
    "the coordinator lacks a palace": ([("1", "2"), ("1", "2")], True),
}


@pytest.mark.parametrize(("told", "is_apart"), TOLD.values(), ids=TOLD)
def test_a_table_differs_when_it_does_so_twice_in_the_same_way(
    told: list[tuple[str, str]], is_apart: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distribution, "SETTLED_S", 0)
    assert distribution._is_apart(cast("Connection", Told(told)), "palaces") is is_apart


# `[table]` stands for the name of the part of that table.
EXECUTED = {
    "UPDATE counters SET value = 1 WHERE palace = new.palace": (
        "UPDATE [counters] AS counters SET value = 1 WHERE palace = ($1).palace", " USING new",
    ),
    "INSERT INTO events (palace, at) SELECT palace, now_us() FROM added": (
        "INSERT INTO [events] (palace, at) SELECT palace, now_us() FROM added", "",
    ),
    "PERFORM log_changes('a', ids) FROM memories m": ("SELECT log_changes(''a'', $1) FROM [memories] m", " USING ids"),
    "UPDATE counters c SET value = c.value + cardinality(ids) RETURNING c.value INTO last": (
        "UPDATE [counters] c SET value = c.value + cardinality($1) RETURNING c.value", " INTO last USING ids",
    ),
    "DELETE FROM events e USING gone g, memories m WHERE m.id = old.id": (
        "DELETE FROM [events] e USING gone g, [memories] m WHERE m.id = ($1).id", " USING old",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("statement", "executed"), EXECUTED.items())
def test_a_statement_in_a_trigger_names_the_parts_beside_its_row(statement: str, executed: tuple[str, str]) -> None:
    text = re.sub(r"\[(\w+)\]", r"' || beside('\1') || '", executed[0])
    body = f"DECLARE\n    last bigint;\nBEGIN\n    IF new.a <> old.a THEN\n        {statement};\n    END IF;\nEND\n"

    written = for_shards("f", body, ["ids"], TABLES)

    assert written == body.replace(statement, f"EXECUTE '{text}'{executed[1]}")


def test_a_condition_on_rows_is_asked_before() -> None:
    body = "BEGIN\n    IF EXISTS (SELECT 1 FROM memories m WHERE m.id = new.id) THEN\n        RETURN NULL;\n    END IF;\nEND\n"

    written = for_shards("f", body, [], TABLES)

    asked = "EXECUTE 'SELECT EXISTS (SELECT 1 FROM ' || beside('memories') || ' m WHERE m.id = ($1).id)' INTO is_beside USING new"
    assert written.startswith(
        f"DECLARE\n    is_beside boolean;\nBEGIN\n    {asked};\n    IF is_beside THEN\n        RETURN NULL;"
    )


def test_a_statement_that_cannot_be_rewritten_is_told() -> None:
    with pytest.raises(Invalid, match=r"function f.: cannot be rewritten for shards: FOR each IN"):
        for_shards(
            "f", "BEGIN\n    FOR each IN SELECT 1 FROM memories LOOP\n        RETURN NULL;\n    END LOOP;\nEND\n", [], TABLES
        )


def test_rewritten_functions_do_the_same_on_one_server(postgres: Server) -> None:
    url = postgres.new_database()
    store = PostgresShelf(url, lambda: NOW).create("p", "", NOW)
    rewritten = _rewrite(store.database._pool.connect())  # type: ignore[attr-defined]

    store.claim(IDENTITY)
    one, two = store.memories.add([memory("a", "ships in the harbour", tags=("t",)), memory("b", "a ledger")])
    store.search.put({one: unit_vectors(1), two: unit_vectors(1)})
    store.memories.replace(memory("a", "boats in the harbour", place=Place("w2", "r2")))
    store.graph.add_entity(entity("Ada"))
    store.graph.add_entity(entity("Bob"))
    store.graph.add_fact(fact("f", "Ada", "knows", "Bob"))
    node = store.nodes.keys(["ada"])["ada"]
    store.observations.add(node, ["She keeps the ledger"], NOW)
    store.memories.delete("b")
    store.graph.delete_entity("ada")

    assert len(rewritten) > 25
    assert list(store.check()) == []
    assert {change.kind for change in store.changes.since(0, 100)} >= {"memory", "vector", "entity", "fact", "observation"}
    assert [due.key for due in store.dreams.due(10)] == [one]
    store.close()


def _rewrite(connection: Connection) -> list[str]:
    with connection:
        connection.execute(ALONE)
        statements = [each for each in functions_for_shards(connection, sorted(palace_tables())) if each != BESIDE]
        for statement in statements:
            connection.execute(statement.encode())
        assert functions_for_shards(connection, sorted(palace_tables())) == []
    return statements
