"""The systems compared: the product through its public calls, and baselines over the same texts and vectors."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

import bm25s
import numpy as np
import Stemmer
from numpy.typing import NDArray

from bench.recall.answers import DEPTH, Answer, System
from bench.recall.peer import Choice, MemPalace
from bench.recall.pools import Item, Pool
from simonides.domain.ids import Mint
from simonides.domain.memory import Memory, Origin, Place, Scope
from simonides.domain.ranking.recipe import HYBRID, Recipe
from simonides.domain.time import system_clock
from simonides.engine.engine import Engine
from simonides.engine.palace import Equipment
from simonides.ports.embedder import Embedder
from simonides.stores.sqlite.shelf import SqliteShelf


class Simonides:
    """The product: a fresh palace per pool, everything filed, then asked."""

    def __init__(self, pool: Pool, embedder: Embedder, recipe: Recipe = HYBRID) -> None:
        self._recipe = recipe
        self._folder = tempfile.TemporaryDirectory()
        equipment = Equipment(embedder, system_clock, Mint(), patience_s=60)
        self._engine = Engine(SqliteShelf(Path(self._folder.name)), equipment)
        self._palace = self._engine.create("bench")
        memories = list(_memories(pool.items))
        for first in range(0, len(memories), 1000):
            self._palace.memories.restore(memories[first : first + 1000], {})
        self._palace.vectors.catch_up()

    def ask(self, question: str, recipe: Recipe | None = None, wing: str | None = None) -> Answer:
        hits = self._palace.recall(question, Scope(wing=wing), limit=DEPTH, recipe=recipe or self._recipe)
        # The score is scaled so that the best has about 1; a cosine says how near it really is.
        return Answer([hit.memory.id for hit in hits], (hits[0].similarity or 0.0) if hits else 0.0)

    def size_bytes(self) -> int:
        return sum(path.stat().st_size for path in Path(self._folder.name).rglob("*") if path.is_file())

    def close(self) -> None:
        self._engine.close()
        self._folder.cleanup()


def _memories(items: Sequence[Item]) -> Sequence[Memory]:
    positions: dict[str, int] = {}
    memories = []
    for item in items:
        position = None
        if item.session:
            position = positions[item.session] = positions.get(item.session, -1) + 1
        origin = Origin(conversation=item.session, position=position, event_time=item.time, added_by="bench")
        memories.append(Memory(item.id, item.text, Place(item.wing), system_clock(), origin))
    return memories


class Scores:
    """Baselines that score every item: BM25, exact cosine, and their mixtures."""

    def __init__(self, pool: Pool, embedder: Embedder, mix: str) -> None:
        self._mix = mix
        self._ids = [item.id for item in pool.items]
        self._embedder = embedder
        self._stemmer = Stemmer.Stemmer("english")
        texts = [item.text for item in pool.items]
        if mix != "dense":
            tokens = bm25s.tokenize(texts, stopwords="en", stemmer=self._stemmer, show_progress=False)
            self._bm25 = bm25s.BM25(k1=1.2, b=0.75)
            self._bm25.index(tokens, show_progress=False)
        if mix != "bm25":
            made = embedder.embed_texts(texts)
            self._owners = np.repeat(np.arange(len(made)), [len(vectors) for vectors in made])
            self._vectors = np.concatenate(made)

    def ask(self, question: str) -> Answer:
        scores = self._scores(question)
        order = np.argsort(-scores, kind="stable")[:DEPTH]
        return Answer([self._ids[row] for row in order], float(scores[order[0]]))

    def size_bytes(self) -> int:
        return 0

    def close(self) -> None:
        pass

    def _scores(self, question: str) -> NDArray[np.float64]:
        if self._mix == "dense":
            return self._dense(question)
        if self._mix == "bm25":
            return self._lexical(question)
        lexical, dense = self._lexical(question), self._dense(question)
        if self._mix == "rrf":
            return np.asarray(1 / (60 + _ranks(lexical)) + 1 / (60 + _ranks(dense)))
        return 0.5 * _scaled(lexical) + 0.5 * _scaled(dense)

    def _lexical(self, question: str) -> NDArray[np.float64]:
        tokens = bm25s.tokenize(question, stopwords="en", stemmer=self._stemmer, return_ids=False, show_progress=False)[0]
        known = [token for token in tokens if token in self._bm25.vocab_dict]
        if not known:
            return np.zeros(len(self._ids))
        return np.asarray(self._bm25.get_scores(known), dtype=np.float64)

    def _dense(self, question: str) -> NDArray[np.float64]:
        cosines = (self._vectors @ self._embedder.embed_question(question).T).max(axis=1)
        best = np.full(len(self._ids), -1.0)
        np.maximum.at(best, self._owners, cosines)
        return best


def build(name: str, pool: Pool, embedder: Embedder, peer: Choice) -> System:
    """The system of that name over a pool."""
    if name == "mempalace":
        if peer.python is None:
            raise SystemExit("mempalace needs its own interpreter: use --peer-python PYTHON")
        return MemPalace(pool, embedder, peer.python, peer.model)
    return Simonides(pool, embedder) if name == "simonides" else Scores(pool, embedder, name)


def is_session_known(items: Sequence[Item]) -> bool:
    """Whether figures per session make sense."""
    return any(item.session for item in items)


def _ranks(scores: NDArray[np.float64]) -> NDArray[np.int64]:
    ranks = np.empty(len(scores), np.int64)
    ranks[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
    return ranks


def _scaled(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    low, high = scores.min(), scores.max()
    return (scores - low) / (high - low) if high > low else np.zeros(len(scores))
