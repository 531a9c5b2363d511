"""Which pairs does the quick comparison find, beside the plain one?"""

from pathlib import Path

import numpy as np
import pytest

from simonides.ports.nodes import Alike
from simonides.stores.sqlite import pairs
from simonides.stores.sqlite.columns import Columns
from simonides.stores.sqlite.shelf import SqliteShelf
from simonides.stores.sqlite.snapshot import Snapshot, VectorRows
from simonides.stores.sqlite.tuning import Tuning
from stores.made import DIMS, NOW, Vectors, entity, unit_vectors
from stores.test_observations import embed, make_nodes

NONE = VectorRows.with_capacity(0, DIMS)


def snapshot(vectors: Vectors) -> Snapshot:
    keys = np.arange(len(vectors))
    head = VectorRows.with_capacity(len(vectors), DIMS).extended(keys, keys + 100, vectors)
    return Snapshot(1, Columns.with_capacity(len(vectors) + 101), head, NONE, np.ones(len(vectors), np.bool_))


def clustered(count: int, centres: int, noise: float) -> Vectors:
    vectors = unit_vectors(centres, seed=1)[np.arange(count) % centres] + noise * unit_vectors(count, seed=2)
    unit: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit


def plain(vectors: Vectors, score_min: float) -> dict[tuple[int, int], float]:
    cosines = vectors @ vectors.T
    rows, columns = np.nonzero(np.triu(cosines, 1) >= score_min)
    return {(int(a) + 100, int(b) + 100): float(cosines[a, b]) for a, b in zip(rows, columns, strict=True)}


def found(alike: Alike) -> dict[tuple[int, int], float]:
    rows = zip(alike.first.tolist(), alike.second.tolist(), alike.cosines.tolist(), strict=True)
    return {(first, second): cosine for first, second, cosine in rows}


def test_all_pairs_of_a_small_set_are_found_best_first() -> None:
    vectors = clustered(40, 8, 0.4)

    alike = pairs.alike_pairs(snapshot(vectors), 40, 0.8)

    truth, pairs_found = plain(vectors, 0.82), found(alike)
    assert truth.keys() <= pairs_found.keys()
    assert all(pairs_found[pair] == pytest.approx(cosine, abs=0.02) for pair, cosine in truth.items())
    assert alike.cosines.tolist() == sorted(alike.cosines.tolist(), reverse=True)
    assert all(first < second for first, second in pairs_found)


def test_neighbourhoods_hold_nearly_all_pairs_of_a_large_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "_EXACT_MAX", 100)
    vectors = clustered(2_000, 250, 0.5)

    quick = found(pairs.alike_pairs(snapshot(vectors), 20, 0.85))

    truth = plain(vectors, 0.85)
    assert len(truth) > 1_000
    assert len(truth.keys() & quick.keys()) >= 0.95 * len(truth)


def test_a_thousand_copies_do_not_take_all_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "_EXACT_MAX", 100)
    monkeypatch.setattr(pairs, "_NEIGHBOURHOOD_MAX", 64)
    vectors = np.concatenate([np.repeat(unit_vectors(1), 1_000, axis=0), unit_vectors(50, seed=3)])

    alike = pairs.alike_pairs(snapshot(vectors), 5, 0.9)

    assert 0 < len(alike.cosines) <= 1_050 * 5
    assert pairs.alike_pairs(snapshot(vectors[:1]), 5, 0.9).first.tolist() == []


def test_indexes_of_observations_are_kept_in_files_of_their_own(tmp_path: Path) -> None:
    shelf = SqliteShelf(tmp_path, lambda: NOW, Tuning(exact_rows=8, sign_candidates=20, sidecar_rows=10))
    store = shelf.create("test", "", NOW)
    [node] = make_nodes(store, "a")
    written = store.observations.add(node, [f"text {number}" for number in range(50)], NOW)
    vectors = unit_vectors(50)
    embed(store, written, vectors)
    first = store.perspectives.nearest(2, vectors[7:8], 3)
    store.close()

    again = shelf.open("test")
    second = again.perspectives.nearest(2, vectors[7:8], 3)
    again.graph.add_entity(entity("later"))

    assert first.keys.tolist() == second.keys.tolist()
    assert first.keys[0] == written[7].key
    assert [path.name for path in again.info.path.glob("*.cache")] == ["observations.2.cache"]
    again.close()
