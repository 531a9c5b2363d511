"""A separate process that dreams; it reports every step and, on request, waits for a line in the middle."""

import sys

from simonides.domain.ids import Mint
from simonides.domain.time import system_clock
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.palace import Equipment
from simonides.engine.upkeep.dreamer import Rhythm
from support.homes import Home

STEP_UNDER_WAY = 5
"""The dreamer, the palace and the cycle have each begun their time by then, and the lease is taken."""


class TellingStopwatch:
    """Says each time that it is read; time does not pass."""

    def __init__(self, *, is_waiting: bool) -> None:
        self._is_waiting = is_waiting
        self._looks = 0

    def __call__(self) -> float:
        self._looks += 1
        sys.stdout.write(f"step {self._looks}\n")
        sys.stdout.flush()
        if self._is_waiting and self._looks == STEP_UNDER_WAY:
            sys.stdin.readline()
        return 0.0


if __name__ == "__main__":
    where, mode = sys.argv[1:]
    rhythm = Rhythm(stopwatch=TellingStopwatch(is_waiting=mode == "wait"))
    engine = Engine(Home(where).shelf(), Equipment(HashingEmbedder(), system_clock, Mint(), patience_s=5), rhythm)
    report = engine.dream("test")
    sys.stdout.write(f"merged {report.dream.merged if report else None}\n")
    engine.close()
