"""What writes a draft? A language model, where somebody has set one up; nothing depends on it."""

from typing import Protocol


class Writer(Protocol):
    """Answers a task in a few words. May be called from any thread."""

    def write(self, task: str, material: str, timeout_s: float) -> str:
        """What the model answers, trimmed and never empty. Raises NotReady when it cannot be reached in time or says nothing."""
        ...
