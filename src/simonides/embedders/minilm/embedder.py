"""What embeds when nothing is configured? The bundled English model; it needs no network."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from simonides.embedders.encoder import Encoder
from simonides.embedders.loading import Loading
from simonides.ports.embedder import Identity, State

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

MODEL = Path(__file__).parent / "model"
"""The folder that `scripts/build_minilm.py` writes."""


class MiniLmEmbedder:
    """The embedder that is always there: 384 dimensions, windows of 256 tokens, `threads` cores at most."""

    # Written out, so that asking for it opens no file; a test holds it to the manifest.
    identity = Identity("all-minilm-l6-v2/int8/1", 384)

    def __init__(self, threads: int = 1, folder: Path = MODEL) -> None:
        self._loading = Loading(lambda: Encoder(folder, threads), name="the embedding model")

    @property
    def state(self) -> State:
        """Where loading stands."""
        return self._loading.state

    def warm_up(self) -> None:
        """Start loading in the background."""
        self._loading.start()

    def wait(self, timeout_s: float) -> bool:
        """Load if need be and wait until ready."""
        return self._loading.wait(timeout_s)

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        """For each text, in order, one vector per window."""
        return self._loading.get().encode(texts)

    def embed_question(self, text: str) -> "Vectors":
        """The vectors of a question: the model knows no difference between questions and texts."""
        return self.embed_texts([text])[0]
