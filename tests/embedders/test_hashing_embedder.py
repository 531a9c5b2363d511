import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.embedders.hashing import HashingEmbedder
from simonides.ports.embedder import Embedder, Identity

EMBEDDER = HashingEmbedder()


def test_it_is_ready_at_once_under_its_own_name() -> None:
    embedder: Embedder = HashingEmbedder()

    assert (embedder.state, embedder.wait(0)) == ("ready", True)
    assert embedder.identity == Identity("hashing/1", 384)


@given(st.text())
def test_every_text_has_one_unit_vector(text: str) -> None:
    vectors = EMBEDDER.embed_question(text)

    assert vectors.shape == (1, 384)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors[0]) == pytest.approx(1, abs=1e-5)


def test_similar_texts_are_nearer_than_others() -> None:
    one, two, other = (
        vectors[0]
        for vectors in EMBEDDER.embed_texts(
            ["the migration locked the table", "a migration that locks tables", "plum cake with cinnamon"]
        )
    )

    assert one @ two > 0.5 > one @ other


def test_texts_without_words_share_one_vector() -> None:
    assert np.array_equal(EMBEDDER.embed_question(""), EMBEDDER.embed_question(" … !"))


def test_dimensions_are_a_choice() -> None:
    assert HashingEmbedder(dimensions=16).embed_question("small").shape == (1, 16)


def test_another_process_finds_the_same_vector() -> None:
    program = """
from simonides.embedders.hashing import HashingEmbedder
print(HashingEmbedder().embed_question("the same everywhere").tobytes().hex())
"""

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == EMBEDDER.embed_question("the same everywhere").tobytes().hex()
