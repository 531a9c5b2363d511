"""Retention: how long the past of a palace is kept."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from simonides.domain.time import DAWN
from simonides.frozen import frozen


@frozen
class Horizon:
    """What of the past is still kept at a moment."""

    before: datetime
    """Lines from before this moment go."""
    bin_before: datetime
    """What was deleted before this moment goes from the bin."""
    bytes_max: int
    """How large all former versions may be together; the oldest go first. 0 for any size."""


LEAP = timedelta(days=60)
"""A clock that has gone on by more than this since upkeep last ran may be wrong: or nobody has used the palace meanwhile."""
WITNESSES = 7
"""On how many days upkeep must have run after a leap before the clock is believed."""

_DAYS_MAX = 365_000


@frozen
class Retention:
    """How long the past of a palace is kept; 0 days keep it for ever."""

    days: int = 365
    bin_days: int = 30
    """How long what was deleted can be brought back."""
    bytes_max: int = 256 * 2**20

    def horizon(self, now: datetime) -> Horizon:
        """What is kept at a moment; the bin never longer than the rest."""
        before = _back(now, self.days)
        return Horizon(before, max(before, _back(now, self.bin_days)), self.bytes_max)


A_YEAR = Retention()


def believed(now: datetime, upkeep: Sequence[datetime]) -> datetime:
    """Now, as far as the clock can be trusted: the time from which ages are counted. `upkeep` are the times of its runs.

    What goes for its age is gone for good, so that a clock which is years ahead for a day must not count: after a leap nothing
    gets older until upkeep has run on some days more.
    """
    trusted, days = next(iter(upkeep), now), set[date]()
    for moment in (*upkeep, now):
        days = days | {moment.date()} if moment - trusted > LEAP else set()
        if not days or len(days) > WITNESSES:
            trusted, days = moment, set()
    return trusted


def _back(now: datetime, days: int) -> datetime:
    return max(now - timedelta(days=min(days, _DAYS_MAX)), DAWN) if days else DAWN
