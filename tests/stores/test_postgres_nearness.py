"""PostgreSQL: what the graph over vectors finds, with filters and among long texts."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from simonides.domain.memory import Place, Scope
from simonides.stores.postgres.shelf import PostgresShelf
from simonides.stores.postgres.vectors.tuning import MEASURED
from simonides.stores.sql.store import SqlStore
from stores.made import IDENTITY, NOW, Vectors, memory, unit_vectors
from support.postgres import Server

pytestmark = pytest.mark.long

ROWS = 2_000
WALKING = replace(MEASURED, exact_rows=60, exact_share=0.0)
"""As if a few dozen were many."""


def clustered(count: int, seed: int) -> Vectors:
    centres = unit_vectors(40, seed=99)
    rows = centres[np.random.default_rng(seed).integers(40, size=count)] + 0.5 * unit_vectors(count, seed)
    unit: Vectors = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float16).astype(np.float32)
    return unit


@pytest.fixture(scope="module")
def filled(postgres: Server) -> Iterator[tuple[SqlStore, list[int]]]:
    store = PostgresShelf(postgres.new_database(), lambda: NOW, WALKING).create("near", "", NOW)
    store.claim(IDENTITY)
    places = [Place(f"wing {number % 10}", f"room {number % 100}") for number in range(ROWS)]
    with store.writing():
        keys = store.memories.add([memory(f"m{number}", place=place) for number, place in enumerate(places)])
        store.search.put(dict(zip(keys, clustered(ROWS, seed=1)[:, None, :], strict=True)))
    store.tend()
    yield store, keys
    store.close()


@pytest.mark.requirement("postgres-recall")
@pytest.mark.parametrize(("scope", "step"), [(Scope(), 1), (Scope(wing="wing 3"), 10), (Scope(room="room 3"), 100)])
def test_the_nearest_are_found_whatever_share_a_scope_leaves(filled: tuple[SqlStore, list[int]], scope: Scope, step: int) -> None:
    store, keys = filled
    vectors = clustered(ROWS, seed=1)
    inside = np.arange(0 if step == 1 else 3, ROWS, step)
    recalls = []

    for question in clustered(20, seed=2):
        order = np.argsort(-(vectors[inside] @ question), kind="stable")[:10]
        found = store.search.nearest(question[None, :], scope, limit=10)
        recalls.append(len({keys[inside[index]] for index in order} & set(found.keys.tolist())) / len(order))
        assert found.cosines.tolist() == sorted(found.cosines.tolist(), reverse=True)

    assert np.mean(recalls) >= 0.97


def test_the_graph_tells_how_near_things_are_at_large_as_comparing_all_does(filled: tuple[SqlStore, list[int]]) -> None:
    store, _ = filled
    exact = clustered(ROWS, seed=1) @ clustered(1, seed=2)[0]

    found = store.search.nearest(clustered(1, seed=2), limit=5)

    assert found.mean == pytest.approx(float(exact.mean()), abs=0.05)
    assert found.deviation == pytest.approx(float(exact.std()), rel=0.25)


def test_a_text_with_very_many_vectors_does_not_crowd_out_others(database_url: str) -> None:
    store = PostgresShelf(database_url, lambda: NOW, WALKING).create("crowd", "", NOW)
    store.claim(IDENTITY)
    near = unit_vectors(1)
    (long, *others) = store.memories.add([memory(f"m{number}") for number in range(80)])
    many = near + 0.01 * unit_vectors(300, seed=1)
    store.search.put({long: many, **{key: unit_vectors(1, seed=key) for key in others}})
    store.tend()

    found = store.search.nearest(near, limit=10)

    assert found.keys[0] == long
    assert len(set(found.keys.tolist())) == 10
    store.close()


def test_a_search_inside_of_a_transaction_leaves_its_settings_alone(filled: tuple[SqlStore, list[int]]) -> None:
    store, _ = filled

    with store.writing():
        store.memories.add([memory("inside")])
        store.search.nearest(unit_vectors(1), limit=3)
        after = store.database.row("SELECT current_setting('enable_sort'), current_setting('hnsw.iterative_scan')")
        store.memories.delete("inside")

    assert after == ("on", "off")
