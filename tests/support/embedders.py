"""Embedders that tell what they were asked."""

from typing import TYPE_CHECKING

from simonides.embedders.hashing import HashingEmbedder

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors


class MeasuringEmbedder(HashingEmbedder):
    """Keeps the lengths of the questions."""

    def __init__(self) -> None:
        super().__init__()
        self.lengths: list[int] = []

    def embed_question(self, text: str) -> "Vectors":
        self.lengths.append(len(text))
        return super().embed_question(text)
