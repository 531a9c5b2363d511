"""Texts and vectors in any number, from what every Python ships: paragraphs of its own language reference.

A pool of paragraphs is embedded for real; every memory is a variation of one of them, in words and in vector, with a ticket
number of its own. So distances and word frequencies look like those of a real palace, at the price of a small pool.
"""

import base64
import json
import random
from collections.abc import Iterator
from pydoc_data.topics import topics

import numpy as np
from numpy.typing import NDArray

from simonides.ports.embedder import Embedder

WINGS = 10
ROOMS = 10
NOISE = 0.55


def paragraphs(count: int) -> list[str]:
    """Paragraphs of 20 to 80 words, the same ones every time."""
    found = []
    for topic in sorted(topics):
        for block in topics[topic].split("\n\n"):
            words = block.split()
            found += [" ".join(words[start : start + 60]) for start in range(0, len(words) - 20, 60)]
    random.Random(1).shuffle(found)
    return found[:count]


class Corpus:
    """An endless palace, the same one every time."""

    def __init__(self, embedder: Embedder, pool: int) -> None:
        self.texts = paragraphs(pool)
        self.vectors = np.concatenate([vectors[:1] for vectors in embedder.embed_texts(self.texts)])
        self.identity = embedder.identity

    def lines(self, count: int) -> Iterator[str]:
        """The palace as lines for `simonides import`, vectors included."""
        yield json.dumps(
            {"type": "header", "format": 1, "embedder": {"name": self.identity.name, "dimensions": self.identity.dimensions}}
        )
        chance = random.Random(2)
        noise = np.random.default_rng(3)
        for first in range(0, count, 1000):
            picks = [chance.randrange(len(self.texts)) for _ in range(min(1000, count - first))]
            vectors = self._varied(np.array(picks), noise).astype("<f2")
            for offset, (pick, vector) in enumerate(zip(picks, vectors, strict=True)):
                yield self._line(first + offset, pick, vector, chance)

    def questions(self, count: int) -> list[str]:
        """Questions about the palace: a few words in a row of a paragraph that is in it."""
        chance = random.Random(5)
        asked = []
        for _ in range(count):
            words = chance.choice(self.texts).split()
            start = chance.randrange(max(len(words) - 9, 1))
            asked.append("what about " + " ".join(words[start : start + 8]))
        return asked

    def _varied(self, picks: NDArray[np.int64], noise: np.random.Generator) -> NDArray[np.float32]:
        base = self.vectors[picks]
        varied = base + NOISE * noise.standard_normal(base.shape).astype(np.float32) / np.sqrt(base.shape[1])
        return np.asarray(varied / np.linalg.norm(varied, axis=1, keepdims=True), dtype=np.float32)

    def _line(self, number: int, pick: int, vector: NDArray[np.float16], chance: random.Random) -> str:
        other = self.texts[chance.randrange(len(self.texts))].split()
        words = self.texts[pick].split()
        cut = chance.randrange(10, 20)
        content = f"{' '.join(words[cut:] + other[:cut])} Ticket OPS-{number}."
        place = {"wing": f"wing_{number % WINGS}", "room": f"room-{number // WINGS % ROOMS}"}
        packed = {"count": 1, "float16": base64.b64encode(vector.tobytes()).decode()}
        return json.dumps({"id": f"drawer_{number}", "content": content, **place, "vectors": packed})
