"""Who wrote the memories of a palace."""

from collections import Counter
from collections.abc import Iterator, Sequence

from simonides.domain.actor import PROGRAMS, Actor
from simonides.domain.memory import Facet, Memory
from simonides.domain.text.quotation import AGENTS
from simonides.frozen import frozen
from simonides.ports.stores import Store

WRITERS_MAX = 500
"""How many authors are known, those of most memories."""
SHARE_MAX = 0.5
"""Whoever wrote a larger share of the palace is not told apart by it."""
RECOUNT = 100
"""Authors are counted again when this share of the memories may have changed: counting reads them all."""
_NOBODY = frozenset(Actor) | AGENTS | PROGRAMS
"""Signatures of doors and programs, which say nothing of their own."""


@frozen
class _Count:
    counted: int
    """The change up to which the store counted."""
    followed: int
    """The change up to which new memories were added to that."""
    counts: dict[tuple[Facet, str], int]


class Writers:
    """The authors of a palace, and whoever filed something under a name of their own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known = _Count(-1, -1, {})

    def told_apart(self, total: int) -> Iterator[tuple[Facet, str, int]]:
        """Each of them with the number of their memories, except who wrote most of the palace, which has `total`."""
        return ((kind, name, count) for (kind, name), count in self._counts(total).items() if count <= SHARE_MAX * total)

    def names(self, total: int) -> list[str]:
        """All of their names."""
        return [name for _, name in self._counts(total)]

    def _counts(self, total: int) -> dict[tuple[Facet, str], int]:
        # Taken at once: other threads count, too.
        self._known = known = self._upto(self._store.changes.latest(), self._known, total)
        return known.counts

    def _upto(self, latest: int, known: _Count, total: int) -> _Count:
        if known.counted < 0 or latest - known.counted > total // RECOUNT or self._store.changes.trimmed() > known.followed:
            return _Count(latest, latest, self._counted_anew())
        if latest <= known.followed:
            return known
        lines = self._store.changes.since(known.followed, latest - known.followed)
        ids = [line.id for line in lines if (line.kind, line.operation) == ("memory", "add")]
        new = Counter(_signatures(self._store.memories.find(ids))) if ids else Counter[tuple[Facet, str]]()
        return _Count(
            known.counted, latest, known.counts | {each: known.counts.get(each, 0) + count for each, count in new.items()}
        )

    def _counted_anew(self) -> dict[tuple[Facet, str], int]:
        return {
            (kind, name): count
            for kind in (Facet.AUTHOR, Facet.ADDED_BY)
            for name, count in self._store.memories.tally(kind, limit=WRITERS_MAX)
            if name not in _NOBODY
        }


def _signatures(memories: Sequence[Memory]) -> Iterator[tuple[Facet, str]]:
    for memory in memories:
        signed = ((Facet.AUTHOR, memory.origin.author), (Facet.ADDED_BY, memory.origin.added_by))
        yield from ((kind, name) for kind, name in signed if name and name not in _NOBODY)
