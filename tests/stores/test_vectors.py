"""Vectors: the nearest memories, exactly, whichever process wrote them."""

import numpy as np
import pytest

from simonides.domain.errors import EmbedderMismatch, StoreFailure
from simonides.domain.memory import Place, Scope
from simonides.ports.embedder import Identity
from simonides.ports.stores import Store
from stores.made import DIMS, IDENTITY, NOW, Vectors, memory, unit_vectors

COUNT = 60
LARGER = Identity("counted/1+second/1", DIMS)


def rounded(vectors: Vectors) -> Vectors:
    """As they are kept: sixteen bits, and of length one again."""
    kept = vectors.astype(np.float16).astype(np.float32)
    unit: Vectors = kept / np.linalg.norm(kept, axis=1, keepdims=True)
    return unit


def by_force(vectors: dict[int, Vectors], question: Vectors, limit: int) -> list[int]:
    best = {key: float((rounded(rows) @ question.T).max()) for key, rows in vectors.items()}
    return sorted(best, key=lambda key: -best[key])[:limit]


@pytest.fixture
def vectors(store: Store) -> dict[int, Vectors]:
    """Memories with one to three vectors each, in two wings."""
    store.claim(IDENTITY)
    keys = store.memories.add([memory(str(number), place=Place(f"w{number % 2}", "room")) for number in range(COUNT)])
    made = {key: unit_vectors(1 + key % 3, seed=key) for key in keys}
    store.search.put(made)
    return made


@pytest.mark.parametrize("question", [unit_vectors(1, seed=9_000_000), unit_vectors(3, seed=9_000_001)])
@pytest.mark.parametrize("limit", [1, 10, 100])
def test_the_nearest_are_those_found_by_force(store: Store, vectors: dict[int, Vectors], question: Vectors, limit: int) -> None:
    nearest = store.search.nearest(question, limit=limit)

    assert nearest.keys.tolist() == by_force(vectors, question, limit)
    expected = [float((rounded(vectors[key]) @ question.T).max()) for key in nearest.keys.tolist()]
    np.testing.assert_allclose(nearest.cosines, expected, atol=1e-5)


def test_the_nearest_are_looked_for_in_scope(store: Store, vectors: dict[int, Vectors]) -> None:
    question = unit_vectors(1, seed=9_000_000)
    inside = {key: rows for key, rows in vectors.items() if store.memories.at([key])[key].place.wing == "w1"}

    assert store.search.nearest(question, Scope(wing="w1")).keys.tolist() == by_force(inside, question, 10)


def test_near_are_those_of_the_nearest_that_reach_a_cosine(store: Store, vectors: dict[int, Vectors]) -> None:
    question = unit_vectors(1, seed=9_000_000)
    nearest = store.search.nearest(question, limit=10)

    for cosine_min in (-1.0, *(float(cosine) - 1e-4 for cosine in nearest.cosines), float(nearest.cosines[0]) + 0.1):
        assert store.search.near(question, cosine_min, 10) == nearest.keys[nearest.cosines >= cosine_min].tolist()
    assert store.search.near(question, -1.0, 3) == nearest.keys[:3].tolist()


def test_mean_and_deviation_tell_how_near_vectors_are_at_large(store: Store, vectors: dict[int, Vectors]) -> None:
    question = unit_vectors(1, seed=9_000_000)
    cosines = np.concatenate([rows @ question[0] for rows in vectors.values()])

    nearest = store.search.nearest(question, limit=1)

    assert nearest.mean == pytest.approx(cosines.mean(), abs=0.01)
    assert nearest.deviation == pytest.approx(cosines.std(), abs=0.01)


def test_deleted_and_ended_memories_are_no_neighbours(store: Store, vectors: dict[int, Vectors]) -> None:
    question = unit_vectors(1, seed=9_000_000)
    first, second, third = by_force(vectors, question, 3)
    names = {key: one.id for key, one in store.memories.at([first, second]).items()}
    store.search.nearest(question)

    store.memories.delete(names[first])
    store.memories.replace(memory(names[second], place=Place(f"w{int(names[second]) % 2}", "room"), ended_at=NOW))

    assert store.search.nearest(question, limit=1).keys.tolist() == [third]
    assert store.search.nearest(question, Scope(with_ended=True), limit=1).keys.tolist() == [second]


def test_new_vectors_take_the_place_of_older_ones(store: Store, vectors: dict[int, Vectors]) -> None:
    key, old = next(iter(vectors.items()))
    new = unit_vectors(2, seed=9_000_002)
    store.search.nearest(old[:1])

    store.search.put({key: new})

    np.testing.assert_array_equal(store.search.of([key])[key], new.astype(np.float16).astype(np.float32))
    assert store.search.nearest(new[1:], limit=1).keys.tolist() == [key]
    assert store.search.nearest(old[:1], limit=1).cosines[0] < 0.99
    assert list(store.check()) == []


def test_cosines_are_the_best_of_each_memory_and_nan_without_a_vector(store: Store, vectors: dict[int, Vectors]) -> None:
    (bare,) = store.memories.add([memory("bare")])
    question = unit_vectors(2, seed=9_000_000)
    keys = [*vectors][:5]

    cosines = store.search.cosines(question, [*keys, bare, 10_000])

    np.testing.assert_allclose(cosines[:5], [(rounded(vectors[key]) @ question.T).max() for key in keys], atol=1e-5)
    assert np.isnan(cosines[5:]).all()
    assert store.search.cosines(question, []).tolist() == []


def test_rough_cosines_are_near_the_exact_ones(store: Store, vectors: dict[int, Vectors]) -> None:
    (bare,) = store.memories.add([memory("bare")])
    question = unit_vectors(2, seed=9_000_000)
    keys = [10_000, *reversed(vectors), bare]

    rough, exact = store.search.cosines(question, keys, roughly=True), store.search.cosines(question, keys)

    np.testing.assert_allclose(rough, exact, atol=0.02)
    assert np.isnan(rough).tolist() == np.isnan(exact).tolist()
    assert store.search.cosines(question, [], roughly=True).tolist() == []


def test_rough_cosines_are_the_same_beside_a_search_for_the_nearest(store: Store, vectors: dict[int, Vectors]) -> None:
    question, keys = unit_vectors(2, seed=9_000_000), [10_000, *reversed(vectors)]
    alone = store.search.cosines(question, keys, roughly=True)

    with store.reading():
        store.search.nearest(unit_vectors(1, seed=5), limit=5)
        store.search.nearest(question, limit=5)
        beside = store.search.cosines(question, keys, roughly=True)

    assert beside.tobytes() == alone.tobytes()


def test_the_stack_holds_every_vector_of_what_is_asked_for(store: Store, vectors: dict[int, Vectors]) -> None:
    keys = [*reversed(vectors)][:7]

    stack = store.search.stack([*keys, 10_000])

    for index, key in enumerate(keys):
        np.testing.assert_allclose(stack.vectors[stack.owners == index], vectors[key], atol=0.02)
    assert len(stack.vectors) == sum(len(vectors[key]) for key in keys)


def test_a_vector_is_its_own_nearest_with_a_cosine_of_one(store: Store, vectors: dict[int, Vectors]) -> None:
    key, rows = next(iter(vectors.items()))

    assert store.search.nearest(rows[:1], limit=1).cosines[0] == pytest.approx(1.0, abs=1e-4)
    assert store.search.cosines(rows[:1], [key])[0] == pytest.approx(1.0, abs=1e-4)


def test_another_opening_of_the_palace_follows(store: Store, other: Store, vectors: dict[int, Vectors]) -> None:
    question = unit_vectors(1, seed=9_000_000)
    assert other.search.nearest(question).keys.tolist() == by_force(vectors, question, 10)

    (key,) = store.memories.add([memory("new")])
    store.search.put({key: question})

    assert other.search.nearest(question, limit=1).keys.tolist() == [key]


def test_rows_that_are_gone_are_passed_over(store: Store, vectors: dict[int, Vectors]) -> None:
    store.search.put({10_000: unit_vectors(1)})

    assert store.search.coverage() == (COUNT, COUNT)
    assert store.search.of([10_000]) == {}


def test_pending_are_those_without_a_vector_oldest_first_and_ended_too(store: Store) -> None:
    store.claim(IDENTITY)
    keys = store.memories.add([memory("a", "A"), memory("b", "B", ended_at=NOW), memory("c", "C")])
    store.search.put({keys[0]: unit_vectors(1)})

    assert store.search.pending(10) == [(keys[1], "B"), (keys[2], "C")]
    assert store.search.pending(1) == [(keys[1], "B")]
    assert store.search.coverage() == (1, 3)


def test_an_empty_palace_has_no_neighbours(store: Store) -> None:
    before_claim = store.search.nearest(unit_vectors(1))
    store.claim(IDENTITY)

    after_claim = store.search.nearest(unit_vectors(1))

    assert before_claim.keys.tolist() == after_claim.keys.tolist() == []
    assert (after_claim.mean, after_claim.deviation) == (0.0, 0.0)


def test_a_palace_keeps_the_embedder_that_claimed_it_first(store: Store, other: Store) -> None:
    assert store.identity() is None

    store.claim(IDENTITY)
    store.claim(IDENTITY)

    assert other.identity() == IDENTITY
    with pytest.raises(EmbedderMismatch) as caught:
        other.claim(Identity("another", DIMS))
    assert (caught.value.stored, caught.value.configured) == (str(IDENTITY), f"another ({DIMS}d)")


def test_vectors_of_another_size_or_of_nobody_are_refused(store: Store) -> None:
    (key,) = store.memories.add([memory("m")])
    with pytest.raises(StoreFailure):
        store.search.put({key: unit_vectors(1)})
    store.claim(IDENTITY)

    with pytest.raises(EmbedderMismatch):
        store.search.put({key: unit_vectors(1, dims=DIMS + 1)})
    with pytest.raises(EmbedderMismatch):
        store.search.nearest(unit_vectors(1, dims=DIMS + 1))

    assert store.search.coverage() == (0, 1)


def test_forgetting_vectors_makes_everything_pending_for_the_next_embedder(
    store: Store, other: Store, vectors: dict[int, Vectors]
) -> None:
    other.search.nearest(unit_vectors(1))
    smaller = Identity("smaller", 10)

    store.search.forget_vectors(smaller)

    assert store.identity() == smaller
    assert store.search.coverage() == (0, COUNT)
    key = store.search.pending(1)[0][0]
    store.search.put({key: unit_vectors(1, dims=10)})
    assert other.search.nearest(unit_vectors(1, dims=10)).keys.tolist() == [key]
    assert list(store.check()) == []


def test_an_embedder_that_continues_may_put_vectors_and_changes_no_note(store: Store, other: Store) -> None:
    store.claim(IDENTITY)

    other.claim(LARGER)

    assert store.identity() == IDENTITY
    with pytest.raises(EmbedderMismatch):
        store.claim(Identity("others/1", DIMS))


def test_renewing_drops_what_is_outdated_and_keeps_the_rest(store: Store, other: Store) -> None:
    store.claim(IDENTITY)
    kept, dropped, bare = store.memories.add([memory("1", "kept"), memory("2", "outdated"), memory("3", "outdated too")])
    vectors = unit_vectors(2, seed=7)
    store.search.put({kept: vectors[:1], dropped: vectors[1:]})
    other.search.nearest(vectors[1:], limit=1)

    count = store.renew_vectors(LARGER, lambda text: "outdated" in text)

    assert (count, store.identity(), store.search.coverage()) == (1, LARGER, (1, 3))
    assert [key for key, _ in store.search.pending(10)] == [dropped, bare]
    assert store.search.nearest(vectors[1:], limit=10).keys.tolist() == [kept]
    assert other.search.nearest(vectors[1:], limit=10).keys.tolist() == [kept]
    assert list(store.check()) == []


def test_renewing_goes_through_all_memories(store: Store) -> None:
    store.claim(IDENTITY)
    keys = store.memories.add([memory(str(number), f"text {number % 2}") for number in range(1_200)])
    store.search.put({key: unit_vectors(1, seed=key) for key in keys})

    count = store.renew_vectors(LARGER, lambda text: text == "text 1")

    assert (count, store.search.coverage()) == (600, (600, 1_200))
