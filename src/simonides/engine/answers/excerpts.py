"""Excerpts for lean answers: the part of a long text that answers, by its words, or by meaning where words may mislead."""

from simonides.domain.errors import NotReady
from simonides.domain.text.passages import coverage, excerpt_at, excerpt_of
from simonides.domain.text.sentences import sentences
from simonides.ports.embedder import Embedder

SENTENCES_MAX = 40
"""Of texts with more sentences the words alone choose: comparing each would take too long."""
COVERED_MIN = 0.34
"""Where a passage holds less of the question's words, meaning chooses in its place."""


class Excerpts:
    """Chooses excerpts with the palace's embedder, where it is ready."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def __call__(self, text: str, question: str, length_max: int) -> str:
        """At most so many characters on one line."""
        excerpt = excerpt_of(text, question, length_max)
        line = " ".join(text.split())
        if not question or len(line) <= length_max or coverage(excerpt, question) >= COVERED_MIN:
            return excerpt
        told = sentences(line)
        if not 1 < len(told) <= SENTENCES_MAX or not self._embedder.wait(0, [question, line]):
            return excerpt
        try:
            begin = line.find(self._nearest(told, question))
        except NotReady:
            return excerpt
        return excerpt if begin < 0 else excerpt_at(line, begin, length_max)

    def _nearest(self, told: list[str], question: str) -> str:
        asked = self._embedder.embed_question(question)
        nearness = [float((vectors @ asked.T).max()) for vectors in self._embedder.embed_texts(told)]
        return told[nearness.index(max(nearness))]
