"""Quality of code search: the product beside dense vectors and BM25 over the same chunks, in the same run."""

import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import bm25s
import numpy as np
import Stemmer

from bench.code.trees import Asked
from bench.recall.measures import bootstrap, measure
from bench.recall.vectors import CachedEmbedder
from simonides.domain.code import Chunk
from simonides.domain.ids import Mint
from simonides.domain.time import system_clock
from simonides.engine.engine import Engine
from simonides.engine.palace import Equipment, Palace
from simonides.mining.code.folders import Folders
from simonides.stores.sqlite.shelf import SqliteShelf

SHOWN = ("any@1", "any@5", "any@10", "MRR@10", "nDCG@10")
DEPTH = 10


def compare(title: str, write: Callable[[Path], list[Asked]], embedder: CachedEmbedder) -> None:
    """Write a tree, index it, ask everything of every system, print a table."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as data:
        asked = write(Path(folder))
        engine = Engine(SqliteShelf(Path(data)), Equipment(embedder, system_clock, Mint(), 60, Folders()))
        palace = engine.create("bench")
        status = palace.codebase.index(folder).status
        palace.vectors.catch_up()
        print(f"\n=== {title}: {len(asked)} questions over {status.chunks:,} chunks in {status.progress.total_files:,} files")
        report(asked, {"simonides": Product(palace), **baselines(palace, embedder)})
        engine.close()


class Product:
    """The product's own search."""

    def __init__(self, palace: Palace) -> None:
        self._palace = palace

    def __call__(self, question: str) -> list[Chunk]:
        return [hit.chunk for hit in self._palace.codebase.search(question, limit=DEPTH * 3)]


class Baseline:
    """Every chunk scored by one thing alone."""

    def __init__(self, chunks: Sequence[Chunk], score: Callable[[str], "np.ndarray[tuple[int], np.dtype[np.float64]]"]) -> None:
        self._chunks = chunks
        self._score = score

    def __call__(self, question: str) -> list[Chunk]:
        return [self._chunks[row] for row in np.argsort(-self._score(question), kind="stable")[: DEPTH * 3]]


def baselines(palace: Palace, embedder: CachedEmbedder) -> dict[str, Baseline]:
    """Dense vectors of the bare content, and BM25 over it."""
    total = palace.codebase.count()
    chunks = list(palace.store.code.at(range(1, total + 1)).values())
    made = embedder.embed_texts([chunk.content.strip("\n") for chunk in chunks])
    owners, vectors = np.repeat(np.arange(len(made)), [len(each) for each in made]), np.concatenate(made)
    stemmer = Stemmer.Stemmer("english")
    tokens = bm25s.tokenize([chunk.content for chunk in chunks], stopwords="en", stemmer=stemmer, show_progress=False)
    index = bm25s.BM25(k1=1.2, b=0.75)
    index.index(tokens, show_progress=False)

    def dense(question: str) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
        best = np.full(len(chunks), -1.0)
        np.maximum.at(best, owners, (vectors @ embedder.embed_question(question).T).max(axis=1))
        return best

    def lexical(question: str) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
        words = bm25s.tokenize(question, stopwords="en", stemmer=stemmer, return_ids=False, show_progress=False)[0]
        known = [word for word in words if word in index.vocab_dict]
        return np.asarray(index.get_scores(known), np.float64) if known else np.zeros(len(chunks))

    return {"dense": Baseline(chunks, dense), "bm25": Baseline(chunks, lexical)}


def report(asked: Sequence[Asked], systems: dict[str, Callable[[str], list[Chunk]]]) -> None:
    """One line of measures for each system, and the interval of the first one's gain over each other."""
    scores: dict[str, list[dict[str, float]]] = {}
    print(f"{'system':<12}" + "".join(f"{name:>9}" for name in SHOWN) + f"{'p50 ms':>9}")
    for name, ask in systems.items():
        spent_ms, scores[name] = [], []
        for each in asked:
            started = time.perf_counter()
            chunks = ask(each.text)
            spent_ms.append((time.perf_counter() - started) * 1000)
            scores[name].append(measure(places(chunks, each), each.gold))
        values = "".join(f"{100 * statistics.mean(each[shown] for each in scores[name]):>9.1f}" for shown in SHOWN)
        print(f"{name:<12}{values}{statistics.median(spent_ms):>9.1f}")
    first, *others = systems
    for other in others:
        pairs = zip(scores[first], scores[other], strict=True)
        low, high = bootstrap({"all": [100 * (ours["MRR@10"] - theirs["MRR@10"]) for ours, theirs in pairs]})
        print(f"{first} over {other}: MRR@10 95 % interval [{low:+.1f}, {high:+.1f}]")


def places(chunks: Sequence[Chunk], asked: Asked) -> list[str]:
    """Where the chunks stand, in the words of the question's gold, each place once."""
    is_by_name = any("::" in gold for gold in asked.gold)
    return list(dict.fromkeys(f"{chunk.path}::{chunk.breadcrumb}" if is_by_name else chunk.path for chunk in chunks))
