"""The change log: every write of any process, in order, by whom, and what stood there before."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal, Protocol

from simonides.domain.past.formers import Former
from simonides.domain.past.retention import Horizon
from simonides.frozen import frozen

Operation = Literal["add", "change", "delete"]
OPERATIONS: Mapping[str, Operation] = {"add": "add", "change": "change", "delete": "delete"}
RECORDS = ("memory", "entity", "fact", "observation", "supersession")
"""The kinds of records whose former versions the log keeps."""
UNDO = "undo"
"""The kind of a line that names an act which its own act takes back."""


@frozen
class Change:
    """One line of the change log."""

    seq: int
    kind: str
    """memory, entity, fact, observation, supersession, dream; vector, observation_vector or node_vector for what was embedded."""
    id: str
    operation: Operation
    at: datetime
    actor: str
    client: str = ""
    """Which client or person, where one is known."""
    toolset: str = ""
    act: int = 0
    """The number of the first line of its transaction; 0 in lines of an older program, which keep no former version."""


@frozen
class LogEntry:
    """A line about a record, with what stood there before."""

    change: Change
    former: Former | None
    """None for what was added, and for what is no longer kept."""


class ChangeLog(Protocol):
    """The changes to a palace in order, and who made them."""

    def latest(self) -> int:
        """The number of the last change."""
        ...

    def since(self, seq: int, limit: int = 1000) -> list[Change]:
        """The changes after a number, in order."""
        ...

    def rows_since(self, seq: int, kinds: Sequence[str], limit: int) -> list[int] | None:
        """The rows of some kinds that changed after a number, each once.

        None when more than `limit` changes followed, when one of them was to all rows of a kind, or when the log has lost some.
        """
        ...

    def by(
        self, actor: str, kinds: Sequence[str], before: int | None = None, limit: int = 100,
        since: datetime | None = None, until: datetime | None = None,
    ) -> list[Change]:  # fmt: skip
        """The lines of an actor about some kinds, newest first: before a number, and between two moments, both included."""
        ...

    def entries(self, after: int = 0, limit: int = 1000, since: datetime | None = None) -> list[LogEntry]:
        """The lines about records after a number, in order, from a moment on; only those that name an act."""
        ...

    def first_from(self, moment: datetime) -> int | None:
        """The first line about a record that was written at a moment or after it; None when there is none."""
        ...

    def about(self, kind: str, record_id: str, limit: int = 100) -> list[LogEntry]:
        """The lines about one record, newest first; only those that name an act."""
        ...

    def last_times(self, kind: str, record_ids: Sequence[str]) -> dict[str, datetime]:
        """When each of some records was touched last, as far as the log tells."""
        ...

    def changed_after(self, kind: str, record_ids: Sequence[str], moment: datetime, limit: int = 1000) -> list[LogEntry]:
        """The lines that changed some records after a moment and keep what stood there before, oldest first."""
        ...

    def deleted(self, limit: int = 100) -> list[LogEntry]:
        """The lines about deleted memories whose former version is still kept, newest first."""
        ...

    def act_of(self, seq: int) -> int | None:
        """The act that a line belongs to; None when the log has no such line about a record."""
        ...

    def note_undone(self, acts: Sequence[int]) -> None:
        """Note that the current act takes these acts back."""
        ...

    def undone(self) -> dict[int, int]:
        """The acts that were taken back, each with the act that did so last."""
        ...

    def carried(self, after: int = 0, limit: int = 1000) -> list[LogEntry]:
        """The lines about records and undone acts after a number, in order, to be taken over by another palace."""
        ...

    def adopt(self, lines: Iterable[LogEntry], began: datetime | None) -> int:
        """Take over the lines of another palace's log in place of one's own about records; returns how many.

        They keep their times and who made them, and get new numbers. Call it inside a transaction that nothing else writes in.
        """
        ...

    def began(self) -> datetime | None:
        """Since when the log tells everything about records; None when it does so from the palace's first day."""
        ...

    def oldest(self) -> datetime | None:
        """When the oldest former version was replaced or deleted; None when the log keeps none."""
        ...

    def trimmed(self) -> int:
        """The line up to which the log tells of records alone."""
        ...

    def trim(self, keep: int, since: datetime | None = None) -> int:
        """Drop all but the last `keep` lines and return how many; a reader that has fallen behind must read everything again.

        With `since`, lines about records from that moment on stay.
        """
        ...

    def prune(self, horizon: Horizon) -> int:
        """Drop some of what is older or larger than is to be kept; returns how many lines and former versions went.

        Call it until it returns 0. Lines that `trim` has not passed yet stay, without what stood there before.
        """
        ...

    def scrub(self, kind: str, ids: Sequence[str]) -> int:
        """Drop every former version of these records for good; returns how many there were."""
        ...
