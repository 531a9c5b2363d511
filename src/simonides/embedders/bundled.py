"""What embeds when nothing is configured? The encoders inside the package; they need no network."""

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
    """One encoder of a folder: loaded when it is first needed, `threads` cores at most."""

    def __init__(self, identity: Identity, folder: Path, threads: int = 1) -> None:
        self.identity = identity
        self._loading = Loading(lambda: Encoder(folder, threads), name="the embedding model")

    @property
    def state(self) -> State:
        """Where loading stands."""
        return self._loading.state

    def warm_up(self) -> None:
        """Start loading in the background."""
        self._loading.start()

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:  # noqa: ARG002 - one encoder reads every text
        """Load if need be and wait until ready."""
        return self._loading.wait(timeout_s)

    def is_outdated(self, text: str, stored: Identity) -> bool:  # noqa: ARG002 - likewise
        """Whether another encoder has read it."""
        return stored != self.identity

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        """For each text, in order, one vector per window."""
        return self._loading.get().encode(texts)

    def embed_question(self, text: str) -> "Vectors":
        """The vectors of a question: the encoders know no difference between questions and texts."""
        return self.embed_texts([text])[0]


def english(threads: int = 1, folder: Path = mneme.MODEL) -> BundledEmbedder:
    """Mneme alone."""
    return BundledEmbedder(mneme.IDENTITY, folder, threads)


def many_languages(threads: int = 1) -> JointEmbedder:
    """mneme, and polyglot for what is not English."""
    return JointEmbedder(english(threads), BundledEmbedder(polyglot.IDENTITY, polyglot.MODEL, threads), readers_of)
