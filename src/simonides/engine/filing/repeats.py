"""Turns that another file has filed: a later export, or a session that was taken up again, repeats what was said before."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count

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

    def without(self, path: str, drafts: Iterable[Draft]) -> tuple[list[Draft], Counter[str]]:
        """The drafts that no other file has said, and for each other file how many of them it has."""
        fresh: list[Draft] = []
        others: Counter[str] = Counter()
        said = [(draft, _saying(draft)) for draft in drafts]
        self._look_up(saying for _, saying in said if saying)
        for draft, saying in said:
            # Whoever is the first to say something is taken to file it.
            if saying is None or (file := self._files.setdefault(saying, path)) == path:
                fresh.append(draft)
            else:
                others[file] += 1
        return fresh, others

    def _look_up(self, sayings: Iterable[Saying]) -> None:
        """Note who said what in these conversations from the first of these instants to the last; much may lie before."""
        times: dict[str, list[datetime]] = defaultdict(list)
        for conversation, moment, *_ in sayings:
            times[conversation].append(moment)
        for conversation, moments in times.items():
            end = max(moments) + timedelta(microseconds=1)
            scope = Scope(conversation=conversation, happened_from=min(moments), happened_before=end, with_ended=True)
            for memory in self._in(scope):
                saying = _saying(memory)
                if saying and memory.origin.source:
                    self._files.setdefault(saying, memory.origin.source)

    def _in(self, scope: Scope) -> Iterator[Memory]:
        for start in count(0, LISTED_MAX):
            page = self._memories.page(scope, Order.OLDEST, LISTED_MAX, start)
            yield from page
            if len(page) < LISTED_MAX:
                return


def _saying(filed: Draft | Memory) -> Saying | None:
    """What is said; None outside of conversations, and where nobody knows when."""
    origin = filed.origin
    if origin.conversation is None or origin.event_time is None:
        return None
    return origin.conversation, origin.event_time, origin.role, origin.chunk, filed.content
