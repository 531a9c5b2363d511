"""How long a call may take: the limit, the error past it, and an alarm clock for transports without an event loop."""

import heapq
import itertools
import math
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from simonides.frozen import frozen


def _unlimited(_seconds: float) -> AbstractContextManager[None]:
    return nullcontext()


def _timeout(seconds: float) -> Exception:
    return TimeoutError(f"the call was given up after {seconds:g} s")


@frozen
class CallLimit:
    """Seconds that a call may take, 0 for any number; `long_s` is for tools that say they take long.

    `limited` is entered by the thread of a call, so that the work abandons itself when its time is up. `overdue` builds the
    error that its caller gets; a tool set shows it as it shows its own.
    """

    seconds: float = 0.0
    long_s: float = 0.0
    limited: Callable[[float], AbstractContextManager[None]] = _unlimited
    overdue: Callable[[float], Exception] = _timeout


NO_LIMIT = CallLimit()


@dataclass(order=True)
class Alarm:
    """Something to do at a moment, unless it is called off."""

    at_s: float
    number: int
    ring: Callable[[], None] = field(compare=False)
    is_off: bool = field(default=False, compare=False)


class AlarmClock:
    """Rings alarms from one thread of its own, which starts with the first; safe to use from any thread."""

    def __init__(self) -> None:
        self._alarms: list[Alarm] = []
        self._numbers = itertools.count()
        self._change = threading.Condition()
        self._has_started = False
        self._looks_at_s = math.inf
        """When the thread looks at the alarms next by itself."""

    def set(self, seconds: float, ring: Callable[[], None]) -> Alarm:
        """Ring in so many seconds."""
        alarm = Alarm(time.monotonic() + seconds, next(self._numbers), ring)
        with self._change:
            heapq.heappush(self._alarms, alarm)
            # Calls have mostly the same time, so that the thread looks in time for those before, and need not be woken for each.
            if alarm.at_s < self._looks_at_s:
                self._change.notify()
            if not self._has_started:
                self._has_started = True
                threading.Thread(target=self._run, name="alarms", daemon=True).start()
        return alarm

    def call_off(self, alarm: Alarm) -> None:
        """Let an alarm pass without ringing."""
        with self._change:
            alarm.is_off = True
            # Calls mostly end in the order they began, so that few are kept that are off.
            while self._alarms and self._alarms[0].is_off:
                heapq.heappop(self._alarms)

    def _run(self) -> None:
        while True:
            alarm = self._next()
            if not alarm.is_off:
                alarm.ring()

    def _next(self) -> Alarm:
        with self._change:
            while True:
                self._looks_at_s = self._alarms[0].at_s if self._alarms else math.inf
                left_s = self._looks_at_s - time.monotonic()
                if left_s <= 0:
                    return heapq.heappop(self._alarms)
                self._change.wait(left_s if self._alarms else None)
