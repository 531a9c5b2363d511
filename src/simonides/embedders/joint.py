"""Two encoders in one vector space: each reads its own texts; the second is loaded when a text needs it."""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from simonides.embedders.routing import Readers
from simonides.ports.embedder import Embedder, Identity, State

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors


class JointEmbedder:
    """Two embedders of one space; `readers_of` says which of them read a text. A text read by both has the vectors of both."""

    def __init__(self, first: Embedder, second: Embedder, readers_of: Callable[[str], Readers]) -> None:
        name = f"{first.identity.name}+{second.identity.name}"
        self.identity = Identity(name, first.identity.dimensions, first.identity.succeeds)
        self._first = first
        self._second = second
        self._readers_of = readers_of

    @property
    def state(self) -> State:
        """The loading state of the first embedder, which most texts need."""
        return self._first.state

    def warm_up(self) -> None:
        """Start loading the first in the background."""
        self._first.warm_up()

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:
        """Load what these texts need and wait until it is ready; both load at the same time."""
        wanted = Readers(0)
        for text in texts:
            wanted |= self._readers_of(text)
        needed = [each for reader, each in self._encoders() if reader in (wanted or Readers.FIRST)]
        for each in needed:
            each.warm_up()
        deadline = time.monotonic() + timeout_s
        return all(each.wait(max(deadline - time.monotonic(), 0.0)) for each in needed)

    def is_outdated(self, text: str, stored: Identity) -> bool:
        """Whether a text now has a reader that it did not have then, or a newer one."""
        known = stored.name.split("+")
        return any(each.identity.name not in known for reader, each in self._encoders() if reader in self._readers_of(text))

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        """For each text, in order, the vectors of its readers."""
        made: list[list[Vectors]] = [[] for _ in texts]
        readers = [self._readers_of(text) for text in texts]
        for reader, embedder in self._encoders():
            own = [index for index, each in enumerate(readers) if reader in each]
            # An encoder without texts to read is not loaded.
            for index, vectors in zip(own, embedder.embed_texts([texts[index] for index in own]) if own else [], strict=True):
                made[index].append(vectors)
        return [_joined(vectors) for vectors in made]

    def embed_question(self, text: str) -> "Vectors":
        """The vectors of a question, by its readers."""
        readers = self._readers_of(text)
        return _joined([embedder.embed_question(text) for reader, embedder in self._encoders() if reader in readers])

    def _encoders(self) -> tuple[tuple[Readers, Embedder], ...]:
        return (Readers.FIRST, self._first), (Readers.SECOND, self._second)


def _joined(vectors: "list[Vectors]") -> "Vectors":
    if len(vectors) == 1:
        return vectors[0]
    import numpy as np

    return np.concatenate(vectors)
