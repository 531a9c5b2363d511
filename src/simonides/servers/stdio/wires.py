"""The file descriptors of the stdio server: moved away from the standard streams, so that nothing else writes to them."""

import contextlib
import os
import sys
import threading
from collections.abc import Callable

from simonides.frozen import frozen
from simonides.machine.processes import carry_bytes
from simonides.servers.mcp.messages import encode


@frozen
class Wires:
    """File descriptors of our own for the client's bytes in and out."""

    input: int
    output: int


def take_wires() -> Wires:
    """Move stdin and stdout away: what prints, in Python, in C or in a child, prints to stderr, and reads nothing."""
    sys.stdout.flush()
    wires = Wires(os.dup(0), os.dup(1))
    # We wait until there is something to read, and a write should simply take its time.
    carry_bytes(wires.input, wires.output)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.dup2(2, 1)
    return wires


class Outlet:
    """Writes messages, one line each, from any thread; calls `on_gone` when nobody reads them any more."""

    def __init__(self, output: int, on_gone: Callable[[], None]) -> None:
        self._output = output
        self._on_gone = on_gone
        self._lock = threading.Lock()
        self._is_gone = False

    def send(self, message: object) -> None:
        """Write one message; silently drop it when the client is gone."""
        left = memoryview(encode(message))
        with self._lock:
            while left and not self._is_gone:
                left = left[self._write(left) :]

    def _write(self, data: memoryview) -> int:
        with contextlib.suppress(OSError):
            return os.write(self._output, data)
        self._is_gone = True
        self._on_gone()
        return 0
