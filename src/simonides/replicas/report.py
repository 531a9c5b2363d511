"""Report of a sync: what was sent, received, disputed and left for later."""

from dataclasses import dataclass, field

from simonides.engine.sync.merge import SyncTally
from simonides.frozen import frozen

LEFT_OUT = "code indexes, vectors, recall counts, mined files' ledger, dreams, tokens and settings"
"""What stays in each palace, or is worked out there anew."""


@frozen
class Waiting:
    """Something that could not be taken in yet, and why."""

    name: str
    reason: str


@dataclass(slots=True)
class SyncReport:
    """The outcome of one sync."""

    origin: str = ""
    target: str = ""
    is_dry: bool = False
    sent: int = 0
    """How many changes went out."""
    files: int = 0
    """How many files or messages they went in."""
    tally: SyncTally = field(default_factory=SyncTally)
    read: int = 0
    """How many files or messages were taken in."""
    waiting: list[Waiting] = field(default_factory=list)
    conflicts: int = 0
    """How many values are disputed, now and from before."""
    is_renamed: bool = False
    """Whether the palace turned out to be a copy, and goes on under a new name."""
    is_pull: bool = False
    """Whether nothing was to be sent."""

    @property
    def received(self) -> int:
        """How many records were new or changed."""
        return sum(self.tally.received.values())

    def document(self) -> dict[str, object]:
        """The report as values of JSON."""
        return {
            "target": self.target,
            "origin": self.origin,
            "dry_run": self.is_dry,
            "sent": self.sent,
            "received": self.received,
            "received_by_kind": dict(sorted(self.tally.received.items())),
            "new_conflicts": self.tally.conflicts,
            "conflicts": self.conflicts,
            "waiting": [{"name": each.name, "reason": each.reason} for each in self.waiting],
            "files_read": self.read,
            "files_written": self.files,
            "new_name": self.is_renamed,
            "left_out": LEFT_OUT,
        }
