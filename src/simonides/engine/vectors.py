"""When is a text embedded? At once when the model is there, otherwise later, by any process that has it."""

import threading
from typing import TYPE_CHECKING

from simonides.domain.errors import NotReady
from simonides.ports.embedder import Embedder
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simonides.ports.embedder import Vectors

BATCH = 64
FEW = 32
PROMPT_CHARS_MAX = 20_000
"""A text up to this long is embedded while somebody waits (a few tenths of a second); a longer one in the background."""
EMBEDDING = "embedding"
"""The lease under which one process at a time embeds what others filed."""


class VectorKeeping:
    """The vectors of one palace: made, kept, and made up for."""

    def __init__(self, store: Store, embedder: Embedder, patience_s: float) -> None:
        self._store = store
        self._embedder = embedder
        self.patience_s = patience_s
        """How long a question may wait for the model; a write never waits."""

    def of_text(self, text: str, patience_s: float = 0.0) -> "Vectors | None":
        """The vectors of a text; None when the model is not there in time, or the text too long to wait for."""
        if len(text) > PROMPT_CHARS_MAX or not self._is_ready(patience_s):
            return None
        return self._embedder.embed_texts([text])[0]

    def of_question(self, text: str) -> "Vectors | None":
        """The vectors of a question; None when the model is not there in time."""
        if not self._is_ready(self.patience_s):
            return None
        return self._embedder.embed_question(text)

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Keep vectors, saying first whose they are."""
        if vectors:
            self._store.claim(self._embedder.identity)
            self._store.search.put(vectors)

    def catch_up(self, stop: threading.Event | None = None, limit: int | None = None) -> int:
        """Embed what has no vector yet, batch by batch; how many were done."""
        done = 0
        while (limit is None or done < limit) and not (stop and stop.is_set()):
            pending = self._store.search.pending(BATCH)
            if not pending:
                break
            made = self._embedder.embed_texts([text for _, text in pending])
            with self._store.writing("embedder"):
                # Somebody may have changed a text meanwhile: its vector would be of the old words.
                unchanged = dict(self._store.search.pending(len(pending) * 2))
                rows = zip(pending, made, strict=True)
                self.put({key: vectors for (key, text), vectors in rows if unchanged.get(key) == text})
            done += len(pending)
        return done

    def catch_up_if_few(self) -> None:
        """Embed what has no vector yet if that is soon done, so that what was just filed is found by meaning at once."""
        embedded, total = self._store.search.coverage()
        if not 0 < total - embedded <= FEW or self._embedder.state != "ready":
            return
        if sum(len(text) for _, text in self._store.search.pending(FEW)) > PROMPT_CHARS_MAX:
            return
        with self._store.lease(EMBEDDING) as is_ours:
            if is_ours:
                self.catch_up(limit=FEW)

    def start_over(self) -> None:
        """Drop every vector, for this embedder to make them anew."""
        self._store.search.forget_vectors(self._embedder.identity)

    def _is_ready(self, patience_s: float) -> bool:
        if self._embedder.state == "ready":
            return True
        self._embedder.warm_up()
        try:
            return patience_s > 0 and self._embedder.wait(patience_s)
        except NotReady:
            return False
