"""Speed of a large palace, and how much the fast scan misses.

    python -m bench.scale [--size 100000] [--questions 200] [--keep DIR]

Makes a palace through the product's own import, opens it and asks it through the product's own search: CPU and wall time per
question end to end, embedding included; recall@10 of the vector search against an exact scan of every vector; status; memory.
Beside it, in the same run: an exact numpy scan, and FTS5's own bm25() for the same words.
"""

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from sqlite3 import connect

import numpy as np
from numpy.typing import NDArray

from bench.corpus import Corpus
from bench.options import described
from simonides.domain.memory import EVERYTHING, Scope
from simonides.domain.text.words import query_words
from simonides.engine.palace import Palace
from simonides.engines import build_engine
from simonides.models import build_embedder
from simonides.settings import Settings

POOL = 1500
SCOPES = {
    "whole palace": EVERYTHING,
    "one wing (10 %)": Scope(wing="wing_3"),
    "wing and room (1 %)": Scope(wing="wing_3", room="room-4"),
}


def timed(action: Callable[[str], object], questions: Sequence[str]) -> tuple[float, float, float]:
    """Median and 95th percentile of CPU milliseconds, and median of wall milliseconds."""
    cpu, wall = [], []
    for question in questions:
        started, clock = time.process_time(), time.perf_counter()
        action(question)
        cpu.append((time.process_time() - started) * 1000)
        wall.append((time.perf_counter() - clock) * 1000)
    return statistics.median(cpu), statistics.quantiles(cpu, n=20)[-1], statistics.median(wall)


def make(directory: Path, size: int) -> list[str]:
    """File the palace with the real command; the questions to ask."""
    corpus = Corpus(build_embedder(Settings(directory)), POOL)
    source = directory / "palace.jsonl"
    with source.open("w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in corpus.lines(size))
    started = time.perf_counter()
    command = [sys.executable, "-m", "simonides", "import", str(source), "--data-dir", str(directory), "--json"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    took = time.perf_counter() - started
    source.unlink()
    print(f"imported {size:,} memories with vectors in {took:.0f} s: {size / took:,.0f}/s")
    return corpus.questions(2000)


def all_vectors(directory: Path, dimensions: int) -> tuple[NDArray[np.int64], NDArray[np.float16]]:
    """Every vector in the file, with the row of its memory, read without the product's code."""
    [path] = directory.glob("palaces/*/palace.db")
    connection = connect(path)
    count = connection.execute("SELECT count(*) FROM vectors").fetchone()[0]
    keys, vectors = np.empty(count, np.int64), np.empty((count, dimensions), np.float16)
    for row, (key, blob) in enumerate(connection.execute("SELECT memory, f16 FROM vectors ORDER BY key")):
        keys[row], vectors[row] = key, np.frombuffer(blob, np.float16)
    connection.close()
    return keys, vectors


def exact(vectors: NDArray[np.float16], question: NDArray[np.float32]) -> NDArray[np.float32]:
    """The cosine of every vector, in blocks that fit into memory."""
    blocks = [vectors[start : start + 65_536].astype(np.float32) @ question for start in range(0, len(vectors), 65_536)]
    return np.concatenate(blocks)


def report_recall(palace: Palace, directory: Path, questions: Sequence[str], dimensions: int) -> None:
    """Recall@10 of the vector search in each scope against an exact scan, and what that scan costs."""
    keys, vectors = all_vectors(directory, dimensions)
    places = {scope: set(palace_keys(palace, scope)) for scope in SCOPES.values() if scope is not EVERYTHING}
    masks = {scope: np.isin(keys, list(inside)) for scope, inside in places.items()}
    found: dict[str, list[float]] = {name: [] for name in SCOPES}
    scan_ms = []
    for question in questions:
        asked = palace.vectors.of_question(question)
        assert asked is not None
        started = time.process_time()
        cosines = exact(vectors, asked[0])
        scan_ms.append((time.process_time() - started) * 1000)
        for name, scope in SCOPES.items():
            masked = np.where(masks[scope], cosines, -2) if scope in masks else cosines
            truth = set(keys[np.argsort(-masked)[:10]].tolist())
            near = palace.store.search.nearest(asked, scope, 10)
            found[name].append(len(truth & set(near.keys.tolist())) / 10)
    for name, shares in found.items():
        print(f"recall@10 of the vector search, {name:<22} {statistics.mean(shares):.4f}")
    print(f"baseline, exact numpy scan of all vectors: {statistics.median(scan_ms):.1f} ms CPU p50 (no words, no ranking)")


def palace_keys(palace: Palace, scope: Scope) -> list[int]:
    """The rows in a scope."""
    store = palace.store.memories
    return [store.key_of(memory.id) for memory in store.page(scope, limit=1_000_000)]


def report_bm25(directory: Path, questions: Sequence[str]) -> None:
    """What FTS5's own ranking costs for the same words."""
    [path] = directory.glob("palaces/*/palace.db")
    connection = connect(path)
    # The index stands over a view that calls our tokeniser; to rank by it nothing needs to be tokenised.
    connection.create_function("words", 1, str, deterministic=True)
    sql = "SELECT rowid FROM memory_text WHERE memory_text MATCH ? ORDER BY rank LIMIT 200"

    def ask(question: str) -> object:
        words = " OR ".join(f'"{word}"' for word in dict.fromkeys(query_words(question)))
        return connection.execute(sql, (words,)).fetchall() if words else None

    median, high, _ = timed(ask, questions)
    print(f"baseline, FTS5 bm25() top 200 for the same words: {median:.1f} ms CPU p50, {high:.1f} p95")
    connection.close()


def run(directory: Path, size: int, count: int) -> None:
    asked = make(directory, size)
    # Every scope gets questions of its own: one asked before would come from the embedder's cache.
    questions, *fresh = [asked[start : start + count] for start in range(0, count * (len(SCOPES) + 1), count)]
    engine = build_engine(Settings(directory), patience_s=60)
    started = time.perf_counter()
    palace = engine.palace("default")
    palace.store.search.matches(query_words(questions[0]), EVERYTHING)
    print(f"opened and answered by words in {(time.perf_counter() - started) * 1000:.0f} ms (first process)")
    palace.recall(questions[0])
    status = timed(lambda _: (palace.memories.count(), palace.memories.places(), palace.facts.stats()), questions)
    print(f"status {status[0]:.2f} ms CPU p50, {status[1]:.2f} p95")
    for (name, scope), unasked in zip(SCOPES.items(), fresh, strict=True):
        median, high, wall = timed(lambda question, scope=scope: palace.recall(question, scope, 5), unasked)  # type: ignore[misc]
        print(f"search end to end, {name:<22} {median:6.1f} ms CPU p50 {high:6.1f} p95 {wall:6.1f} ms wall p50")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of this process so far, corpus and model included: {peak:,.0f} MB")
    report_recall(palace, directory, questions[:60], engine.embedder.identity.dimensions)
    report_bm25(directory, questions[:40])
    size_mb = sum(path.stat().st_size for path in directory.rglob("*") if path.is_file()) / 1e6
    print(f"on disk {size_mb:,.0f} MB")
    engine.close()
    again = build_engine(Settings(directory), patience_s=60)
    started = time.perf_counter()
    again.palace("default").store.search.matches(query_words(questions[0]), EVERYTHING)
    print(f"opened again and answered by words in {(time.perf_counter() - started) * 1000:.0f} ms")
    again.close()


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--keep", type=Path, help="make the palace in this folder and keep it")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        run(options.keep, options.size, options.questions)
    else:
        with tempfile.TemporaryDirectory() as directory:
            run(Path(directory), options.size, options.questions)


if __name__ == "__main__":
    main()
