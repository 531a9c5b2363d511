"""Cost of the second encoder for people who write only English: memory, time and disk, with and without it in the same run."""

import statistics
import sys
import tempfile
from pathlib import Path

from bench.corpus import paragraphs
from bench.servers import Server
from simonides.embedders import mneme, polyglot

ROUNDS = 5
DRAWERS = 40
GERMAN = "Der Schlüssel für das Archiv liegt in der obersten Schublade, gleich neben dem Fenster."


def report() -> None:
    """Print the table."""
    print(f"a stdio server that files {DRAWERS} English drawers and answers {DRAWERS} English questions; median of {ROUNDS}")
    print(f"{'embedder':<34}{'CPU s':>8}{'RSS MB':>9}{'model MB':>10}")
    english, both = [], []
    # In turn, so that what else the machine does falls on both alike.
    for _ in range(ROUNDS):
        english.append(_measure("mneme"))
        both.append(_measure("bundled"))
    _line("mneme alone", english, _size(mneme.MODEL))
    _line("mneme and polyglot, English", both, _size(mneme.MODEL) + _size(polyglot.MODEL))
    _line("the same, after a German drawer", [_measure("bundled", GERMAN)], _size(mneme.MODEL) + _size(polyglot.MODEL))


def _measure(embedder: str, then: str | None = None) -> tuple[float, float]:
    """CPU seconds of the English work, and megabytes after it; with a last text, megabytes after that has been found."""
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "SIMONIDES_HOME": home, "SIMONIDES_EMBEDDER": embedder}
        with Server([sys.executable, "-m", "simonides", "serve"], environment) as server:
            server.initialize()
            for text in paragraphs(DRAWERS):
                server.call("mempalace_add_drawer", {"wing": "w", "room": "r", "content": text})
                server.call("mempalace_search", {"query": " ".join(text.split()[3:11])})
            cpu_s = server.cpu_s()
            if then is not None:
                server.call("mempalace_add_drawer", {"wing": "w", "room": "r", "content": then})
                server.call("mempalace_search", {"query": then})
            return cpu_s, server.rss_mb()


def _line(name: str, measured: list[tuple[float, float]], size: int) -> None:
    cpu_s, rss_mb = (statistics.median(column) for column in zip(*measured, strict=True))
    print(f"{name:<34}{cpu_s:>8.2f}{rss_mb:>9.1f}{size / 1e6:>10.1f}")


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())
