"""When has something in a folder changed? Told after every burst of saves, until told to stop."""

import threading
from collections.abc import Iterator
from pathlib import Path

_PATIENCE_MS = 400
_QUIET_MS = 50
_WAKE_MS = 250


def changes(root: Path, stop: threading.Event) -> Iterator[None]:
    """Once when watching has begun, then once after every burst of changes below a folder."""
    # Only whoever watches pays for it.
    from watchfiles import watch

    has_begun = False
    for burst in watch(
        root,
        debounce=_PATIENCE_MS,
        step=_QUIET_MS,
        stop_event=stop,
        rust_timeout=_WAKE_MS,
        yield_on_timeout=True,
        raise_interrupt=False,
    ):
        if burst or not has_begun:
            has_begun = True
            yield None
