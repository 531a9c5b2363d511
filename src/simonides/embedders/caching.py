"""A cache of recent vectors around any embedder."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from simonides.digests import blake2b
from simonides.ports.embedder import CacheStatistics, Embedder, Identity, State

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

_VECTORS_MAX = 8
"""A text with more vectors is not cached: one long document would take as much memory as the rest."""


class CachingEmbedder:
    """Any embedder, with the vectors of recent questions and texts kept in memory."""

    def __init__(self, inner: Embedder, questions_max: int = 512, texts_max: int = 1024) -> None:
        self._inner = inner
        self._questions = _Recent(questions_max)
        self._texts = _Recent(texts_max)

    @property
    def identity(self) -> Identity:
        """The inner embedder's space."""
        return self._inner.identity

    @property
    def state(self) -> State:
        """The inner embedder's loading state."""
        return self._inner.state

    @property
    def statistics(self) -> CacheStatistics:
        """Questions and texts together."""
        first, second = self._questions.statistics(), self._texts.statistics()
        return CacheStatistics(first.hits + second.hits, first.misses + second.misses, first.size + second.size)

    def warm_up(self) -> None:
        """Start loading the inner embedder."""
        self._inner.warm_up()

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:
        """Wait for the inner embedder."""
        return self._inner.wait(timeout_s, texts)

    def is_outdated(self, text: str, stored: Identity) -> bool:
        """Whether the inner embedder would embed it differently."""
        return self._inner.is_outdated(text, stored)

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        """For each text, in order, its vectors, which are read-only; a text that occurs twice is embedded once."""
        known = {text: self._texts.find(text) for text in dict.fromkeys(texts)}
        missing = [text for text, vectors in known.items() if vectors is None]
        # The inner embedder might load a model even for an empty list.
        made = self._inner.embed_texts(missing) if missing else []
        fresh = {text: self._texts.keep(text, vectors) for text, vectors in zip(missing, made, strict=True)}
        return [fresh[text] if (vectors := known[text]) is None else vectors for text in texts]

    def embed_question(self, text: str) -> "Vectors":
        """The vectors of a question, which are read-only."""
        vectors = self._questions.find(text)
        if vectors is None:
            vectors = self._questions.keep(text, self._inner.embed_question(text))
        return vectors


class _Recent:
    """A cache that evicts the least recently used entry first."""

    def __init__(self, entries_max: int) -> None:
        self._entries_max = entries_max
        self._entries: OrderedDict[bytes, Vectors] = OrderedDict()
        self._lock = threading.Lock()
        self._hits = 0
        self._misses = 0

    def find(self, text: str) -> "Vectors | None":
        key = _key(text)
        with self._lock:
            vectors = self._entries.get(key)
            if vectors is None:
                self._misses += 1
            else:
                self._hits += 1
                self._entries.move_to_end(key)
            return vectors

    def keep(self, text: str, vectors: "Vectors") -> "Vectors":
        # A copy, because a view would keep its whole batch in memory; read-only, because it is handed out again and again.
        kept = vectors.copy()
        kept.flags.writeable = False
        if len(kept) <= _VECTORS_MAX:
            with self._lock:
                self._entries[_key(text)] = kept
                while len(self._entries) > self._entries_max:
                    self._entries.popitem(last=False)
        return kept

    def statistics(self) -> CacheStatistics:
        with self._lock:
            return CacheStatistics(self._hits, self._misses, len(self._entries))


def _key(text: str) -> bytes:
    # A digest instead of the text: a text of a megabyte would stay in memory beside its vectors.
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
