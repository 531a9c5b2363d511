"""A system's answer to a question."""

from typing import Protocol

from simonides.frozen import frozen

DEPTH = 10
"""How many every system is asked for, as people do."""


@frozen
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
