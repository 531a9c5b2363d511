"""Retention: how long the past of a palace is kept."""

from datetime import UTC, datetime, timedelta

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


_DAWN = datetime(1970, 1, 1, tzinfo=UTC)
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


def _back(now: datetime, days: int) -> datetime:
    return max(now - timedelta(days=min(days, _DAYS_MAX)), _DAWN) if days else _DAWN
