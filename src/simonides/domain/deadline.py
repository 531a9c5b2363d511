"""The deadline of the call that this thread works on; work past it is abandoned at its next step."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from simonides.domain.errors import Overdue

_SECONDS_AND_END: ContextVar[tuple[float, float] | None] = ContextVar("deadline", default=None)


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Let the work inside take so long; 0 means any time."""
    token = _SECONDS_AND_END.set((seconds, time.monotonic() + seconds) if seconds else None)
    try:
        yield
    finally:
        _SECONDS_AND_END.reset(token)


def check_deadline() -> None:
    """Raise Overdue when the time of this call is up; stores ask at every statement."""
    limit = _SECONDS_AND_END.get()
    if limit is not None and time.monotonic() > limit[1]:
        raise Overdue(limit[0])
