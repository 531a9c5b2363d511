"""Ctrl-C in tests: processes that a shell started in the background ignore it, and so do their children."""

import signal


def heed_interrupts() -> None:
    """Make the processes that are started from here on hear SIGINT, whoever started us."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
