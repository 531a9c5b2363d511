"""The change log: every write of any process, in order."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol


@dataclass(frozen=True, slots=True)
class Change:
    """One line of the change log."""

    seq: int
    kind: str
    """memory, entity, fact, observation or dream; vector, observation_vector or node_vector when something was embedded."""
    id: str
    operation: Literal["add", "change", "delete"]
    at: datetime
    actor: str


class ChangeLog(Protocol):
    """The changes to a palace in order, and who made them."""

    def latest(self) -> int:
        """The number of the last change."""
        ...

    def since(self, seq: int, limit: int = 1000) -> list[Change]:
        """The changes after a number, in order."""
        ...

    def trim(self, keep: int) -> int:
        """Drop all but the last `keep` lines and return how many; a reader that has fallen behind must read everything again."""
        ...
