"""Progress on stderr: a bar when it is a terminal, and otherwise one line that says how long a long job will take."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simonides.engine.palace import Palace

Advance = Callable[[int, int], None]
"""Takes how far the work has come, and how many things are done."""

EMBEDDED_AT_ONCE = 256
LONG_S = 30.0
"""From how long a job on it is told how long it will take, where there is no bar."""


@contextmanager
def progress(work: str, things: str, total: int | None) -> Iterator[Advance]:
    """A bar with count, rate and time left; `total` is None when it is unknown."""
    if not sys.stderr.isatty():
        yield lambda _done, _count: None
        return
    # rich takes longer to import than most commands take to run.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    rate = TextColumn("{task.fields[count]:,} {task.fields[things]}, {task.fields[rate]:,.0f}/s")
    columns = (TextColumn("{task.description}"), BarColumn(), rate, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True, markup=False)) as bars:
        task = bars.add_task(work, total=total, count=0, things=things, rate=0.0)

        def advance(done: int, count: int) -> None:
            elapsed_s = bars.tasks[task].elapsed or 0.0
            bars.update(task, completed=done, count=count, rate=count / elapsed_s if elapsed_s else 0.0)

        yield advance


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
