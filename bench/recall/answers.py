"""A system's answer to a question."""

from dataclasses import dataclass
from typing import Protocol

DEPTH = 10
"""How many every system is asked for, as people do."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a system said to one question, best first, and how sure it was of the first."""

    ranking: list[str]
    top_score: float
    cpu_ms: float | None = None
    wall_ms: float | None = None
    """What it cost, where the asker cannot see it: in a process of its own."""


class System(Protocol):
    """Something that can be asked about one pool."""

    def ask(self, question: str) -> Answer: ...
    def size_bytes(self) -> int: ...
    def close(self) -> None: ...
