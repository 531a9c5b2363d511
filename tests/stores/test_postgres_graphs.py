"""PostgreSQL: graphs over vectors are made after the vectors, once a palace is large, and again where they are missing."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from simonides.stores.postgres.connection.literals import lock_key
from simonides.stores.postgres.shelf import PostgresShelf
from simonides.stores.postgres.vectors.graphs import graph_name
from simonides.stores.postgres.vectors.tuning import MEASURED
from simonides.stores.sql.store import SqlStore
from stores.made import DIMS, IDENTITY, NOW, memory, unit_vectors
from support.postgres import ROLE, Server

MANY = 20
EARLY = replace(MEASURED, exact_rows=MANY, exact_share=0.0)
"""As if a few were many."""
GRAPH = graph_name("vectors", DIMS)
_IS_VALID = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%(graph)s)"


@pytest.fixture(scope="module")
def own_url(postgres: Server) -> Iterator[str]:
    """A database that other tests do not use."""
    url = postgres.new_database()
    yield url
    postgres.drop_database(url)


@pytest.fixture
def store(own_url: str, postgres: Server) -> Iterator[SqlStore]:
    shelf = PostgresShelf(own_url, lambda: NOW, EARLY)
    store = shelf.create("p", "", NOW)
    store.claim(IDENTITY)
    yield store
    store.close()
    shelf.delete("p")
    with postgres.administrator(own_url.rpartition("/")[2]) as administrator:
        administrator.execute(f"DROP INDEX IF EXISTS {GRAPH}")


def put(store: SqlStore, count: int, name: str = "m") -> list[int]:
    keys = store.memories.add([memory(f"{name}{number}") for number in range(count)])
    store.search.put({key: unit_vectors(1, seed=number) for number, key in enumerate(keys)})
    return keys


def is_valid(store: SqlStore) -> bool | None:
    """Whether the graph can be used; None when there is none."""
    row = store.database.row(_IS_VALID, {"graph": GRAPH})
    return None if row is None else bool(row[0])


def test_a_graph_is_made_once_it_is_used_and_most_vectors_are_there(store: SqlStore) -> None:
    keys = put(store, MANY)
    few = (store.tend(), is_valid(store))
    waiting = store.memories.add([memory(f"waiting {number}") for number in range(MANY)])
    store.search.put({waiting[0]: unit_vectors(1, seed=100)})
    half = (store.tend(), is_valid(store))
    store.search.put({key: unit_vectors(1, seed=100 + key) for key in waiting})

    before = store.search.nearest(unit_vectors(1, seed=3), limit=5)
    is_missed = not store.is_tended()
    with store.writing():
        inside = (store.tend(), is_valid(store))
    made = (store.tend(), is_valid(store))
    after = store.search.nearest(unit_vectors(1, seed=3), limit=5)

    assert (few, half, inside, made) == ((False, None), (False, None), (False, None), (True, True))
    assert (is_missed, store.is_tended()) == (True, True)
    assert store.tend() is False
    assert before.keys[0] == after.keys[0] == keys[3]
    assert before.keys.tolist() == after.keys.tolist()


def test_a_graph_whose_making_was_interrupted_is_not_walked_and_is_made_again(
    store: SqlStore, postgres: Server, own_url: str
) -> None:
    keys = put(store, MANY + 1)
    store.tend()
    with postgres.administrator(own_url.rpartition("/")[2]) as administrator:
        administrator.execute(f"UPDATE pg_index SET indisvalid = false WHERE indexrelid = '{GRAPH}'::regclass")  # noqa: S608

    assert store.search.nearest(unit_vectors(1, seed=3), limit=1).keys.tolist() == [keys[3]]
    assert (is_valid(store), store.tend(), is_valid(store)) == (False, True, True)


def test_one_process_at_a_time_makes_graphs(store: SqlStore, postgres: Server, own_url: str) -> None:
    put(store, MANY + 1)

    with postgres.administrator(own_url.rpartition("/")[2]) as other:
        other.execute("SELECT pg_advisory_lock(%s)", (lock_key("graphs"),))
        assert store.tend() is False
        other.execute("SELECT pg_advisory_unlock(%s)", (lock_key("graphs"),))
        assert store.tend() is True

    assert is_valid(store)


def test_a_load_larger_than_what_is_there_is_put_without_the_graph(store: SqlStore) -> None:
    put(store, 3 * MANY)
    store.tend()
    with store.database.set_aside() as connection:  # type: ignore[attr-defined]
        connection.execute("ANALYZE vectors")

    store.expect_vectors(MANY)
    few = is_valid(store)
    store.expect_vectors(MANY + 1)
    fewer_than_half = is_valid(store)
    store.expect_vectors(2 * MANY)
    many = is_valid(store)
    keys = put(store, 2 * MANY, "more")

    assert (few, fewer_than_half, many) == (True, True, None)
    assert set(store.search.nearest(unit_vectors(1, seed=3), limit=2).keys.tolist()) >= {keys[3]}
    assert (store.tend(), is_valid(store)) == (True, True)


def test_a_role_that_owns_no_table_makes_no_graph(store: SqlStore, postgres: Server, own_url: str) -> None:
    with postgres.administrator(own_url.rpartition("/")[2]) as administrator:
        administrator.execute("ALTER TABLE vectors OWNER TO postgres")
        administrator.execute(f"GRANT ALL ON vectors TO {ROLE}")
        keys = put(store, MANY + 1)

        made = (store.tend(), is_valid(store))
        found = store.search.nearest(unit_vectors(1, seed=3), limit=1)

        administrator.execute(f"ALTER TABLE vectors OWNER TO {ROLE}")
    assert made == (False, None)
    assert found.keys.tolist() == [keys[3]]


def test_a_graph_is_made_while_this_process_holds_a_lease(store: SqlStore) -> None:
    put(store, MANY + 1)

    with store.lease("embedding") as is_ours:
        made = store.tend()

    assert (is_ours, made) == (True, True)
