"""An embedder that hashes words: no model, deterministic, always ready; for when meaning does not matter."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from zlib import crc32

from simonides.domain.text.words import index_words
from simonides.ports.embedder import Identity, State

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

_TRIGRAM_WEIGHT = 0.25
"""A word has about four trigrams, so together they weigh as much as the word."""


class HashingEmbedder:
    """Texts that share words or parts of words are near each other; for tests, and for machines that cannot run a model."""

    state: State = "ready"

    def __init__(self, dimensions: int = 384) -> None:
        self.identity = Identity("hashing/1", dimensions)

    def warm_up(self) -> None:
        """Nothing to load."""

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:  # noqa: ARG002 - the port's signature
        """Ready at once."""
        return True

    def is_outdated(self, text: str, stored: Identity) -> bool:  # noqa: ARG002 - likewise
        """Whether another embedder embedded it."""
        return stored != self.identity

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        """For each text, in order, one vector."""
        return [self.embed_question(text) for text in texts]

    def embed_question(self, text: str) -> "Vectors":
        """One vector, as for any text."""
        import numpy as np

        vector = np.zeros(self.identity.dimensions, np.float32)
        for feature, weight in _features(text):
            mark = crc32(feature.encode("utf-8", "surrogatepass"))
            # The lowest bit is the sign, the others the position: colliding features cancel as often as they add.
            vector[(mark >> 1) % len(vector)] += weight if mark & 1 else -weight
        if not vector.any():
            # All texts without words, or with words that cancel exactly, get the same vector.
            vector[0] = 1
        unit: Vectors = (vector / np.linalg.norm(vector)).astype(np.float32)[np.newaxis]
        return unit


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in index_words(text):
        yield word, 1.0
        framed = f"<{word}>"
        for start in range(len(framed) - 2):
            # A space keeps a trigram apart from a word of three letters.
            yield f" {framed[start : start + 3]}", _TRIGRAM_WEIGHT
