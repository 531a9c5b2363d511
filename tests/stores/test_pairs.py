"""Pairs of similar vectors: what the quick comparison finds, checked against the plain one."""

import numpy as np
import pytest

from simonides.ports.nodes import Alike
from simonides.stores.sql.vectors import pairs
from simonides.stores.sql.vectors.kernels import byte_codes
from stores.made import Vectors, unit_vectors


def alike(vectors: Vectors, per_thing: int, score_min: float) -> Alike:
    return pairs.alike_pairs(np.arange(len(vectors)) + 100, byte_codes(vectors), per_thing, score_min)


def clustered(count: int, centres: int, noise: float) -> Vectors:
    vectors = unit_vectors(centres, seed=1)[np.arange(count) % centres] + noise * unit_vectors(count, seed=2)
    unit: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit


def plain(vectors: Vectors, score_min: float) -> dict[tuple[int, int], float]:
    cosines = vectors @ vectors.T
    rows, columns = np.nonzero(np.triu(cosines, 1) >= score_min)
    return {(int(a) + 100, int(b) + 100): float(cosines[a, b]) for a, b in zip(rows, columns, strict=True)}


def found(pairs_found: Alike) -> dict[tuple[int, int], float]:
    rows = zip(pairs_found.first.tolist(), pairs_found.second.tolist(), pairs_found.cosines.tolist(), strict=True)
    return {(first, second): cosine for first, second, cosine in rows}


def test_all_pairs_of_a_small_set_are_found_best_first() -> None:
    vectors = clustered(40, 8, 0.4)

    best = alike(vectors, 40, 0.8)

    truth, pairs_found = plain(vectors, 0.82), found(best)
    assert truth.keys() <= pairs_found.keys()
    assert all(pairs_found[pair] == pytest.approx(cosine, abs=0.02) for pair, cosine in truth.items())
    assert best.cosines.tolist() == sorted(best.cosines.tolist(), reverse=True)
    assert all(first < second for first, second in pairs_found)


def test_neighbourhoods_hold_nearly_all_pairs_of_a_large_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "_EXACT_MAX", 100)
    vectors = clustered(2_000, 250, 0.5)

    quick = found(alike(vectors, 20, 0.85))

    truth = plain(vectors, 0.85)
    assert len(truth) > 1_000
    assert len(truth.keys() & quick.keys()) >= 0.95 * len(truth)


def test_a_thousand_copies_do_not_take_all_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "_EXACT_MAX", 100)
    monkeypatch.setattr(pairs, "_NEIGHBOURHOOD_MAX", 64)
    vectors = np.concatenate([np.repeat(unit_vectors(1), 1_000, axis=0), unit_vectors(50, seed=3)])

    best = alike(vectors, 5, 0.9)

    assert 0 < len(best.cosines) <= 1_050 * 5
    assert alike(vectors[:1], 5, 0.9).first.tolist() == []
