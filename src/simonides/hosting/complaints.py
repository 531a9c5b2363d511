"""One line on stderr for a failure that no caller waits for."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from simonides.domain.errors import SimonidesError


@contextmanager
def told_on_stderr() -> Iterator[None]:
    """Tell a failure of the block on stderr instead of raising it."""
    try:
        yield
    except SimonidesError as error:
        tell(str(error))


def tell(text: str) -> None:
    """Write one line on stderr."""
    # Nobody has to read our stderr.
    with suppress(OSError, ValueError):
        sys.stderr.write(f"simonides: {text}\n")
        sys.stderr.flush()
