"""PostgreSQL: recall of its vector search, and many servers sharing one database.

    python -m bench.postgres [recall] [load] [--rows 100000] [--servers 10] [--clients 500] [--seconds 20] [--database URL]

recall: a palace of many memories; recall@10 against a comparison with every vector, without a filter and with filters that leave
10, 1 and 0.1 percent, with the server's time for each; words, rare and common, beside it; and how large tables and indexes are.
load: as `bench.load`, with the clients spread over servers that share one database, beside one server on SQLite.
Without `--database` a server from the package index is started, as in the tests; its commits wait for the disk.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bench.corpus import paragraphs
from bench.load import HEADING, OURS, Look, load, look_at, measure, serving, tell
from bench.options import described
from simonides.domain.memory import EVERYTHING, Memory, Place, Scope
from simonides.domain.text.words import query_words
from simonides.ports.embedder import Identity
from simonides.stores.postgres.shelf import PostgresShelf
from simonides.stores.sql.store import SqlStore
from simonides.stores.sql.vectors.identity import claim

if TYPE_CHECKING:
    from support.postgres import Server

DIMS = 384
PER_CLUSTER = 200
BATCH = 1_000
QUESTIONS = 100
LIMIT = 10
IDENTITY = Identity("bench/clustered", DIMS)
MEMORY_MB = 1_024
"""What the server may use to make a graph."""

Floats = NDArray[np.float32]

FILTERS = {
    "everything": (Scope(), 1),
    "10 %": (Scope(wing="wing_0"), 10),
    "1 %": (Scope(room="room_0"), 100),
    "0.1 %": (Scope(hall="hall_0"), 1_000),
    "1 % by tag": (Scope(tag="tag_0"), 100),
}
"""What each scope is called, and which share of the rows it leaves: those whose number it divides."""


def clustered(count: int, seed: int) -> Floats:
    """Unit vectors around centres, as those of real texts are."""
    centres = np.random.default_rng(1).standard_normal((max(count // PER_CLUSTER, 50), DIMS)).astype(np.float32)
    chance = np.random.default_rng(seed)
    rows = centres[chance.integers(len(centres), size=count)] + 0.9 * chance.standard_normal((count, DIMS)).astype(np.float32)
    unit: Floats = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit.astype(np.float16).astype(np.float32)


def memory(number: int, texts: list[str]) -> Memory:
    place = Place(f"wing_{number % 10}", f"room_{number % 100}", f"hall_{number % 1_000}")
    content = f"{texts[number % len(texts)]} Ticket OPS-{number}."
    return Memory(f"m{number}", content, place, datetime(2026, 1, 1, tzinfo=UTC), tags=(f"tag_{number % 100}",))


def fill(store: SqlStore, vectors: Floats) -> list[int]:
    """File everything through the store; the graph is made afterwards, as for any large import."""
    texts = paragraphs(3_000)
    claim(store.database, IDENTITY)
    keys: list[int] = []
    for first in range(0, len(vectors), BATCH):
        part = range(first, min(first + BATCH, len(vectors)))
        with store.writing("bench"):
            added = store.memories.add([memory(number, texts) for number in part])
            store.search.put({key: vectors[number][None, :] for key, number in zip(added, part, strict=True)})
        keys += added
    return keys


def timed_ms(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def measure_recall(url: str, rows: int) -> None:
    store = PostgresShelf(url).create(f"bench {rows} {time.time():.0f}", "", datetime.now(UTC))
    vectors = clustered(rows, seed=2)
    started = time.perf_counter()
    keys = np.array(fill(store, vectors))
    print(f"filled {rows:,} memories in {time.perf_counter() - started:.0f} s")
    print(f"made the graphs in {timed_ms(store.tend) / 1000:.0f} s")
    measure_filters(store, keys, vectors)
    measure_words(store)
    measure_sizes(store)
    store.close()


def measure_filters(store: SqlStore, keys: NDArray[np.int64], vectors: Floats) -> None:
    questions = clustered(QUESTIONS, seed=3)
    print(f"{'filter':<12} {'recall@10':>9} {'least':>6} {'p50 ms':>8} {'p95 ms':>8}")
    for name, (scope, step) in FILTERS.items():
        inside = np.arange(0, len(keys), step)
        recalls, waits = [], []
        for question in questions:
            cosines = vectors[inside] @ question
            truth = set(keys[inside[np.argsort(-cosines, kind="stable")[:LIMIT]]].tolist())
            started = time.perf_counter()
            found = store.search.nearest(question[None, :], scope, LIMIT)
            waits.append((time.perf_counter() - started) * 1000)
            recalls.append(len(truth & set(found.keys.tolist())) / len(truth))
        p50, p95 = np.percentile(waits, [50, 95])
        print(f"{name:<12} {np.mean(recalls):>9.3f} {min(recalls):>6.2f} {p50:>8.1f} {p95:>8.1f}", flush=True)


def measure_words(store: SqlStore) -> None:
    asked = {"rare": "OPS-4711", "a question": "what does the compiler do with an assignment expression", "common": "ticket"}
    for name, question in asked.items():
        words = query_words(question)
        waits = [timed_ms(lambda words=words: store.search.matches(words, EVERYTHING)) for _ in range(20)]  # type: ignore[misc]
        found = store.search.matches(words)
        p50 = float(np.median(waits))
        print(f"words, {name:<12} {len(found.keys):>7} found, {len(found.skipped)} words skipped, p50 {p50:.1f} ms")


def measure_sizes(store: SqlStore) -> None:
    sql = """
        SELECT relname, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class
        WHERE relname IN ('memories', 'vectors', 'postings', 'terms') ORDER BY relname
    """
    for name, table, indexes in store.database.rows(sql):
        print(f"size of {name:<9} {table / 1e6:>7.0f} MB, its indexes {indexes / 1e6:.0f} MB")


def measure_load(url: str, options: argparse.Namespace) -> None:
    print(f"{options.clients} clients, {options.seconds:g} s, embedder {options.embedder}")
    print(HEADING)
    with ExitStack() as stack:
        started = []
        for _ in range(options.servers):
            home = stack.enter_context(tempfile.TemporaryDirectory())
            started.append(stack.enter_context(serving([*OURS, "--database", url], home, options.embedder)))

        def look() -> Look:
            looks = [look_at(process) for process, _ in started]
            return Look(sum(each.rss_mb for each in looks), sum(each.cpu_s for each in looks))

        tally, looks = asyncio.run(load([port for _, port in started], options, look))
    tell(f"{options.servers} x postgres", tally, looks, options.seconds)
    # One server has room for so many sessions only.
    options.clients //= options.servers
    print(f"{options.clients} clients")
    measure("1 x sqlite", OURS, options)


@contextmanager
def database(url: str | None) -> Iterator[str]:
    if url is not None:
        yield url
        return
    with database_server() as server:
        yield server.new_database()


@contextmanager
def database_server() -> "Iterator[Server]":
    """A PostgreSQL of its own, whose commits wait for the disk."""
    sys.path.append(str(Path(__file__).parent.parent / "tests"))
    from support.postgres import Server

    settings = {"maintenance_work_mem": f"{MEMORY_MB}MB", "shared_buffers": "1GB", "max_wal_size": "4GB"}
    server = Server(is_durable=True, settings=settings)
    try:
        yield server
    finally:
        server.end()


def main() -> int:
    parser = described(__doc__)
    parser.add_argument("parts", nargs="*", choices=["recall", "load", []], default=[])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--servers", type=int, default=10)
    parser.add_argument("--clients", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--embedder", default="hashing")
    parser.add_argument("--database", help="an empty database to use")
    options = parser.parse_args()
    parts = options.parts or ["recall", "load"]
    with database(options.database) as url:
        if "recall" in parts:
            measure_recall(url, options.rows)
        if "load" in parts:
            measure_load(url, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
