"""Turns that another file has filed: a later export, or a session that was taken up again, repeats what was said before."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from simonides.domain.memory import Memory, Order, Scope
from simonides.engine.filing.intake import Draft
from simonides.engine.filing.memories import LISTED_MAX
from simonides.ports.memories import MemoryStore

Saying = tuple[str, datetime, str | None, int, str]
"""The same words, said in the same conversation at the same instant, are the same turn, whatever its number."""


@dataclass(slots=True)
class Repeats:
    """Which file said what, as far as it is in the palace or about to be."""

    _memories: MemoryStore
    _files: dict[Saying, str] = field(default_factory=dict)
    _looked_up: set[str] = field(default_factory=set)

    def without(self, path: str, drafts: Iterable[Draft]) -> tuple[list[Draft], Counter[str]]:
        """What no other file than this one said, and how much each of the others did."""
        fresh: list[Draft] = []
        others: Counter[str] = Counter()
        for draft in drafts:
            saying = _saying(draft)
            if saying is None or (file := self._file_of(saying, path)) == path:
                fresh.append(draft)
            else:
                others[file] += 1
        return fresh, others

    def _file_of(self, saying: Saying, path: str) -> str:
        """The file that said this first; the one that is asked for if there was none."""
        conversation = saying[0]
        if conversation not in self._looked_up:
            self._looked_up.add(conversation)
            self._look_up(conversation)
        return self._files.setdefault(saying, path)

    def _look_up(self, conversation: str) -> None:
        scope = Scope(conversation=conversation, with_ended=True)
        for start in range(0, self._memories.count(scope), LISTED_MAX):
            for memory in self._memories.page(scope, Order.OLDEST, LISTED_MAX, start):
                saying = _saying(memory)
                if saying and memory.origin.source:
                    self._files.setdefault(saying, memory.origin.source)


def _saying(filed: Draft | Memory) -> Saying | None:
    """What is said; None outside of conversations, and where nobody knows when."""
    origin = filed.origin
    if origin.conversation is None or origin.event_time is None:
        return None
    return origin.conversation, origin.event_time, origin.role, origin.chunk, filed.content
