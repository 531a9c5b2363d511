"""The embedders shipped inside the package; they need no network and are the default."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from simonides.embedders import mneme, polyglot
from simonides.embedders.encoder import Encoder
from simonides.embedders.joint import JointEmbedder
from simonides.embedders.loading import Loading
from simonides.embedders.routing import readers_of
from simonides.ports.embedder import Identity, State

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors


class BundledEmbedder:
    """One encoder from a folder: loaded when first needed, using at most `threads` cores."""

    def __init__(self, identity: Identity, folder: Path, threads: int = 1) -> None:
        self.identity = identity
        self._loading = Loading(lambda: Encoder(folder, threads), name="the embedding model")

    @property
    def state(self) -> State:
        """The loading state."""
        return self._loading.state

    def warm_up(self) -> None:
        """Start loading in the background."""
        self._loading.start()

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:  # noqa: ARG002 - one encoder reads every text
        """Load if needed and wait until ready."""
        return self._loading.wait(timeout_s)

    def is_outdated(self, text: str, stored: Identity) -> bool:  # noqa: ARG002 - likewise
        """Whether another encoder embedded it."""
        return stored != self.identity

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        """For each text, in order, one vector per window."""
        return self._loading.get().encode(texts)

    def embed_question(self, text: str) -> "Vectors":
        """The vectors of a question: the encoders treat questions and texts alike."""
        return self.embed_texts([text])[0]


def english(threads: int = 1, folder: Path = mneme.MODEL) -> BundledEmbedder:
    """Mneme alone."""
    return BundledEmbedder(mneme.IDENTITY, folder, threads)


def many_languages(threads: int = 1) -> JointEmbedder:
    """mneme, and polyglot for what is not English."""
    return JointEmbedder(english(threads), BundledEmbedder(polyglot.IDENTITY, polyglot.MODEL, threads), readers_of)
