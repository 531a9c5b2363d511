"""Stopping the server: on a signal or at the request of any thread, in a form that a thread or select can wait for."""

import os
import select
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from simonides.machine.system import IS_WINDOWS

GRACE_S = 40.0
"""How long the process may live after it was told to end: the calls' own time to finish, and some for what comes after."""
_LOOK_S = 0.5


class Stop:
    """A request to stop, which makes `fd` readable for good; Windows has no use for `fd`."""

    def __init__(self, grace_s: float = GRACE_S, *, is_windows: bool = IS_WINDOWS) -> None:
        self.fd, self._wish = os.pipe()
        self.is_windows = is_windows
        self._asked = threading.Event()
        self._told: list[Callable[[], None]] = []
        self._grace_s = grace_s
        self._signals = 0
        self._is_listening = False

    @property
    def is_asked(self) -> bool:
        """Whether the stop was requested."""
        return self.wait(0)

    def ask(self) -> None:
        """Request the stop, from any thread."""
        with suppress(BlockingIOError):
            os.write(self._wish, b".")
        if self.is_windows and not self._asked.is_set():
            self._asked.set()
            for callback in self._told:
                callback()

    def tell(self, callback: Callable[[], None]) -> None:
        """Call this when the stop is requested; it must return at once."""
        self._told.append(callback)

    def wait(self, seconds: float | None = None) -> bool:
        """Return as soon as the stop is requested, or after some seconds; whether it was."""
        if not self.is_windows:
            return bool(select.select([self.fd], [], [], seconds)[0])
        if seconds is not None:
            return self._asked.wait(seconds)
        # A signal does not wake a thread that waits without an end.
        while not self._asked.wait(_LOOK_S):
            pass
        return True

    def listen(self) -> None:
        """Stop on SIGTERM and SIGINT; a second signal ends the process at once. Call it before there are other threads.

        The process ends within its grace even when a call keeps the interpreter from running anything else.
        """
        if self._is_listening:
            return
        self._is_listening = True
        if self.is_windows:
            # It cannot fork: a thread must do, which a call that holds the interpreter's lock would keep from running.
            self.tell(lambda: _end_later(self._grace_s))
        else:
            _watch_over(os.getpid(), self.fd, self._grace_s)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._on_signal)
        if self.is_windows:
            return
        # The system may hand a signal to any thread, and Python then waits until the main one wakes: this wakes it.
        os.set_blocking(self._wish, False)
        signal.set_wakeup_fd(self._wish, warn_on_full_buffer=False)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        self._signals += 1
        if self._signals > 1:
            os._exit(128 + number)
        if self.is_windows:
            # From a thread of its own: the one that the signal interrupts may hold the very lock that asking needs.
            threading.Thread(target=self.ask, daemon=True).start()
        else:
            self.ask()


def _end_later(grace_s: float) -> None:
    timer = threading.Timer(grace_s, os._exit, (1,))
    timer.daemon = True
    timer.start()


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
