"""A stopwatch that moves only when told to, or by a step each time it is read."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class CountedStopwatch:
    """Seconds that pass with every look at it, and when told to; something may happen at a look."""

    def __init__(self, step_s: float = 0.0) -> None:
        self.now = 0.0
        self.step_s = step_s
        self.at_look: Callable[[], None] = lambda: None

    def __call__(self) -> float:
        self.now += self.step_s
        self.at_look()
        return self.now
