import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

from simonides.embedders.bundled import english
from simonides.embedders.shared_passes import CHARS_MAX, SharedPasses

Vectors = NDArray[np.float32]


class Encoder:
    """Takes the length of a text for its vector; the first pass waits until so many callers have asked."""

    def __init__(self, holds_first: bool = False) -> None:
        self.passes: list[list[str]] = []
        self.began, self.may_end = threading.Event(), threading.Event()
        if not holds_first:
            self.may_end.set()

    def __call__(self, texts: Sequence[str]) -> list[Vectors]:
        self.passes.append(list(texts))
        self.began.set()
        assert self.may_end.wait(30)
        if "bad" in texts:
            raise ValueError("bad")
        return [np.full((1, 2), len(text), np.float32) for text in texts]


def test_a_lone_call_is_a_pass_of_its_own() -> None:
    encoder = Encoder()

    [vectors] = SharedPasses(encoder, 1).encode(["four"])

    assert encoder.passes == [["four"]]
    assert vectors.tolist() == [[4.0, 4.0]]


def test_calls_that_come_during_a_pass_share_the_next_one() -> None:
    encoder = Encoder(holds_first=True)
    shared = SharedPasses(encoder, 1)
    with ThreadPoolExecutor(6) as pool:
        first = pool.submit(shared.encode, ["a"])
        assert encoder.began.wait(30)
        others = [pool.submit(shared.encode, ["b" * size, "c"]) for size in range(2, 7)]
        _wait_for(shared, 5)
        encoder.may_end.set()
        found = [each.result(30) for each in (first, *others)]

    assert len(encoder.passes) == 2
    assert [int(vectors[0][0, 0]) for vectors in found] == [1, 2, 3, 4, 5, 6]
    assert all(int(vectors[1][0, 0]) == 1 for vectors in found[1:])


def test_a_call_that_fails_fails_alone() -> None:
    encoder = Encoder(holds_first=True)
    shared = SharedPasses(encoder, 1)
    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(shared.encode, ["a"])
        assert encoder.began.wait(30)
        bad, good = pool.submit(shared.encode, ["bad"]), pool.submit(shared.encode, ["good"])
        _wait_for(shared, 2)
        encoder.may_end.set()

        assert int(good.result(30)[0][0, 0]) == 4
        with pytest.raises(ValueError, match="bad"):
            bad.result(30)
        assert int(first.result(30)[0][0, 0]) == 1

    assert shared.encode(["after"])[0].tolist() == [[5.0, 5.0]]


def test_no_more_passes_run_at_once_than_allowed() -> None:
    encoder = Encoder(holds_first=True)
    shared = SharedPasses(encoder, 2)
    with ThreadPoolExecutor(8) as pool:
        running = [pool.submit(shared.encode, [str(number)]) for number in range(8)]
        _wait_for(shared, 6)

        assert len(encoder.passes) == 2
        encoder.may_end.set()
        assert [len(each.result(30)) for each in running] == [1] * 8


def test_long_texts_wait_for_nobody() -> None:
    encoder = Encoder(holds_first=True)
    shared = SharedPasses(encoder, 1)
    texts = ["a note", "n" * CHARS_MAX]
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(shared.encode, ["a"])
        assert encoder.began.wait(30)
        many = pool.submit(shared.encode, texts)
        while len(encoder.passes) < 2:
            assert not many.done()
        encoder.may_end.set()

        assert len(many.result(30)) == len(texts)
        assert len(first.result(30)) == 1


def test_the_vectors_of_a_shared_pass_are_those_of_a_lone_one() -> None:
    embedder = english()
    questions = [f"which port does service number {number} listen on{' today' * number}?" for number in range(6)]
    alone = [embedder.embed_question(question) for question in questions]

    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(embedder.embed_question, questions))

    for one, other in zip(alone, together, strict=True):
        assert np.allclose(one, other, atol=1e-5)


def _wait_for(shared: SharedPasses, count: int) -> None:
    while len(shared._waiting) < count:
        threading.Event().wait(0.001)
