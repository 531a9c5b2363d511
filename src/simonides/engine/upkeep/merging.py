"""Merging of repetitions: of two memories that say the same, one is closed in favour of the other; both keep their text."""

from collections.abc import Iterator

from simonides.domain.actor import Actor
from simonides.domain.dreams import MERGED, Merge, choose, ended, united
from simonides.domain.memory import Memory, Scope
from simonides.domain.thresholds import MERGE_MIN
from simonides.domain.time import Clock
from simonides.ports.stores import Store

DREAMING = Actor.DREAMER
"""The lease that lets one process at a time dream, and the actor under which it writes."""

NEAR_MAX = 16
"""How many neighbours of a memory are compared."""


class Merging:
    """The repetitions of one palace."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def merge_around(self, key: int) -> list[Merge]:
        """Merge the memory in that row with those that say the same, in one transaction per pair."""
        merges: list[Merge] = []
        memory = self._store.memories.at([key]).get(key)
        if memory is None or memory.ended_at is not None:
            return merges
        for other, similarity in self._candidates(key, memory):
            merge = self._merge(memory, other, similarity)
            if merge is not None:
                merges.append(merge)
                if merge.ended == memory.id:
                    break
        return merges

    def _candidates(self, key: int, memory: Memory) -> list[tuple[Memory, float]]:
        same = ((other, 1.0) for other in self._store.memories.same_text(memory.content, _place_of(memory)))
        found: dict[str, tuple[Memory, float]] = {}
        for other, similarity in (*same, *self._near(key, memory)):
            if len(found) < NEAR_MAX and other.id not in found and choose(memory, other):
                found[other.id] = (other, similarity)
        return list(found.values())

    def _near(self, key: int, memory: Memory) -> Iterator[tuple[Memory, float]]:
        # A long text has several vectors; being near to one of its windows does not make a copy of the whole.
        vectors = self._store.search.of([key]).get(key)
        if vectors is None or len(vectors) != 1:
            return
        near = self._store.search.nearest(vectors, _place_of(memory), NEAR_MAX)
        pairs = zip(near.keys.tolist(), near.cosines.tolist(), strict=True)
        alike = {other: cosine for other, cosine in pairs if cosine >= MERGE_MIN and other != key}
        windows = self._store.search.of(list(alike))
        others = self._store.memories.at([other for other in alike if len(windows.get(other, ())) == 1])
        for other, cosine in alike.items():
            if other in others:
                yield others[other], min(cosine, 1.0)

    def _merge(self, memory: Memory, other: Memory, similarity: float) -> Merge | None:
        if self._were_parted(memory, other):
            return None
        with self._store.writing(DREAMING):
            # Either memory may have changed since, so the decision is made on what is stored now.
            present = self._store.memories.find([memory.id, other.id])
            if [each.content for each in present] != [memory.content, other.content]:
                return None
            chosen = choose(*present)
            if chosen is None:
                return None
            kept, closed = chosen
            self._store.memories.replace(ended(closed, kept, self._clock()))
            if united(kept, closed) != kept:
                self._store.memories.replace(united(kept, closed))
        return Merge(closed.id, kept.id, similarity)

    def _were_parted(self, memory: Memory, other: Memory) -> bool:
        """Whether somebody opened a merge of these two again, as far as the log reaches back."""
        last = self._store.dreams.last()
        # What came after the last dream has never been merged, and the log need not be read.
        if last is None or max(memory.created_at, other.created_at) > last.started_at:
            return False
        return self._was_merged_into(memory, other) or self._was_merged_into(other, memory)

    def _was_merged_into(self, memory: Memory, other: Memory) -> bool:
        formers = [entry.former.record for entry in self._store.changes.about("memory", memory.id) if entry.former]
        return any(
            isinstance(former, Memory) and (former.end_reason, former.superseded_by) == (MERGED, other.id) for former in formers
        )


def _place_of(memory: Memory) -> Scope:
    return Scope(wing=memory.place.wing, room=memory.place.room)
