"""Watching a folder for changes: one notice after every burst of saves, until told to stop."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

_QUIET_MS = 50
"""A burst of changes is over when nothing has changed for this long."""
_PATIENCE_MS = 400
"""The longest time that a burst may delay its notice."""
_WAKE_MS = 250
"""How often the watching thread checks whether to stop."""

Concern = Callable[[Path], bool]


def changes(root: Path, stop: threading.Event, concerns_us: Concern | None = None) -> Iterator[None]:
    """Yields once when watching has begun, then after every burst of changes to relevant paths below a folder."""
    try:
        yield from _bursts(root, stop, concerns_us, is_polling=False)
    except (OSError, RuntimeError):
        # The system limits the number of watches, and some file systems offer none; polling works everywhere.
        yield from _bursts(root, stop, concerns_us, is_polling=True)


def _bursts(root: Path, stop: threading.Event, concerns_us: Concern | None, *, is_polling: bool) -> Iterator[None]:
    # Imported here so that only watching pays for it.
    from watchfiles import Change, DefaultFilter, watch

    def is_news(change: Change, path: str) -> bool:
        return everyday(change, path) if concerns_us is None else concerns_us(Path(path).relative_to(root))

    everyday = DefaultFilter()
    has_begun = False
    for burst in watch(
        root,
        watch_filter=is_news,
        debounce=_PATIENCE_MS,
        step=_QUIET_MS,
        stop_event=stop,
        rust_timeout=_WAKE_MS,
        yield_on_timeout=True,
        # Otherwise watchfiles logs that it stops, in words of its own.
        raise_interrupt=True,
        force_polling=is_polling,
        ignore_permission_denied=True,
    ):
        if burst or not has_begun:
            has_begun = True
            yield None
