"""When do we stop? When a signal says so, or any thread does; select can wait for it."""

import os
import select
import signal
from types import FrameType


class Stop:
    """A wish to stop, which makes `fd` readable and stays."""

    def __init__(self) -> None:
        self.fd, self._wish = os.pipe()
        self._signals = 0

    def ask(self) -> None:
        """Wish it, from any thread."""
        os.write(self._wish, b".")

    def wait(self) -> None:
        """Return as soon as somebody wishes it."""
        select.select([self.fd], [], [])

    def listen(self) -> None:
        """Let SIGTERM and SIGINT ask: the first politely, the second ends the process at once."""
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
