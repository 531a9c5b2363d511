"""How alike the best hits are: over all windows of usual texts, and over the first of a book."""

import tracemalloc

import numpy as np

from simonides.domain.ranking.candidates import Stack
from simonides.engine.search.comparison import WINDOWS_MAX, likeness_of


def stack(*windows: int, dimensions: int = 8) -> Stack:
    """Vectors of memories, in no order, each memory with so many of them."""
    chance = np.random.default_rng(1)
    owners = chance.permutation(np.repeat(np.arange(len(windows)), windows))
    vectors = chance.standard_normal((len(owners), dimensions)).astype(np.float32)
    return Stack(owners, vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def test_two_memories_are_as_alike_as_their_nearest_vectors() -> None:
    of = stack(3, 0, 1, WINDOWS_MAX)

    likeness = likeness_of(of, 4)

    for one in range(4):
        for other in range(4):
            products = of.vectors[of.owners == one] @ of.vectors[of.owners == other].T
            assert np.isclose(likeness[one, other], products.max() if products.size else -1)


def test_without_any_vector_nothing_is_alike() -> None:
    assert likeness_of(Stack(np.zeros(0, np.intp), np.zeros((0, 0), np.float32)), 2).tolist() == [[-1, -1], [-1, -1]]


def test_books_are_compared_in_little_memory() -> None:
    books = stack(*[2_000] * 5)
    tracemalloc.start()

    likeness_of(books, 5)

    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10_000 * 10_000 * 4 / 10
