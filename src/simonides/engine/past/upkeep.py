"""What upkeep did: its cycles, the repetitions it closed and the pairs it proposed, read backwards from the change log."""

from collections.abc import Iterator
from datetime import datetime

from simonides.domain.actor import Actor
from simonides.domain.dreams import Dream
from simonides.domain.memory import Memory
from simonides.engine.past.acts import Acts
from simonides.frozen import frozen
from simonides.ports.changes import Change
from simonides.ports.stores import Store

CYCLES_KEPT = 100
KINDS = ("memory", "supersession", "dream")
_TOLD = {("memory", "change"), ("supersession", "add"), ("dream", "add")}


@frozen
class Deed:
    """One thing that upkeep did: a finished cycle, a memory closed in favour of another, or a proposed pair."""

    line: Change
    cycle: Dream | None = None
    closed: Memory | None = None
    kept: Memory | None = None
    pair: str = ""
    """The id of a proposed pair."""
    undone_by: int | None = None


@frozen
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
        # A merge may have a second line, which is no deed.
        read = limit * 2 + 1
        lines = self._store.changes.by(Actor.DREAMER, KINDS, before, read, since, until)
        deeds = [line for line in lines if _is_deed(line)]
        rest = deeds[limit - 1 : limit] if len(deeds) > limit else lines[read - 1 :]
        return DeedPage(list(self._told(deeds[:limit])), rest[0].seq if rest else None)

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
