"""The port for writers: a language model that drafts texts, if one is configured; nothing depends on it."""

from typing import Protocol


class Writer(Protocol):
    """Answers a task in a few words. May be called from any thread."""

    def write(self, task: str, material: str, timeout_s: float) -> str:
        """The model's answer, trimmed and never empty. Raises NotReady when it cannot be reached in time or answers nothing."""
        ...
