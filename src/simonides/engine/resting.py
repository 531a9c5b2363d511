"""Rest: of many open palaces only some hold files and caches, those that were asked for last."""

import threading
from contextlib import suppress
from functools import partial
from itertools import count

from simonides.domain.errors import SimonidesError
from simonides.engine.palace import Palace

AWAKE_MAX = 64
"""How many palaces of a process hold files and caches at a time.

Where several threads ask, a palace has about 15 files open and 3 MB: 64 of them fit into the 1,024 files that systems commonly
allow a process. To take up one that rested costs a few milliseconds.
"""


class Rests:
    """Lets palaces rest that were called longest ago, when others take up more than is allowed. Safe to use from any thread.

    A palace that rests is still open: whoever asks it something wakes it. So nobody has to say that a palace is in use, and one
    in the middle of something stays awake.
    """

    def __init__(self, awake_max: int = AWAKE_MAX) -> None:
        self._awake_max = awake_max
        self._numbers = count(1)
        self._called: dict[Palace, int] = {}
        self._awake: set[Palace] = set()
        self._guard = threading.Lock()
        self._at_work = threading.Lock()

    def watch(self, palace: Palace) -> None:
        """Begin with a palace, which is awake."""
        self._called[palace] = next(self._numbers)
        palace.store.on_waking(partial(self._woken, palace))
        self._woken(palace)

    def leave(self, palace: Palace) -> None:
        """Have no more to do with a palace."""
        palace.store.on_waking(_nobody)
        with self._guard:
            self._called.pop(palace, None)
            self._awake.discard(palace)

    def note_call(self, palace: Palace) -> None:
        """Note that somebody asks for a palace; what looks at all of them in the background does not say so."""
        with self._guard:
            # Another thread may have let go of it meanwhile: nobody would take it out again.
            if palace in self._called:
                self._called[palace] = next(self._numbers)

    def _woken(self, palace: Palace) -> None:
        with self._guard:
            if palace not in self._called:
                return
            self._awake.add(palace)
            if len(self._awake) <= self._awake_max:
                return
        # Whoever comes while another is at it would look at the same palaces.
        if self._at_work.acquire(blocking=False):
            try:
                self._make_room(palace)
            finally:
                self._at_work.release()

    def _make_room(self, woken: Palace) -> None:
        with self._guard:
            others = sorted(self._awake - {woken}, key=self._called.__getitem__)
        for palace in others:
            with self._guard:
                if len(self._awake) <= self._awake_max:
                    return
                # Before it rests: whoever wakes it from then on puts it back.
                self._awake.discard(palace)
            is_resting = False
            # What is wrong with it, whoever asks it is told.
            with suppress(SimonidesError):
                is_resting = palace.rest()
            if not is_resting:
                with self._guard:
                    if palace in self._called:
                        self._awake.add(palace)


def _nobody() -> None:
    """Nobody is told."""
