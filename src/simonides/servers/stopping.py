"""Stopping the server: on a signal or at the request of any thread, in a form that select can wait for."""

import os
import select
import signal
from types import FrameType


class Stop:
    """A request to stop, which makes `fd` readable for good."""

    def __init__(self) -> None:
        self.fd, self._wish = os.pipe()
        self._signals = 0

    def ask(self) -> None:
        """Request the stop, from any thread."""
        os.write(self._wish, b".")

    def wait(self) -> None:
        """Return as soon as the stop is requested."""
        select.select([self.fd], [], [])

    def listen(self) -> None:
        """Stop on SIGTERM and SIGINT; a second signal ends the process at once."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._on_signal)
        # The system may hand a signal to any thread, and Python then waits until the main one wakes: this wakes it.
        os.set_blocking(self._wish, False)
        signal.set_wakeup_fd(self._wish, warn_on_full_buffer=False)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        self._signals += 1
        if self._signals > 1:
            os._exit(128 + number)
        self.ask()
