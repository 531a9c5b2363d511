"""Speed of indexing a tree: text and vectors apart, and once more with nothing changed."""

import resource
import statistics
import tempfile
import threading
import time
from pathlib import Path

from simonides.engine.palace import Palace
from simonides.engines import build_engine
from simonides.settings import Settings

SAVES = 10
ASKED = 100
EMBEDDED = 512
"""How many chunks are embedded to tell the speed of embedding: a large tree takes long, and goes on as it begins."""


def measure_speed(tree: Path) -> None:
    """Index a tree into a fresh palace, and print what it took."""
    with tempfile.TemporaryDirectory() as data:
        engine = build_engine(Settings(Path(data)))
        palace = engine.create("bench")
        print(f"\n=== indexing {tree}")
        status = _timed("text index", palace, str(tree))
        print(f"{'':<22}{status / 1e6:.0f} MB on disk, peak memory {_peak_mb():.0f} MB")
        _timed("unchanged, first look", palace, str(tree))
        _timed("unchanged", palace, str(tree))
        _time_a_save(palace, Path(data))
        engine.embedder.wait(60)
        _time_searches(palace)
        wall, cpu = time.perf_counter(), time.process_time()
        done = palace.vectors.catch_up(limit=EMBEDDED)
        spent_s, cpu_s = time.perf_counter() - wall, time.process_time() - cpu
        print(f"{'embedding':<22}{done / spent_s:.0f} chunks/s ({done / cpu_s:.0f} per CPU second), peak {_peak_mb():.0f} MB")
        engine.close()


def _timed(what: str, palace: Palace, tree: str) -> int:
    wall, cpu = time.perf_counter(), time.process_time()
    report = palace.codebase.index(tree)
    spent_s, cpu_s = time.perf_counter() - wall, time.process_time() - cpu
    files, chunks = report.status.progress.total_files, report.status.chunks
    rate = f"{files / spent_s:,.0f} files/s"
    if report.changed:
        rate += f", {chunks / spent_s:,.0f} chunks/s ({chunks / cpu_s:,.0f} per CPU second)"
    print(f"{what:<22}{files:,} files, {chunks:,} chunks in {spent_s:.2f} s ({cpu_s:.2f} s CPU): {rate}")
    return sum(path.stat().st_size for path in Path(palace.info.where).rglob("*") if path.is_file())


def _time_a_save(palace: Palace, data: Path) -> None:
    folder, stop = data / "watched", threading.Event()
    folder.mkdir()
    spent_s = []
    reports = palace.codebase.watch(str(folder), stop)
    next(reports)
    for number in range(SAVES):
        saved = time.perf_counter()
        # The watcher sleeps while nobody asks it for news, so the save is made by somebody else meanwhile.
        threading.Thread(target=(folder / f"saved{number}.py").write_text, args=(f"def saved_{number}(): ...\n",)).start()
        while not next(reports).changed:
            pass
        assert palace.codebase.search(f"saved_{number}")
        spent_s.append(time.perf_counter() - saved)
    stop.set()
    print(f"{'save to found':<22}{statistics.median(spent_s):.2f} s, at worst {max(spent_s):.2f} s of {SAVES}")


def _time_searches(palace: Palace) -> None:
    total = palace.codebase.count()
    chunks = palace.store.code.at(range(1, total, max(total // ASKED, 1))).values()
    names = [chunk.name for chunk in chunks if chunk.name]
    questions = [f"where does {chunk.path} handle {chunk.breadcrumb.replace('.', ' ')}" for chunk in chunks]
    for what, asked in (("search by name", names), ("search by question", questions)):
        palace.codebase.search(asked[0])
        spent_ms = []
        for question in asked:
            started = time.process_time()
            palace.codebase.search(question)
            spent_ms.append((time.process_time() - started) * 1000)
        slowest = statistics.quantiles(spent_ms, n=20)[-1]
        print(f"{what:<22}{statistics.median(spent_ms):.1f} ms CPU, 95 % under {slowest:.1f} ms, over {total:,} chunks")


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
