"""Whoever is started in the background by a shell is deaf to Ctrl-C, and so are its children: tests of Ctrl-C must not be."""

import signal


def heed_interrupts() -> None:
    """Make the processes that are started from here on hear SIGINT, whoever started us."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
