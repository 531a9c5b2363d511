"""SQLite: loaded vectors follow the log, and a shared cache file is verified before use."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from simonides.domain.memory import Place, Scope
from simonides.stores.sql.store import SqlStore
from simonides.stores.sql.vectors import kernels
from simonides.stores.sqlite.shelf import SqliteShelf
from simonides.stores.sqlite.vectors import cache, loading
from simonides.stores.sqlite.vectors.tuning import Tuning
from stores.made import IDENTITY, NOW, Vectors, entity, memory, unit_vectors
from stores.test_observations import embed, make_nodes

SMALL = Tuning(exact_rows=50, sign_candidates=120, rescored=20, sample=40, sidecar_rows=100, tail_rows=30)
COUNT = 400


@pytest.fixture
def shelf(tmp_path: Path) -> SqliteShelf:
    return SqliteShelf(tmp_path, tuning=SMALL)


@pytest.fixture
def store(shelf: SqliteShelf) -> Iterator[SqlStore]:
    store = shelf.create("p", "", NOW)
    store.claim(IDENTITY)
    fill(store, COUNT)
    yield store
    store.close()


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often everything was read from the database."""
    counted: list[int] = []
    load = loading.load

    def counting(*arguments: object) -> object:
        counted.append(1)
        return load(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(cache, "load", counting)
    return counted


def fill(store: SqlStore, count: int, prefix: str = "m") -> list[int]:
    keys = store.memories.add([memory(f"{prefix}{number}", place=Place(f"w{number % 4}", "r")) for number in range(count)])
    rows = clustered(count, seed=len(prefix))
    store.search.put({key: rows[index : index + 1] for index, key in enumerate(keys)})
    return keys


def clustered(count: int, seed: int) -> Vectors:
    """Vectors with near neighbours, as real ones have."""
    noise = unit_vectors(count, seed=seed + 50)
    rows = unit_vectors(20, seed=7)[np.arange(count) % 20] + 0.5 * noise
    unit: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


def by_force(store: SqlStore, question: Vectors, scope: Scope, limit: int = 10) -> list[int]:
    keys = [store.memories.key_of(one.id) for one in store.memories.page(scope, limit=10_000)]
    cosines = store.search.cosines(question, keys)
    order = sorted((-cosine, key) for cosine, key in zip(cosines.tolist(), keys, strict=True) if not np.isnan(cosine))
    return [key for _, key in order[:limit]]


def recall(store: SqlStore, scope: Scope) -> float:
    questions = clustered(20, seed=3)
    shares = []
    for index in range(len(questions)):
        question = questions[index : index + 1]
        expected = by_force(store, question, scope)
        shares.append(len(set(expected) & set(store.search.nearest(question, scope).keys.tolist())) / len(expected))
    return float(np.mean(shares))


@pytest.mark.parametrize("scope", [Scope(), Scope(wing="w1"), Scope(since=NOW), Scope(with_ended=True)])
def test_the_two_stage_search_finds_what_force_finds(store: SqlStore, scope: Scope) -> None:
    assert recall(store, scope) >= 0.99


def test_plain_numpy_finds_the_same(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    question = clustered(1, seed=3)
    fast = store.search.nearest(question, limit=20)

    monkeypatch.setattr(kernels, "simsimd", None)

    slow = store.search.nearest(question, limit=20)
    assert slow.keys.tolist() == fast.keys.tolist()
    assert (slow.mean, slow.deviation) == pytest.approx((fast.mean, fast.deviation), abs=1e-4)


def test_the_kernels_agree_with_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    (codes, _), (asked, _) = kernels.byte_codes(unit_vectors(50, dims=21)), kernels.byte_codes(unit_vectors(3, seed=5, dims=21))
    fast = kernels.dots(asked, codes)

    monkeypatch.setattr(kernels, "simsimd", None)

    np.testing.assert_array_equal(kernels.dots(asked, codes), fast)


@pytest.mark.parametrize("dims", [8, 21, 64, 130])
def test_signs_are_compared_one_by_one(dims: int) -> None:
    rows, question = unit_vectors(50, dims=dims), unit_vectors(3, seed=5, dims=dims)

    found = kernels.hamming(kernels.sign_codes(question), kernels.sign_codes(rows))

    assert found.tolist() == [min(int(((row > 0) != (one > 0)).sum()) for one in question) for row in rows]


@pytest.mark.parametrize(("size", "wanted"), [(50, 1), (50, 17), (50, 49), (50, 50), (50, 80), (9_000, 20), (9_000, 5_000)])
@pytest.mark.parametrize("sampled", [0, 5, 30])
def test_counting_chooses_the_smallest(size: int, wanted: int, sampled: int) -> None:
    distances = np.random.default_rng(0).integers(0, 30, size).astype(np.uint16)
    # What the sample shows may be nothing like the rest.
    distances[::64] = sampled

    chosen = kernels.nearest_by_count(distances, wanted)

    assert len(set(chosen.tolist())) == min(wanted, size)
    assert sorted(distances[chosen].tolist()) == sorted(distances.tolist())[:wanted]


def test_a_memory_with_very_many_vectors_does_not_crowd_out_others(store: SqlStore) -> None:
    question = clustered(1, seed=3)
    near = question + 0.05 * unit_vectors(300, seed=8)
    (key,) = store.memories.add([memory("long")])
    store.search.put({key: (near / np.linalg.norm(near, axis=1, keepdims=True)).astype(np.float32)})

    found = store.search.nearest(question, limit=5)

    assert found.keys[0] == key
    assert len(found.keys) == 5


def test_the_cache_follows_without_loading_again(store: SqlStore, loads: list[int]) -> None:
    question = clustered(1, seed=3)
    store.search.nearest(question)

    for round_number in range(8):
        fill(store, 12, prefix=f"round{round_number}-")
        store.memories.delete(f"m{round_number}")
        store.memories.replace(memory(f"m{round_number + 50}", place=Place("moved", "r")))
        assert store.search.nearest(question).keys.tolist() == by_force(store, question, Scope())

    assert store.search.nearest(question, Scope(wing="moved"), limit=50).keys.size == 8
    assert len(loads) == 1


def test_the_file_saves_loading(store: SqlStore, shelf: SqliteShelf, loads: list[int]) -> None:
    question = clustered(1, seed=3)
    expected = store.search.nearest(question)
    assert (Path(store.info.where) / "vectors.cache").stat().st_mode & 0o777 == 0o600

    store.memories.delete(f"m{COUNT - 1}")
    again = shelf.open("p")

    np.testing.assert_allclose(again.search.nearest(question, limit=5).cosines, expected.cosines[:5], atol=1e-6)
    assert again.search.nearest(question).keys.tolist() == by_force(store, question, Scope())
    assert len(loads) == 1
    again.close()


def test_what_a_killed_writer_has_left_goes_with_the_next_writing(store: SqlStore) -> None:
    folder = Path(store.info.where)
    left, begun = folder / "vectors.cache.4711.0a0b0c0d", folder / "vectors.cache.4712.0a0b0c0d"
    for path in (left, begun):
        path.write_bytes(bytes(1000))
    os.utime(left, (0, 0))

    recall(store, Scope())

    assert sorted(path.name for path in folder.glob("vectors.cache*")) == ["vectors.cache", begun.name]


def test_the_file_is_written_again_at_the_end_when_much_was_added(store: SqlStore, shelf: SqliteShelf, loads: list[int]) -> None:
    question = clustered(1, seed=3)
    store.search.nearest(question)
    before = (Path(store.info.where) / "vectors.cache").stat().st_size
    fill(store, COUNT, prefix="more")
    expected = store.search.nearest(question).keys.tolist()
    path = Path(store.info.where)

    store.close()

    assert (path / "vectors.cache").stat().st_size > 1.5 * before
    again = shelf.open("p")
    assert again.search.nearest(question).keys.tolist() == expected
    assert len(loads) == 1
    again.close()


@pytest.mark.parametrize("kept", [0, 5, 100, 4_096, -1, -100])
def test_a_torn_file_is_passed_over(store: SqlStore, shelf: SqliteShelf, loads: list[int], kept: int) -> None:
    question = clustered(1, seed=3)
    expected = store.search.nearest(question).keys.tolist()
    path = Path(store.info.where) / "vectors.cache"
    whole = path.read_bytes()
    path.unlink()
    path.write_bytes(whole[:kept])

    again = shelf.open("p")

    assert again.search.nearest(question).keys.tolist() == expected
    assert len(loads) == 2
    again.close()


def test_a_file_from_another_history_is_passed_over(store: SqlStore, shelf: SqliteShelf, loads: list[int]) -> None:
    question = clustered(1, seed=3)
    store.search.nearest(question)
    with store._database.writing():
        store._database.change("UPDATE changes SET at = at + 1")

    again = shelf.open("p")

    assert again.search.nearest(question).keys.tolist() == by_force(store, question, Scope())
    assert len(loads) == 2
    again.close()


def test_a_file_older_than_the_log_is_passed_over(store: SqlStore, shelf: SqliteShelf) -> None:
    question = clustered(1, seed=3)
    store.search.nearest(question)
    fill(store, 10, prefix="late")
    store.memories.delete("m0")
    store.changes.trim(keep=1)

    again = shelf.open("p")

    assert again.search.nearest(question).keys.tolist() == by_force(store, question, Scope())
    again.close()


def test_a_lexical_answer_does_not_wait_for_vectors_to_load(store: SqlStore, shelf: SqliteShelf, loads: list[int]) -> None:
    again = shelf.open("p")

    matches = again.search.matches(["text"], Scope(wing="w1"))

    assert len(matches.keys) == COUNT // 4
    assert set(matches.lengths.tolist()) == {1}
    assert loads == []
    again.close()


def test_common_words_are_skipped_when_the_budget_is_spent(tmp_path: Path) -> None:
    store = SqliteShelf(tmp_path, tuning=Tuning(posting_budget=10, posting_cap=20)).create("p", "", NOW)
    store.memories.add([memory(str(number), "common" if number else "common rare") for number in range(40)])

    both = store.search.matches(["common", "rare", "common"])
    alone = store.search.matches(["common"])

    assert (both.skipped, both.keys.tolist()) == ((0, 2), [1])
    assert both.frequencies.tolist() == [40, 1, 40]
    assert (alone.skipped, len(alone.keys)) == ((), 20)
    store.close()


def test_a_common_word_is_found_beside_words_that_no_text_holds(tmp_path: Path) -> None:
    store = SqliteShelf(tmp_path, tuning=Tuning(posting_budget=10, posting_cap=20)).create("p", "", NOW)
    store.memories.add([memory(str(number), "common") for number in range(40)])

    matches = store.search.matches(["absent", "common", "missing"])

    assert (matches.skipped, len(matches.keys)) == ((), 20)
    store.close()


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
    assert [path.name for path in Path(again.info.where).glob("*.cache")] == ["observations.2.cache"]
    again.close()


def test_a_place_that_came_after_a_threads_transaction_began_is_no_failure(store: SqlStore) -> None:
    """The columns are shared by all threads; another one may have moved them on."""
    question = unit_vectors(1)

    def file_elsewhere() -> None:
        store.memories.add([memory("later", place=Place("other", "later"))])
        store.search.nearest(question, Scope(wing="other"), 5)

    with store.database.reading():
        store.memories.count()
        thread = threading.Thread(target=file_elsewhere)
        thread.start()
        thread.join()
        found = store.search.nearest(question, Scope(wing="w1"), 5)

    assert len(found.keys) == 5
