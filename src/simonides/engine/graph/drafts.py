"""Short drafts by a language model, as many as time allows; None where there is no model."""

import time
from collections.abc import Callable, Sequence

from simonides.domain.errors import NotReady
from simonides.ports.writer import Writer

BUDGET_S = 30.0
"""The total time that one report may wait for drafts."""
MATERIAL_CHARS_MAX = 4_000

_SUMMARY = (
    "Summarise what is noted about '{name}' in one or two plain sentences. Use only the notes. Answer with the summary alone."
)
_RATIONALE = (
    "Two things are noted below. Say in one sentence how they may be related, or that they seem not to be. "
    "Use only the notes. Answer with the sentence alone."
)
_LABEL = "The things below belong together. Answer with a label of at most five words for all of them, and nothing else."


class Drafting:
    """The drafts of one report; after a failure no more are requested."""

    def __init__(
        self, writer: Writer | None, monotonic: Callable[[], float] = time.monotonic, budget_s: float = BUDGET_S
    ) -> None:
        self._writer = writer
        self._monotonic = monotonic
        self._ends_at = monotonic() + budget_s

    @property
    def is_possible(self) -> bool:
        """Whether there is a model that answers, and time left."""
        return self._writer is not None and self._monotonic() < self._ends_at

    def summary(self, name: str, notes: Sequence[str]) -> str | None:
        """A summary of a node."""
        return self._draft(_SUMMARY.format(name=name), "\n".join(f"- {note}" for note in notes)) if notes else None

    def rationale(self, first: str, second: str) -> str | None:
        """Why two nodes may be related; each is given as a text."""
        half = MATERIAL_CHARS_MAX // 2
        return self._draft(_RATIONALE, f"{first[:half]}\n\n{second[:half]}")

    def label(self, names: Sequence[str]) -> str | None:
        """A few words for a cluster."""
        return self._draft(_LABEL, "\n".join(f"- {name}" for name in names))

    def _draft(self, task: str, material: str) -> str | None:
        if self._writer is None or not self.is_possible:
            return None
        try:
            return self._writer.write(task, material[:MATERIAL_CHARS_MAX], self._ends_at - self._monotonic())
        except NotReady:
            # A model that fails now would most likely fail for every further draft too.
            self._writer = None
            return None
