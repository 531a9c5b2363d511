"""When has something in a folder changed? Told after every burst of saves, until told to stop."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

_QUIET_MS = 50
"""How long nothing must happen for a burst of changes to be over."""
_PATIENCE_MS = 400
"""How long a burst may put off the news of it."""
_WAKE_MS = 250
"""How often the watching thread looks whether it shall stop."""

Concern = Callable[[Path], bool]


def changes(
    root: Path, stop: threading.Event, concerns_us: Concern | None = None, *, ends_by_ctrl_c: bool = False
) -> Iterator[None]:
    """Once when watching has begun, then once after every burst of changes below a folder, of paths that concern us.

    Ctrl-C while nothing happens ends it, or raises KeyboardInterrupt.
    """
    try:
        yield from _bursts(root, stop, concerns_us, ends_by_ctrl_c=ends_by_ctrl_c, is_polling=False)
    except (OSError, RuntimeError):
        # The system lends only so many watches, and some file systems none; looking again and again works everywhere.
        yield from _bursts(root, stop, concerns_us, ends_by_ctrl_c=ends_by_ctrl_c, is_polling=True)


def _bursts(
    root: Path, stop: threading.Event, concerns_us: Concern | None, *, ends_by_ctrl_c: bool, is_polling: bool
) -> Iterator[None]:
    # Only whoever watches pays for it.
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
        raise_interrupt=not ends_by_ctrl_c,
        force_polling=is_polling,
        ignore_permission_denied=True,
    ):
        if burst or not has_begun:
            has_begun = True
            yield None
