"""A clock that stands still until told otherwise."""

from datetime import UTC, datetime, timedelta


class FixedClock:
    """A clock that moves only when told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 12, 10, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_time(self, **amount: float) -> None:
        """Let some time pass."""
        self.now += timedelta(**amount)
