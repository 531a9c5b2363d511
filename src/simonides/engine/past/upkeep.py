"""What upkeep did: its cycles, the repetitions it closed and the pairs it proposed, read backwards from the change log."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from simonides.domain.actor import Actor
from simonides.domain.dreams import Dream
from simonides.domain.memory import Memory
from simonides.engine.past.acts import Acts
from simonides.ports.changes import Change
from simonides.ports.stores import Store

CYCLES_KEPT = 100
_WINDOW = 1_000
_READ_MAX = 20_000
"""How many lines of the log one answer reads; those about vectors are most of them."""
_TOLD = {("memory", "change"), ("supersession", "add"), ("dream", "add")}


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that upkeep did: a finished cycle, a memory closed in favour of another, or a proposed pair."""

    line: Change
    cycle: Dream | None = None
    closed: Memory | None = None
    kept: Memory | None = None
    pair: str = ""
    """The id of a proposed pair."""
    undone_by: int | None = None


@dataclass(frozen=True, slots=True)
class DeedPage:
    """Deeds, the newest first, and the line of the log before which the next page goes on; None when nothing is left."""

    deeds: list[Deed]
    older: int | None


class UpkeepLog:
    """What upkeep did in one palace, as far as the change log reaches back."""

    def __init__(self, store: Store, acts: Acts) -> None:
        self._store = store
        self._acts = acts

    def newest(
        self, limit: int = 50, before: int | None = None, since: datetime | None = None, until: datetime | None = None
    ) -> DeedPage:
        """What upkeep did between two moments, or before a line of the log. A page may be short and still not the last."""
        end = self._line_after(until) if before is None else min(before - 1, self._store.changes.latest())
        first = self._line_after(since, is_included=False) if since else 0
        stop = max(end - _READ_MAX, first)
        lines: list[Change] = []
        for line in self._backwards(end, stop):
            lines.append(line)
            if len(lines) == limit:
                stop = line.seq - 1
                break
        return DeedPage(list(self._told(lines)), stop + 1 if stop > first else None)

    def _backwards(self, end: int, stop: int) -> Iterator[Change]:
        while end > stop:
            start = max(end - _WINDOW, stop)
            page = [line for line in self._store.changes.since(start, _WINDOW) if line.seq <= end]
            yield from (line for line in reversed(page) if _is_deed(line))
            end = start

    def _line_after(self, moment: datetime | None, *, is_included: bool = True) -> int:
        """The last line of the log up to a moment, found by halves: the log has its lines in the order of time."""
        low, high = 0, self._store.changes.latest()
        while moment and low < high:
            middle = (low + high) // 2
            # Lines that were trimmed leave gaps.
            line = next(iter(self._store.changes.since(middle, 1)), None)
            if line is not None and (line.at < moment or (is_included and line.at == moment)):
                low = line.seq
            else:
                high = middle
        return high

    def _told(self, lines: list[Change]) -> Iterator[Deed]:
        undone = self._acts.undone() if lines else {}
        cycles = {str(each.cycle): each for each in self._store.dreams.newest(CYCLES_KEPT)} if lines else {}
        memories = self._memories([line.id for line in lines if line.kind == "memory"])
        heirs = self._memories([each.superseded_by for each in memories.values() if each.superseded_by])
        for line in lines:
            if line.kind == "dream":
                yield Deed(line, cycles.get(line.id))
            elif line.kind == "supersession":
                yield Deed(line, pair=line.id, undone_by=undone.get(line.act))
            else:
                closed = memories.get(line.id)
                yield Deed(
                    line, None, closed, heirs.get(closed.superseded_by or "") if closed else None, "", undone.get(line.act)
                )

    def _memories(self, ids: list[str]) -> dict[str, Memory]:
        return {memory.id: memory for memory in self._store.memories.find(list(dict.fromkeys(ids)))}


def _is_deed(line: Change) -> bool:
    # A merge closes one memory with the first line of its act; the next may give the other one its tags.
    is_first = line.kind != "memory" or line.act in (0, line.seq)
    return line.actor == Actor.DREAMER and (line.kind, line.operation) in _TOLD and is_first
