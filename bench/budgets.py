"""Budgets of one machine: what a note, a search, memory and many writers may cost, what they do, and the encoder's share.

    python -m bench.budgets [--only note,search,large,million,memory,writers] [--large DIR] [--vectors 1000000] [--writes 500]

CPU milliseconds of this process, the median of many; a wait for the disk or for other programs does not count, a slower clock
and a shared cache do: take a quiet moment. `large` wants the folder of a palace that `bench.scale --keep` made. `million` makes
near-copies of some hundred texts as vectors alone, scans them as a palace does, and compares with an exact scan: words, ranking
and the encoder are not in it, although the budget is for all of it. Exits with 1 when a budget is missed.
"""

import resource
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.corpus import NOISE, Corpus, paragraphs
from bench.load import look_at
from bench.options import described
from bench.servers import Server
from bench.stress import SERVE, file_notes, note
from simonides.domain.memory import Place
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engines import build_engine
from simonides.frozen import frozen
from simonides.ports.embedder import Embedder
from simonides.settings import Settings
from simonides.stores.sqlite.vectors.columns import Columns
from simonides.stores.sqlite.vectors.scan import candidates
from simonides.stores.sqlite.vectors.snapshot import Snapshot, VectorRows
from simonides.stores.sqlite.vectors.tuning import MEASURED

WORDS = 56
"""How many words of the corpus have about 75 tokens."""
NOTES = 1_000
ASKED = 60
POOL = 400
NEAREST = 10
SEARCH_MS = {1_000: 6.0, 100_000: 10.0, 1_000_000: 30.0}
"""What a search may cost in a palace of up to so many memories."""
WRITES_PER_S = 200
"""How many notes many processes should file together: eight have 20 seconds for 500 each."""
WRITE_MS = 2 * 1000 / WRITES_PER_S
"""What two cores have for each of these notes in that time, with the start of the servers."""


@frozen
class Figure:
    """One line of the report."""

    name: str
    budget: float
    found: float
    unit: str
    encoder: float | None = None
    is_least: bool = False
    """Whether the budget is what must be reached, and not what must not be passed."""

    @property
    def is_kept(self) -> bool:
        return self.found >= self.budget if self.is_least else self.found <= self.budget

    def line(self) -> str:
        share = "" if self.encoder is None else f"{self.encoder:.1f} {self.unit}"
        verdict = "kept" if self.is_kept else "MISSED"
        return f"{self.name:<44}{self.budget:>8g} {self.found:>8.3g} {self.unit:<6} {share:>10}  {verdict}"


def cpu_ms(work: Callable[[str], object], texts: Sequence[str]) -> float:
    """The median CPU of the work for one text."""
    spent = []
    for text in texts:
        started = time.process_time()
        work(text)
        spent.append((time.process_time() - started) * 1000)
    return statistics.median(spent)


def notes(count: int) -> list[str]:
    """Different notes of about 75 tokens."""
    texts = paragraphs(2_000)
    return [f"{' '.join(texts[number % len(texts)].split()[:WORDS])} Ticket OPS-{number}." for number in range(count)]


def questions(count: int, seed: int) -> list[str]:
    chance = np.random.default_rng(seed)
    found = []
    for text in notes(count * 3)[seed::3][:count]:
        words = text.split()
        start = int(chance.integers(max(len(words) - 9, 1)))
        found.append("what about " + " ".join(words[start : start + 8]))
    return found


def opened(directory: Path) -> Engine:
    engine = build_engine(Settings(directory), patience_s=60)
    engine.embedder.wait(60)
    return engine


def measure_notes(engine: Engine) -> Iterator[Figure]:
    palace, texts = engine.create("default"), notes(NOTES + ASKED)
    encoder = cpu_ms(lambda text: engine.embedder.embed_texts([f"{text} Again."]), texts[:ASKED])
    spent = cpu_ms(lambda text: palace.memories.remember_once(Draft(text, Place("wing", "room"))), texts[:NOTES])
    yield Figure("a note of 75 tokens, durable and embedded", 8, spent, "ms", encoder)


def measure_search(engine: Engine) -> Figure:
    palace = engine.palace("default")
    size = palace.memories.count()
    palace.recall("a first question loads everything")
    encoder = cpu_ms(engine.embedder.embed_question, questions(ASKED, 1))
    spent = cpu_ms(lambda question: palace.recall(question, limit=5), questions(ASKED, 2))
    return Figure(f"a search over {size:,} memories", search_budget_ms(size), spent, "ms", encoder)


def search_budget_ms(size: int) -> float:
    """What a search may cost in a palace of so many memories, or a tenth more."""
    return next((budget for most, budget in SEARCH_MS.items() if size <= 1.1 * most), max(SEARCH_MS.values()))


def measure_memory(home: str) -> Figure:
    with Server(SERVE, {"SIMONIDES_HOME": home}) as server:
        server.initialize()
        for question in questions(5, 0):
            server.call("mempalace_search", {"query": question})
        return Figure("memory with the model and 1,000 notes", 120, look_at(server.process).rss_mb, "MB")


def short_note_ms(embedder: Embedder) -> float:
    """The CPU of the encoder for a note as the writers file it."""
    return cpu_ms(lambda text: embedder.embed_texts([text]), [note(0, number) for number in range(ASKED)])


def measure_writers(encoder: float | None, processes: int, writes: int) -> Iterator[Figure]:
    """Servers that file near copies in one palace at once; their CPU with that of their start, divided by the writes."""
    failures: list[object] = []
    with tempfile.TemporaryDirectory() as home:
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        clients = [threading.Thread(target=file_notes, args=(home, each, writes, failures)) for each in range(processes)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        took_s, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    if failures:
        raise SystemExit(f"{len(failures)} writes were refused: {failures[0]}")
    spent_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    yield from writers_figures(processes, writes, took_s, spent_s, encoder)


def writers_figures(processes: int, writes: int, took_s: float, spent_s: float, encoder: float | None) -> Iterator[Figure]:
    """The time and the CPU of some writers against their budgets; fewer writes have less time."""
    total = processes * writes
    yield Figure(f"{processes} processes x {writes} writes, by the wall", total / WRITES_PER_S, took_s, "s")
    yield Figure("CPU of the servers for one of these writes", WRITE_MS, spent_s * 1000 / total, "ms", encoder)


def near_copies(embedder: Embedder, count: int) -> tuple[Snapshot, NDArray[np.float16]]:
    """Vectors that vary those of a few hundred texts, as the cache of a palace holds them, and as they are stored."""
    pool = Corpus(embedder, POOL).vectors
    chance = np.random.default_rng(3)
    rows = VectorRows.with_capacity(count, pool.shape[1])
    stored = np.empty((count, pool.shape[1]), np.float16)
    for first in range(0, count, 20_000):
        keys = np.arange(first, min(first + 20_000, count))
        noise = chance.standard_normal((len(keys), pool.shape[1]), dtype=np.float32) / np.sqrt(pool.shape[1])
        varied = pool[chance.integers(len(pool), size=len(keys))] + NOISE * noise
        varied /= np.linalg.norm(varied, axis=1, keepdims=True)
        stored[keys] = varied
        rows = rows.extended(keys, keys, stored[keys].astype(np.float32))
    tail = VectorRows.with_capacity(0, pool.shape[1])
    return Snapshot(0, Columns.with_capacity(0), rows.trimmed(), tail, np.ones(count, np.bool_)), stored


def measure_many(embedder: Embedder, count: int) -> Iterator[Figure]:
    snapshot, stored = near_copies(embedder, count)
    mask = np.ones(count, np.bool_)
    asked = [embedder.embed_question(question) for question in questions(ASKED, 1)]
    spent, recalls = [], []
    for question in asked:
        started = time.process_time()
        found = candidates(snapshot, mask, question, NEAREST, MEASURED).keys
        cosines = stored[found].astype(np.float32) @ question[0]
        best = found[np.argsort(-cosines)[:NEAREST]]
        spent.append((time.process_time() - started) * 1000)
        exact = np.concatenate([stored[at : at + 65_536].astype(np.float32) @ question[0] for at in range(0, count, 65_536)])
        truth = np.argpartition(-exact, NEAREST)[:NEAREST]
        recalls.append(len(set(truth.tolist()) & set(best.tolist())) / NEAREST)
    yield Figure(f"vectors alone of a search over {count:,}", 30, statistics.median(spent), "ms")
    yield Figure(f"recall@10 among {count:,} near-copies", 0.97, statistics.mean(recalls), "", is_least=True)


def figures(only: set[str], large: Sequence[Path], vectors: int, writers: tuple[int, int]) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as home:
        engine = opened(Path(home))
        encoder = short_note_ms(engine.embedder) if "writers" in only else None
        if only & {"note", "search", "memory"}:
            yield from measure_notes(engine)
        if "search" in only:
            yield measure_search(engine)
        if "million" in only:
            yield from measure_many(engine.embedder, vectors)
        engine.close()
        if "memory" in only:
            yield measure_memory(home)
    for folder in large if "large" in only else ():
        engine = opened(folder)
        yield measure_search(engine)
        engine.close()
    if "writers" in only:
        yield from measure_writers(encoder, *writers)


def main() -> int:
    parser = described(__doc__)
    parser.add_argument("--only", default="note,search,large,million,memory,writers")
    parser.add_argument(
        "--large", type=Path, action="append", default=[], help="the folder of a large palace; any number of them"
    )
    parser.add_argument("--vectors", type=int, default=1_000_000)
    parser.add_argument("--processes", type=int, default=8, help="how many servers write at once")
    parser.add_argument("--writes", type=int, default=500, help="how many notes each of them files")
    options = parser.parse_args()
    print(f"{'':<44}{'budget':>8} {'found':>8} {'':<6} {'encoder':>10}", flush=True)
    is_kept = True
    writers = options.processes, options.writes
    for figure in figures(set(options.only.split(",")), options.large, options.vectors, writers):
        print(figure.line(), flush=True)
        is_kept = is_kept and figure.is_kept
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
