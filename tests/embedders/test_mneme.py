import hashlib
import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import pytest

from simonides.digests import digest_of_file
from simonides.domain.errors import NotReady
from simonides.embedders import mneme as english_encoder
from simonides.embedders import polyglot as many_languages
from simonides.embedders.bundled import BundledEmbedder, english
from simonides.embedders.encoder import TOKENS_MAX
from simonides.embedders.mneme import MODEL

if TYPE_CHECKING:
    from simonides.ports.embedder import Embedder

TEXTS = [
    "a cat sits on the mat",
    "",
    "Die Sitzung wurde auf Donnerstag verschoben.",
    "我们决定把数据库迁移到新的服务器上。",
    "def mean(values): return sum(values) / len(values)",
    "🎉🚀 shipped it",
    "The deploy failed because the migration held a lock for nine minutes. " * 12,
    "OPS-1042",
]

# How the vector starts of "a cat sits on the mat", as scripts/bert/reference.py finds them in the float32 weights.
FLOAT32_START = np.array([0.1081, -0.0300, -0.0047, 0.0374, -0.0443, 0.0376, 0.0582, 0.0220])


def near(left: np.ndarray, right: np.ndarray) -> float:
    return float(left @ right)


def test_the_embedder_keeps_the_ports_promises(mneme: BundledEmbedder) -> None:
    embedder: Embedder = mneme

    made = embedder.embed_texts(TEXTS)

    assert len(made) == len(TEXTS)
    for vectors in made:
        assert vectors.shape[1:] == (embedder.identity.dimensions,)
        assert vectors.dtype == np.float32
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_what_means_the_same_is_nearer_than_what_does_not(mneme: BundledEmbedder) -> None:
    cat, kitten, revenue = (
        vectors[0]
        for vectors in mneme.embed_texts(["a cat sits on the mat", "a kitten rests on the rug", "quarterly revenue grew"])
    )

    assert near(cat, kitten) > near(cat, revenue) + 0.4


def test_a_question_finds_its_answer_among_others(mneme: BundledEmbedder) -> None:
    answers = [
        "We chose SQLite because it needs no server.",
        "Maria is allergic to peanuts.",
        "The build takes nine minutes on the old machine.",
    ]

    question = mneme.embed_question("What must I not cook for Maria?")[0]
    scores = [near(question, vectors[0]) for vectors in mneme.embed_texts(answers)]

    assert scores.index(max(scores)) == 1


def test_vectors_are_those_of_the_float32_model(mneme: BundledEmbedder) -> None:
    made = mneme.embed_question("a cat sits on the mat")[0]

    assert np.abs(made[:8] - FLOAT32_START).max() < 0.02


def test_the_same_text_has_the_same_vector_every_time(mneme: BundledEmbedder) -> None:
    first = mneme.embed_texts(TEXTS)
    second = mneme.embed_texts(TEXTS)

    assert all(np.array_equal(left, right) for left, right in zip(first, second, strict=True))


def test_a_vector_does_not_depend_on_the_texts_beside_it(mneme: BundledEmbedder) -> None:
    together = mneme.embed_texts(TEXTS)
    alone = [mneme.embed_question(text) for text in TEXTS]

    # What is left comes from the order of float additions: a level more or less in a few tokens.
    assert min(near(left[0], right[0]) for left, right in zip(together, alone, strict=True)) > 0.9999


def test_results_stand_in_the_order_of_the_texts(mneme: BundledEmbedder) -> None:
    forwards = mneme.embed_texts(TEXTS)
    backwards = mneme.embed_texts(TEXTS[::-1])

    assert all(near(left[0], right[0]) > 0.9999 for left, right in zip(forwards, backwards[::-1], strict=True))


def test_no_texts_have_no_vectors(mneme: BundledEmbedder) -> None:
    assert mneme.embed_texts([]) == []


@pytest.mark.parametrize("text", ["", " \n\t ", "\ud800 lone", "nul \x00 inside", "[PAD] [MASK] [SEP]", "\u200b", "e\u0301" * 10])
def test_odd_texts_have_one_unit_vector(mneme: BundledEmbedder, text: str) -> None:
    vectors = mneme.embed_question(text)

    assert vectors.shape == (1, 384)
    assert np.linalg.norm(vectors[0]) == pytest.approx(1, abs=1e-5)


def test_the_tail_of_a_long_text_is_embedded(mneme: BundledEmbedder) -> None:
    filler = "The committee met again to talk about the budget for roads and bridges in the northern district. " * 176
    tail = (
        "Grandmother's recipe for plum cake needs two pounds of ripe plums, butter, flour and a pinch of cinnamon. "
        "Stir the batter slowly, lay the halved plums on top in circles and bake the cake until the edges are golden brown. "
    ) * 3

    windows = mneme.embed_texts([filler + tail])[0]
    best = (windows @ mneme.embed_question(tail)[0]).max()

    assert len(windows) > 10
    assert best > 0.6


def test_a_text_of_many_windows_is_embedded_whole(mneme: BundledEmbedder) -> None:
    vectors = mneme.embed_texts(["word " * (TOKENS_MAX * 4)])[0]

    assert len(vectors) >= TOKENS_MAX * 4 / 256


def test_many_threads_get_the_vectors_that_one_gets(mneme: BundledEmbedder) -> None:
    alone = [mneme.embed_question(text) for text in TEXTS]

    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(mneme.embed_question, TEXTS * 6))

    assert all(np.array_equal(vectors, alone[index % len(TEXTS)]) for index, vectors in enumerate(together))


def test_two_threads_inside_give_the_vectors_of_one(mneme: BundledEmbedder) -> None:
    two = english(threads=2)

    pairs = zip(two.embed_texts(TEXTS), mneme.embed_texts(TEXTS), strict=True)

    assert min(near(left[0], right[0]) for left, right in pairs) > 0.9999


def test_loading_starts_in_the_background_and_ends_ready() -> None:
    embedder = english()

    before = embedder.state
    embedder.warm_up()
    is_ready = embedder.wait(60)

    assert (before, is_ready, embedder.state) == ("idle", True, "ready")


def test_a_missing_model_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    embedder = english(folder=tmp_path)

    assert not embedder.wait(60)
    assert embedder.state == "error"
    with pytest.raises(NotReady, match=r"missing.*manifest\.json"):
        embedder.embed_question("anything")


def test_a_missing_weights_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    shutil.copytree(MODEL, tmp_path / "model")
    (tmp_path / "model" / "model.int8.onnx").unlink()

    with pytest.raises(NotReady, match=r"missing.*model\.int8\.onnx"):
        english(folder=tmp_path / "model").embed_texts(["anything"])


def test_a_damaged_model_is_refused(tmp_path: Path) -> None:
    shutil.copytree(MODEL, tmp_path / "model")
    with (tmp_path / "model" / "model.int8.onnx").open("r+b") as file:
        file.truncate(1_000)

    with pytest.raises(NotReady, match=r"damaged.*model\.int8\.onnx"):
        english(folder=tmp_path / "model").embed_texts(["anything"])


@pytest.mark.parametrize("encoder", [english_encoder, many_languages], ids=["mneme", "polyglot"])
def test_the_manifest_names_the_identity_and_every_file_by_its_hash(encoder: ModuleType) -> None:
    model, identity = encoder.MODEL, encoder.IDENTITY
    manifest = json.loads((model / "manifest.json").read_text())

    shipped = {path.name for path in model.iterdir()} - {"manifest.json"}
    assert f"{manifest['model']}/{manifest['variant']}/{manifest['version']}" == identity.name
    assert manifest["dimensions"] == identity.dimensions
    assert {name: hashlib.sha256((model / name).read_bytes()).hexdigest() for name in shipped} == manifest["sha256"]
    assert {name: digest_of_file(model / name) for name in shipped} == manifest["blake2b"]


def test_identity_and_state_are_known_without_heavy_imports() -> None:
    program = """
import sys
from simonides.embedders.bundled import english
embedder = english()
print(embedder.identity, embedder.state, sorted({"numpy", "onnxruntime", "tokenizers"} & set(sys.modules)))
"""

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == "mneme/int8/4 (384d) idle []\n"


def test_the_bundled_model_opens_no_socket() -> None:
    program = """
import socket
def refuse(*arguments, **options):
    raise AssertionError("a socket was opened")
socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
socket.socket.__init__ = refuse
from simonides.embedders.bundled import english
print(english().embed_question("no network").shape)
"""

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert (done.stdout, done.stderr) == ("(1, 384)\n", "")
