"""Stopping the server: on a signal or at the request of any thread, in a form that select can wait for."""

import os
import select
import signal
from contextlib import suppress
from types import FrameType

GRACE_S = 40.0
"""How long the process may live after it was told to end: the calls' own time to finish, and some for what comes after."""


class Stop:
    """A request to stop, which makes `fd` readable for good."""

    def __init__(self, grace_s: float = GRACE_S) -> None:
        self.fd, self._wish = os.pipe()
        self._grace_s = grace_s
        self._signals = 0
        self._is_listening = False

    def ask(self) -> None:
        """Request the stop, from any thread."""
        with suppress(BlockingIOError):
            os.write(self._wish, b".")

    def wait(self) -> None:
        """Return as soon as the stop is requested."""
        select.select([self.fd], [], [])

    def listen(self) -> None:
        """Stop on SIGTERM and SIGINT; a second signal ends the process at once. Call it before there are other threads.

        The process ends within its grace even when a call keeps the interpreter from running anything else.
        """
        if self._is_listening:
            return
        self._is_listening = True
        _watch_over(os.getpid(), self.fd, self._grace_s)
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


def _watch_over(server: int, wish: int, grace_s: float) -> None:
    """Start a process that kills the server when it still lives `grace_s` after the wish to end.

    A thread could not do it: while C code holds the interpreter's lock no Python runs, not even a signal's handler. The wakeup
    descriptor is written to by the system's handler, without that lock, so another process sees the wish at once.
    """
    if os.fork():
        return
    try:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        # Whoever waits for the end of the server's output must not wait for us, and our copy would keep the pipe open.
        _close_all_but(wish)
        watched = select.poll()
        watched.register(wish, select.POLLIN)
        events = watched.poll()[0][1]
        if events & select.POLLIN:
            # From here on only the end of the server, which closes the other side, counts.
            watched.modify(wish, 0)
            if not watched.poll(int(grace_s * 1000)) and os.getppid() == server:
                os.kill(server, signal.SIGKILL)
    finally:
        os._exit(0)


def _close_all_but(kept: int) -> None:
    os.closerange(0, kept)
    os.closerange(kept + 1, os.sysconf("SC_OPEN_MAX"))
