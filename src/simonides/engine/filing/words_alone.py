"""Words alone: the embedder of a palace whose vectors no configured encoder can compare, and which cannot be written to."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from simonides.domain.errors import NotReady
from simonides.ports.embedder import Identity, State

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors


class WordsAlone:
    """Embeds nothing; `identity` is that of the vectors in the palace, which stay as they are."""

    state: State = "error"

    def __init__(self, identity: Identity) -> None:
        self.identity = identity

    def warm_up(self) -> None:
        """Nothing is loaded."""

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:  # noqa: ARG002 - as the port has it
        """Never ready."""
        return False

    def is_outdated(self, text: str, stored: Identity) -> bool:  # noqa: ARG002 - as the port has it
        """No text is embedded anew."""
        return False

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        """Raises NotReady."""
        self._refuse(texts)

    def embed_question(self, text: str) -> "Vectors":
        """Raises NotReady."""
        self._refuse([text])

    def _refuse(self, texts: Sequence[str]) -> NoReturn:
        raise NotReady(f"nothing embeds {len(texts):,} texts: the vectors of this palace come from {self.identity}")
