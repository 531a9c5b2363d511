"""Who wrote the memories of a palace."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from simonides.domain.actor import PROGRAMS, Actor
from simonides.domain.memory import Facet, Memory
from simonides.domain.text.quotation import AGENTS
from simonides.domain.text.words import phrase_words
from simonides.engine.search.news import News, WrittenSince
from simonides.ports.stores import Store

WRITERS_MAX = 500
"""How many authors are known, those of most memories."""
SHARE_MAX = 0.5
"""Whoever wrote a larger share of the palace is not told apart by it."""
RECOUNT = 100
"""Authors are counted again when this share of the memories may have changed: counting reads them all."""
_NOBODY = frozenset(Actor) | AGENTS | PROGRAMS
"""Signatures of doors and programs, which say nothing of their own."""


@dataclass(frozen=True)
class _Count:
    counted: int
    """The change up to which the store counted."""
    followed: int
    """The change up to which new memories were added to that."""
    counts: dict[tuple[Facet, str], int]

    @cached_property
    def by_word(self) -> dict[str, list[tuple[Facet, str]]]:
        """Those whose names hold a word."""
        found: dict[str, list[tuple[Facet, str]]] = {}
        for each in self.counts:
            for word in set(phrase_words(each[1])):
                found.setdefault(word, []).append(each)
        return found


class Writers:
    """The authors of a palace, and whoever filed something under a name of their own."""

    def __init__(self, store: Store, news: News) -> None:
        self._store = store
        self._news = news
        self._known = _Count(-1, -1, {})

    def called(self, words: frozenset[str], total: int) -> list[tuple[Facet, str, int]]:
        """Those whose names hold any of the words, with the number of their memories; not who wrote most of all `total`."""
        known = self._counted(total)
        found = dict.fromkeys(each for word in words for each in known.by_word.get(word, ()))
        counted = ((*each, known.counts[each]) for each in found if known.counts[each] <= SHARE_MAX * total)
        return sorted(counted, key=lambda each: (-each[2], each))

    def names(self, total: int) -> list[str]:
        """All of their names."""
        return [name for _, name in self._counted(total).counts]

    def _counted(self, total: int) -> _Count:
        # Taken at once: other threads count, too.
        self._known = known = self._upto(self._news.latest(), self._known, total)
        return known

    def _upto(self, latest: int, known: _Count, total: int) -> _Count:
        if latest <= known.followed:
            return known
        is_stale = known.counted < 0 or latest - known.counted > total // RECOUNT
        added = None if is_stale else self._added(known.followed, latest)
        if added is None:
            return _Count(latest, latest, self._counted_anew())
        new = Counter(_signatures(added))
        return _Count(
            known.counted, latest, known.counts | {each: known.counts.get(each, 0) + count for each, count in new.items()}
        )

    def _added(self, moment: int, latest: int) -> list[Memory] | None:
        """The memories that were added since a moment; None where the log does not tell it any more."""
        written = self._news.between(moment, latest)
        if written is None:
            if self._store.changes.trimmed() > moment:
                return None
            written = WrittenSince(self._store, self._store.changes.since(moment, latest - moment))
        ids = {line.id for line in written.lines if (line.kind, line.operation) == ("memory", "add")}
        return [each for each in written.memories if each.id in ids]

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
