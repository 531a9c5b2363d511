from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import pytest
from numpy.typing import NDArray

from simonides.embedders.caching import CachingEmbedder
from simonides.embedders.hashing import HashingEmbedder
from simonides.ports.embedder import CacheStatistics

if TYPE_CHECKING:
    from simonides.ports.embedder import Embedder


class Noting(HashingEmbedder):
    """The hashing embedder, noting what it is asked for; a text of `long` has many vectors."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def embed_texts(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        return [np.repeat(self.embed_question(text), 9 if text == "long" else 1, axis=0) for text in texts]

    def embed_question(self, text: str) -> NDArray[np.float32]:
        self.asked.append(text)
        return super().embed_question(text)


def test_a_question_asked_again_is_not_embedded_again() -> None:
    inner = Noting()
    embedder: Embedder = CachingEmbedder(inner)

    first = embedder.embed_question("where is the key?")
    second = embedder.embed_question("where is the key?")

    assert inner.asked == ["where is the key?"]
    assert np.array_equal(first, second)


def test_only_new_texts_are_embedded_and_all_come_in_order() -> None:
    inner = Noting()
    embedder = CachingEmbedder(inner)
    embedder.embed_texts(["b"])

    made = embedder.embed_texts(["apple", "b", "cherry", "apple"])

    assert inner.asked == ["b", "apple", "cherry"]
    for text, vectors in zip(["apple", "b", "cherry", "apple"], made, strict=True):
        assert np.array_equal(vectors, HashingEmbedder().embed_question(text))


def test_questions_and_texts_are_kept_apart() -> None:
    inner = Noting()
    embedder = CachingEmbedder(inner)

    embedder.embed_texts(["same words"])
    embedder.embed_question("same words")

    assert inner.asked == ["same words", "same words"]


def test_statistics_count_hits_misses_and_entries() -> None:
    embedder = CachingEmbedder(HashingEmbedder())

    embedder.embed_question("one")
    embedder.embed_question("one")
    embedder.embed_texts(["one", "two", "two"])

    assert embedder.statistics == CacheStatistics(hits=1, misses=3, size=3)


def test_the_least_recently_used_entry_leaves_first() -> None:
    inner = Noting()
    embedder = CachingEmbedder(inner, questions_max=2)

    for text in ["one", "two", "one", "three", "one", "two"]:
        embedder.embed_question(text)

    assert inner.asked == ["one", "two", "three", "two"]
    assert embedder.statistics.size == 2


def test_a_text_of_many_vectors_is_not_kept() -> None:
    embedder = CachingEmbedder(Noting())

    made = embedder.embed_texts(["long"])

    assert len(made[0]) == 9
    assert embedder.statistics.size == 0


def test_what_is_handed_out_cannot_be_written_into() -> None:
    vectors = CachingEmbedder(HashingEmbedder()).embed_question("mine")

    with pytest.raises(ValueError, match="read-only"):
        vectors[0, 0] = 5


def test_identity_and_state_are_the_inner_ones() -> None:
    inner = HashingEmbedder(dimensions=8)
    embedder = CachingEmbedder(inner)
    embedder.warm_up()

    assert (embedder.identity, embedder.state, embedder.wait(0)) == (inner.identity, "ready", True)


def test_many_threads_leave_a_bounded_cache_and_right_vectors() -> None:
    embedder = CachingEmbedder(HashingEmbedder(), questions_max=5)
    texts = [f"question {number % 11}" for number in range(400)]

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(embedder.embed_question, texts))

    assert all(np.array_equal(vectors, HashingEmbedder().embed_question(text)) for text, vectors in zip(texts, made, strict=True))
    statistics = embedder.statistics
    assert statistics.hits + statistics.misses == 400
    assert statistics.size <= 5
