"""Agreement between the vectors of a built graph and the reference vectors."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnx import ModelProto
from scripts.bert import reference
from scripts.bert.weights import Shape, Tensors

_SENTENCES = """
The deploy failed because the database migration held a lock for nine minutes.
A cat sits on the mat.
Maria moved to Lisbon in March and now works for the port authority.
What did we decide about the retry policy of the payment service?
Die Sitzung wurde auf Donnerstag verschoben, weil der Raum belegt war.
Können wir die Zugangsdaten aus dem Protokoll entfernen?
我们决定把数据库迁移到新的服务器上。
他昨天在北京买了一本关于记忆的书。
def mean(values): return sum(values) / len(values) if values else 0.0
SELECT id, text FROM memories WHERE palace = ? ORDER BY created_at DESC LIMIT 20
async fn fetch(url: &str) -> Result<Bytes, Error> { client.get(url).send().await?.bytes().await }
TypeError: 'NoneType' object is not subscriptable (src/auth/jwt.py, line 42)
🎉🚀 shipped it! 😀
OPS-1042
user: I am allergic to peanuts. assistant: Noted, I will leave them out of every recipe.
¿Dónde está la llave del archivo?
""".strip().splitlines()


@dataclass(frozen=True, slots=True)
class Agreement:
    """The cosines between two sets of vectors, at their worst and in the mean."""

    least: float
    mean: float

    def __str__(self) -> str:
        return f"cosine at least {self.least:.4f}, mean {self.mean:.5f}"


def sample_texts() -> list[str]:
    """Texts of many kinds: languages, code, nothing at all, emoji, mixtures and 400 words."""
    chance = random.Random(400)  # noqa: S311 - the same texts in every build, not a secret
    words = " ".join(_SENTENCES).split()
    mixtures = [" ".join(chance.choices(words, k=length)) for length in (2, 5, 12, 20, 20, 40, 80) for _ in range(12)]
    return [*_SENTENCES, "", " \n\t ", *mixtures, " ".join(chance.choices(words, k=400))]


def run(model: ModelProto, rows: Sequence[Sequence[int]]) -> NDArray[np.float32]:
    """The vectors of token rows, each run alone."""
    options = onnxruntime.SessionOptions()
    # As the package runs it; more threads would only wait for each other on a busy machine.
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    vectors = []
    for row in rows:
        ids = np.array([row], np.int64)
        vectors.append(session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0][0])
    return np.stack(vectors)


def run_reference(tensors: Tensors, shape: Shape, rows: Sequence[Sequence[int]]) -> NDArray[np.float32]:
    """The vectors that plain numpy finds for the token rows."""
    return np.stack([reference.encode(tensors, shape, row) for row in rows]).astype(np.float32)


def compare(left: NDArray[np.float32], right: NDArray[np.float32]) -> Agreement:
    """How near the rows of one are to the rows of the other."""
    cosines = (left * right).sum(axis=1)
    return Agreement(float(cosines.min()), float(cosines.mean()))
