"""Vectors of texts: made at once when the model is loaded, otherwise later, by any process that has it."""

import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from simonides.domain.code import text_to_embed
from simonides.domain.errors import NotReady
from simonides.domain.ranking.traits import without_day
from simonides.engine.backlog import Backlog, work_off
from simonides.engine.graph.perspectives import QUESTION_CHARS_MAX, PerspectiveVectors
from simonides.frozen import frozen
from simonides.ports.embedder import Embedder
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simonides.ports.embedder import Vectors


@frozen
class VectorGap:
    """What a search could not compare by meaning."""

    waiting: int
    """How many texts have no vector yet; they are found by their words."""
    total: int
    by_words_alone: bool = False
    """Whether the question has no vector, so that nothing was compared by meaning."""
    kind: tuple[str, str] = ("memory", "memories")
    """What one of them is called, and several."""

    def __bool__(self) -> bool:
        """Whether anything is missing."""
        return self.by_words_alone or self.waiting > 0

    def told(self) -> str:
        """One sentence about it; empty when nothing is missing."""
        if self.by_words_alone:
            return "Searched by words alone: the embedding model is not ready."
        if not self.waiting:
            return ""
        one, many = self.kind
        waiting = f"1 {one} has" if self.waiting == 1 else f"{self.waiting:,} {many} have"
        return f"{waiting} no vector yet and can be found by words alone."


COMPLETE = VectorGap(0, 0)


class TextSource(Protocol):
    """Where texts of one kind wait for vectors."""

    def pending(self, limit: int) -> list[tuple[int, str]]:
        """Rows and texts that have no vector yet, oldest first."""
        ...

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Store vectors; rows that no longer exist are skipped."""
        ...


class ChunkTexts:
    """Chunks of code that have no vector yet."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def pending(self, limit: int) -> list[tuple[int, str]]:
        """Rows, each with the text of its chunk that gets embedded."""
        return [(key, text_to_embed(chunk)) for key, chunk in self._store.code_search.pending(limit)]

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Store the vectors of chunks."""
        self._store.code_search.put(vectors)


BATCH = 64
FEW = 32
PROMPT_CHARS_MAX = 20_000
"""A text up to this long is embedded while the caller waits (a few tenths of a second); a longer one in the background."""
EMBEDDING = "embedding"
"""The lease that lets one process at a time embed what others filed."""


class VectorKeeping:
    """Makes and stores the vectors of one palace, and catches up on missing ones."""

    def __init__(self, store: Store, embedder: Embedder, patience_s: float) -> None:
        self._store = store
        self._embedder = embedder
        self.views = PerspectiveVectors(store, embedder)
        """The vectors of observations."""
        self.patience_s = patience_s
        """How long a question, or a text that is compared with others, may wait for the model."""

    def of_text(self, text: str) -> "Vectors | None":
        """The vectors of a text; None when the model is not there just now, or the text is too long to wait for."""
        made = self._made([without_day(text)], 0.0)
        return made[0] if made else None

    def readings(self, text: str) -> "tuple[Vectors, ...]":
        """The vectors by which near copies of a text are found, its own first; none when the model is not there in time.

        A text that begins with its day is read with it, too: notes filed by earlier versions have the day in their vectors.
        """
        return tuple(self._made(list(dict.fromkeys((without_day(text), text))), self.patience_s))

    def of_question(self, text: str) -> "Vectors | None":
        """The vectors of a question; None when the model is not there in time."""
        text = text[:QUESTION_CHARS_MAX]
        if not self._embedder.wait(self.patience_s, [text]):
            return None
        try:
            return self._embedder.embed_question(text)
        except NotReady:
            # A server that has answered before may be gone: words answer.
            return None

    def require(self, patience_s: float, text: str = "") -> None:
        """Wait for the model that embeds a text, for callers that need it. Raises NotReady when it is not loaded in time."""
        if not self._embedder.wait(patience_s, [text]):
            raise NotReady

    def put(self, vectors: "Mapping[int, Vectors]") -> None:
        """Store vectors, after recording which embedder made them."""
        if vectors:
            self._store.claim(self._embedder.identity)
            self._store.search.put(vectors)

    def add(self, vectors: "Mapping[int, Vectors]") -> None:
        """Store the vectors of memories that were added as embedded in the same transaction."""
        if vectors:
            self._store.claim(self._embedder.identity)
            self._store.search.add(vectors)

    def catch_up(self, stop: threading.Event | None = None, limit: int | None = None) -> int:
        """Embed texts that have no vector yet, batch by batch; returns how many were done.

        Memories come first, then observations, then code: there may be so much code that the others would wait long. Raises
        NotReady when the model is gone, and when a server refuses what is left.
        """
        self.renew()
        done, refusal = 0, None
        backlogs: Sequence[Backlog[Any]] = (
            self._backlog(self._store.search), self.views.backlog, self._backlog(ChunkTexts(self._store)),
        )  # fmt: skip
        for backlog in backlogs:
            worked = work_off(backlog, self._embedder, stop, None if limit is None else limit - done)
            done, refusal = done + worked.done, refusal or worked.refusal
        self.tend()
        # Whoever asks again at once would only be refused again.
        if refusal and not done:
            raise refusal
        return done

    def catch_up_in_turn(self, stop: threading.Event | None = None, limit: int | None = None) -> int:
        """The same, unless another process is at it: one is enough, and others would embed the same texts."""
        with self._store.lease(EMBEDDING) as is_ours:
            return self.catch_up(stop, limit) if is_ours else 0

    def tend(self) -> bool:
        """Make the indexes over vectors that searches miss; whether there were any."""
        return self._store.tend()

    def is_tended(self) -> bool:
        """Whether searches miss no index over vectors."""
        return self._store.is_tended()

    def catch_up_if_few(self, source: TextSource | None = None) -> None:
        """Embed texts that have no vector yet if they are few, so that what was just filed is found by meaning at once."""
        source = source or self._store.search
        if self._embedder.state != "ready":
            return
        pending = source.pending(FEW + 1)
        if not 0 < len(pending) <= FEW or sum(len(text) for _, text in pending) > PROMPT_CHARS_MAX:
            return
        # A question in English does not wait for the encoder of texts filed in Japanese.
        if not self._embedder.wait(0, [without_day(text) for _, text in pending]):
            return
        # Whoever asks is answered, even if the model is gone just now.
        with suppress(NotReady), self._store.lease(EMBEDDING) as is_ours:
            if is_ours:
                work_off(self._backlog(source), self._embedder, limit=FEW)

    def is_behind(self) -> bool:
        """Whether any memory or observation has no vector yet; from counters."""
        embedded, total = self._store.search.coverage()
        return embedded < total or self.views.pending() > 0

    def coverage(self) -> tuple[int, int]:
        """How many memories have vectors, and how many there are."""
        return self._store.search.coverage()

    def gap(self, question: str = "") -> VectorGap:
        """What a search for a question has to do without at this moment; from counters, without waiting for a model."""
        embedded, total = map(sum, zip(self._store.search.coverage(), self._store.perspectives.coverage(), strict=True))
        return VectorGap(max(total - embedded, 0), total, by_words_alone=self._is_blind_to(question))

    def gap_in_code(self, question: str = "") -> VectorGap:
        """What a search for code has to do without at this moment; from counters, without waiting for a model."""
        chunks, embedded = self._store.code.count()
        return VectorGap(max(chunks - embedded, 0), chunks, self._is_blind_to(question), ("piece of code", "pieces of code"))

    def _is_blind_to(self, question: str) -> bool:
        return bool(question) and not self._embedder.wait(0, [question[:QUESTION_CHARS_MAX]])

    def waits_little(self, count_max: int, chars_max: int) -> bool:
        """Whether memories wait for their vectors, and those that do are few and short in all."""
        embedded, total = self._store.search.coverage()
        if not 0 < total - embedded <= count_max:
            return False
        return sum(len(text) for _, text in self._store.search.pending(count_max)) <= chars_max

    def pending(self) -> int:
        """How many memories, chunks and observations have no vector yet; from counters."""
        embedded, total = self._store.search.coverage()
        chunks, embedded_chunks = self._store.code.count()
        return total - embedded + chunks - embedded_chunks + self.views.pending()

    def renew(self) -> bool:
        """Drop vectors of texts that another encoder embeds now, if this embedder continues the palace's; whether it does."""
        stored, ours = self._store.identity(), self._embedder.identity
        if stored is None or stored == ours or not ours.dimensions or not ours.continues(stored):
            return False
        self._store.renew_vectors(ours, lambda text: self._embedder.is_outdated(text, stored))
        return True

    def take_over(self) -> bool:
        """Drop the vectors of a predecessor; whether there were any."""
        with self._store.writing("embedder"):
            stored = self._store.identity()
            # Another process may have dropped them already, and made new ones since.
            if stored is None or not self._embedder.identity.replaces(stored):
                return False
            self._drop_all()
            return True

    def start_over(self) -> None:
        """Drop every vector that this embedder did not make, or all of them if it made every one; it then makes them anew."""
        if not self._embedder.identity.dimensions:
            # What is noted in the palace must be known first.
            self.require(self.patience_s)
        if self.renew():
            return
        with self._store.writing("embedder"):
            self._drop_all()
        self._store.expect_vectors(self._store.search.coverage()[1])

    def _made(self, texts: Sequence[str], patience_s: float) -> "list[Vectors]":
        """The vectors of texts that somebody waits for; none where one is too long, or the model is not there in time."""
        if max(map(len, texts)) > PROMPT_CHARS_MAX or not self._embedder.wait(patience_s, texts):
            return []
        try:
            return self._embedder.embed_texts(texts)
        except NotReady:
            # A server that has answered before may be gone: the texts get their vectors when it is back.
            return []

    def _drop_all(self) -> None:
        self._store.search.forget_vectors(self._embedder.identity)
        self._store.code_search.forget_vectors()

    def _backlog(self, source: TextSource) -> "_Texts":
        return _Texts(self._store, self._embedder, source)


class _Waiting(NamedTuple):
    """A row and its text."""

    key: int
    content: str


class _Texts:
    """The backlog of memories, or of code."""

    batch = BATCH

    def __init__(self, store: Store, embedder: Embedder, source: TextSource) -> None:
        self._store = store
        self._embedder = embedder
        self._source = source

    def pending(self, limit: int) -> list[_Waiting]:
        return [_Waiting(*row) for row in self._source.pending(limit)]

    def embed(self, texts: Sequence[_Waiting], passed_over: int) -> None:
        made = self._embedder.embed_texts([without_day(each.content) for each in texts])
        with self._store.writing("embedder"):
            # A text may have changed meanwhile: the vector would belong to the old text.
            unchanged = dict(self._source.pending(len(texts) * 2 + passed_over))
            self._store.claim(self._embedder.identity)
            rows = zip(texts, made, strict=True)
            self._source.put({key: vectors for (key, text), vectors in rows if unchanged.get(key) == text})
