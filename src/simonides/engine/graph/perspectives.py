"""Vectors of observations, one set per perspective: made at once when there are few, otherwise later in batches."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING

from simonides.domain.errors import NotFound, NotReady
from simonides.domain.graph import Perspective
from simonides.domain.perspectives import examples_of, fit, lead
from simonides.domain.question.parsed import understand
from simonides.domain.ranking.traits import without_day
from simonides.domain.validation import check_name, clean_text
from simonides.engine.backlog import work_off
from simonides.ports.embedder import Embedder
from simonides.ports.nodes import Pending
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

    Views = Mapping[int, Vectors]
    """The vectors of one text by perspective."""

AT_ONCE_MAX = 8
"""Up to this many observations are embedded by the write itself; more would keep the writer waiting."""
AT_ONCE_CHARS_MAX = 4_000
FEW = 16

QUESTION_CHARS_MAX = 2_000
"""How much of a question is embedded: agents paste whole prompts, and the caller waits."""


class PerspectiveVectors:
    """Makes and stores the vectors of one palace's observations, and catches up on missing ones."""

    def __init__(self, store: Store, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder
        self._examples: dict[Perspective, Vectors] = {}
        self.backlog = _Backlog(self, store)
        """Observations that lack vectors in some perspective."""

    def of_few(self, contents: Sequence[str]) -> "list[Views] | None":
        """The views of some observations about to be written; None when they are many or long, or the model is not there."""
        is_short_work = len(contents) <= AT_ONCE_MAX and sum(map(len, contents)) <= AT_ONCE_CHARS_MAX
        if not contents or not is_short_work or not self._embedder.wait(0, contents):
            return None
        perspectives = tuple(self._store.perspectives.all())
        try:
            return self.embed([(content, perspectives) for content in contents])
        except NotReady:
            # A server that has answered before may be gone: the texts get their vectors when it is back.
            return None

    def of_question(self, text: str) -> "list[tuple[Perspective, Vectors]]":
        """The vectors of a question in each perspective; of a long question only the beginning counts. Raises NotReady."""
        text = text[:QUESTION_CHARS_MAX]
        perspectives = self._store.perspectives.all()
        return [(each, self._embedder.embed_question(each.instruction + text)) for each in perspectives]

    def asked_from(self, text: str, asked: "Sequence[tuple[Perspective, Vectors]]", today: date) -> Perspective | None:
        """The perspective from which a question asks today; None when there is none. Raises NotReady."""
        perspectives = [each for each, _ in asked]
        if not perspectives:
            return None
        plain = next((vectors for each, vectors in asked if not each.instruction), None)
        question = self._embedder.embed_question(text[:QUESTION_CHARS_MAX]) if plain is None else plain
        examples = self._example_vectors(perspectives)
        read = understand(text, today)
        return max(perspectives, key=lambda each: fit(question, examples[each]) + lead(each, read))

    def put(self, views: "Mapping[int, Views]") -> None:
        """Store the views of observations, after recording which embedder made them."""
        if views:
            self._store.claim(self._embedder.identity)
            self._store.perspectives.put(views)

    def pending(self) -> int:
        """How many observations wait for vectors."""
        embedded, total = self._store.perspectives.coverage()
        return total - embedded

    def catch_up_if_few(self, limit: int = FEW) -> None:
        """Embed waiting observations if they are few, so that what was just observed is found by meaning at once."""
        if self._embedder.state != "ready" or not 0 < self.pending() <= limit:
            return
        # Whoever asks is answered, even if the model is gone just now.
        with suppress(NotReady):
            if self._embedder.wait(0, [without_day(each.content) for each in self._store.perspectives.pending(limit)]):
                work_off(self.backlog, self._embedder, limit=limit)

    def all(self) -> list[Perspective]:
        """The perspectives of the palace, in order of creation."""
        return self._store.perspectives.all()

    def set(self, name: str, instruction: str) -> Perspective:
        """Add a perspective, or change its instruction; every observation is then embedded for it in the background."""
        return self._store.perspectives.set(check_name(name, "perspective"), clean_text(instruction))

    def drop(self, name: str) -> None:
        """Remove a perspective. Raises NotFound."""
        if not self._store.perspectives.drop(name):
            raise NotFound("perspective", name)

    def _example_vectors(self, perspectives: Sequence[Perspective]) -> "dict[Perspective, Vectors]":
        # Importing numpy takes longer than the whole handshake may take.
        import numpy as np

        unknown = [each for each in perspectives if each not in self._examples]
        texts = [(each, text) for each in unknown for text in examples_of(each)]
        made = self._embedder.embed_texts([text for _, text in texts]) if texts else []
        for each in unknown:
            own = [rows[0] for (owner, _), rows in zip(texts, made, strict=True) if owner == each]
            self._examples[each] = np.stack(own)
        return self._examples

    def embed(self, texts: "Iterable[tuple[str, tuple[Perspective, ...]]]") -> "list[Views]":
        """The vectors of some observations, each in the perspectives that are wanted. Raises NotReady."""
        told = [(without_day(text), seen) for text, seen in texts]
        wanted = [(index, each.key, each.instruction + text) for index, (text, seen) in enumerate(told) for each in seen]
        views: list[dict[int, Vectors]] = [{} for _ in told]
        made = self._embedder.embed_texts([text for _, _, text in wanted]) if wanted else []
        for (index, perspective, _), vectors in zip(wanted, made, strict=True):
            views[index][perspective] = vectors
        return list(views)


class _Backlog:
    """The observations of one palace that wait."""

    batch = 32

    def __init__(self, views: PerspectiveVectors, store: Store) -> None:
        self._views = views
        self._store = store

    def pending(self, limit: int) -> list[Pending]:
        return self._store.perspectives.pending(limit)

    def embed(self, texts: Sequence[Pending], passed_over: int) -> None:  # noqa: ARG002 - each is found by its row
        made = self._views.embed([(each.content, each.perspectives) for each in texts])
        with self._store.writing("embedder"):
            # A text may have changed meanwhile: the vectors would belong to the old text.
            unchanged = self._contents([each.key for each in texts])
            rows = zip(texts, made, strict=True)
            self._views.put({each.key: views for each, views in rows if unchanged.get(each.key) == each.content})

    def _contents(self, keys: Sequence[int]) -> dict[int, str]:
        return {key: observation.content for key, (_, observation) in self._store.observations.at(keys).items()}
