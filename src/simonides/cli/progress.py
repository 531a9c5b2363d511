"""Progress on stderr: a bar when it is a terminal, and otherwise one line that says how long a long job will take."""

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

from simonides.cli.cells import cut, padded

if TYPE_CHECKING:
    from simonides.cli.call import Call
    from simonides.engine.engine import Engine
    from simonides.engine.palace import Palace

Advance = Callable[[int, int], None]
"""Takes how far the work has come, and how many things are done."""

BAR_WIDTH = 30
REFRESH_S = 0.1
EMBEDDED_AT_ONCE = 256
FEW = 1_000
"""How many texts without a vector are embedded while a person waits for something else."""
SHOWN_AT_ONCE = 32
"""How many are embedded before a question between two steps of its bar."""
SOON = 256
"""How many memories without a vector are embedded before a question is answered: about three seconds."""
SOON_CHARS = 200_000
"""How long they may be in all: a single memory may hold a million characters, which take half a minute."""
LONG_S = 30.0
"""From how long a job on it is told how long it will take, where there is no bar."""


@contextmanager
def progress(work: str, things: str, total: int | None) -> Iterator[Advance]:
    """A bar with count, rate and time left; `total` is None when it is unknown."""
    with _line(work, things, total) as line:
        yield _ignored if line is None else line.advance


@contextmanager
def watched(work: str, things: str) -> Iterator[Callable[[int, int], None]]:
    """The same for a job that tells with each step how much there is to do, 0 where it does not know."""
    with _line(work, things, None) as line:
        yield _ignored if line is None else line.watch


@contextmanager
def _line(work: str, things: str, total: int | None) -> "Iterator[ProgressLine | None]":
    """The line of a job; None where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    line = ProgressLine(work, things, total, time.perf_counter)
    try:
        yield line
    finally:
        line.end()


def _ignored(_done: int, _of: int) -> None:
    """Nobody looks."""


class ProgressLine:
    """One line of a terminal that is written over and over."""

    def __init__(self, work: str, things: str, total: int | None, clock: Callable[[], float]) -> None:
        self._work, self._things, self._total, self._clock = work, things, total, clock
        self._started_s = clock()
        self._shown_s = float("-inf")
        self._text = ""

    def advance(self, done: int, count: int) -> None:
        """Show how far the work has come, a few times in a second."""
        now_s = self._clock()
        self._text = self.text(done, count, now_s - self._started_s)
        if now_s - self._shown_s >= REFRESH_S:
            self._shown_s = now_s
            self._write()

    def watch(self, done: int, total: int) -> None:
        """The same where the job says how much there is to do."""
        self._total = total or None
        self.advance(done, done)

    def text(self, done: int, count: int, elapsed_s: float) -> str:
        """The line after so long: a bar where the end is known, count, rate, and the time left."""
        rate = count / elapsed_s if elapsed_s else 0.0
        counted = f"{count:,} {self._things}, {rate:,.0f}/s"
        if not self._total:
            return f"{self._work} {counted}"
        full = round(BAR_WIDTH * min(done / self._total, 1.0))
        left_s = elapsed_s / done * max(self._total - done, 0) if done else None
        left = "" if left_s is None else f"  {timedelta(seconds=round(left_s))} left"
        return f"{self._work} [{'#' * full}{'.' * (BAR_WIDTH - full)}] {counted}{left}"

    def end(self) -> None:
        """Leave the last state standing."""
        if self._text:
            self._write()
            sys.stderr.write("\n")

    def _write(self) -> None:
        # A line that reaches the last cell would be broken, and could not be written over.
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write("\r" + padded(cut(self._text, width), width))
        sys.stderr.flush()


def embed_if_few(call: "Call", engine: "Engine", palace: "Palace") -> int:
    """Embed what has no vector yet if it takes a few seconds, else say who does; returns how many texts are left."""
    pending = palace.vectors.pending()
    if 0 < pending <= FEW and call.await_model(engine):
        return max(pending - embed_pending(palace), 0)
    if pending > FEW:
        call.out.note(
            f"{pending:,} texts have no vector yet: a running server makes them, or {call.typed('reembed', '--pending')}"
        )
    return pending


def embed_soon(call: "Call", engine: "Engine", palace: "Palace") -> None:
    """Embed memories that have no vector yet before a question is answered, as after an upgrade, unless they are many or long.

    Few of them, too: a search embeds those by itself only if the encoders of all their languages are loaded.
    """
    if not palace.vectors.waits_little(SOON, SOON_CHARS) or not call.await_model(engine):
        return
    embedded, total = palace.vectors.coverage()
    waiting, done = total - embedded, 0
    with progress("embedding", "memories", waiting) as advance:
        # Where another process is at it, nothing is made here.
        while done < waiting and (made := palace.vectors.catch_up_in_turn(limit=min(SHOWN_AT_ONCE, waiting - done))):
            done += made
            advance(done, done)


def embed_pending(palace: "Palace") -> int:
    """Embed what has no vector yet, with a bar; returns the number of texts."""
    palace.vectors.renew()
    pending = palace.vectors.pending()
    if not pending:
        return 0
    done, started_s = 0, time.perf_counter()
    with progress("embedding", "texts", pending) as advance:
        while made := palace.vectors.catch_up(limit=EMBEDDED_AT_ONCE):
            if not done and not sys.stderr.isatty():
                _foretell(pending - made, (time.perf_counter() - started_s) / made)
            done += made
            advance(done, done)
    return done


def _foretell(left: int, each_s: float) -> None:
    if left * each_s >= LONG_S:
        sys.stderr.write(f"embedding {left:,} more texts takes about {left * each_s / 60:.0f} min ({1 / each_s:.0f} a second)\n")
