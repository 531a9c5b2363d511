"""A separate process that indexes a folder; it reports every batch and, on request, waits for a line after the first."""

import sys

from simonides.domain.code import Progress
from simonides.domain.ids import Mint
from simonides.domain.time import system_clock
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.palace import Equipment
from simonides.mining.code.folders import Folders
from support.homes import Home


class Telling:
    """Says how far the run has come."""

    def __init__(self, *, is_waiting: bool) -> None:
        self._is_waiting = is_waiting

    def __call__(self, progress: Progress) -> None:
        sys.stdout.write(f"{progress.indexed_files}\n")
        sys.stdout.flush()
        if self._is_waiting:
            self._is_waiting = False
            sys.stdin.readline()


if __name__ == "__main__":
    where, folder, mode = sys.argv[1:]
    engine = Engine(Home(where).shelf(), Equipment(HashingEmbedder(), system_clock, Mint(), 5, Folders()))
    report = engine.create("test").codebase.index(folder, Telling(is_waiting=mode == "wait"))
    sys.stdout.write(f"done {report.changed if report.is_ours else 'nothing'}\n")
    engine.close()
