"""Notes that are alike and differ: near by meaning, not the same, and not a pair that is known already.

Upkeep proposes only what seems to replace another. These are the rest that somebody may want to see side by side; they are looked
for when somebody asks, among the newest notes, and nothing is written down before a decision.
"""

from collections.abc import Iterator
from itertools import islice

from simonides.domain.actor import current_caller
from simonides.domain.errors import exists
from simonides.domain.memory import Memory, Order, Scope
from simonides.domain.past.supersession import pair, pair_id
from simonides.domain.text.sameness import are_same
from simonides.domain.thresholds import DUPLICATE_MIN
from simonides.domain.time import Clock
from simonides.engine.claims.guessing import is_note, near_notes
from simonides.engine.claims.review import Review, Reviewed
from simonides.frozen import frozen
from simonides.ports.stores import Store

LOOKED_AT = 200
"""Of how many of the newest notes the nearest are looked up."""


@frozen
class AlikeNotes:
    """Two notes that are alike and differ, and how much alike."""

    older: Memory
    newer: Memory
    similarity: float

    @property
    def names(self) -> tuple[str, str]:
        """The ids of the pair, as it may be known either way round."""
        return pair_id(self.older.id, self.newer.id), pair_id(self.newer.id, self.older.id)


@frozen
class SideBySide:
    """Finds such pairs in one palace, and keeps that both of one hold."""

    _store: Store
    _review: Review
    _clock: Clock

    def page(self, limit: int) -> list[AlikeNotes]:
        """Pairs that nobody has decided about, of the newest notes first."""
        return list(islice(self._undecided(), limit))

    def keep_both(self, one: str, other: str) -> Reviewed:
        """Write down that neither of two memories takes the other's place, so that nobody is asked again. Raises NotFound."""
        older, newer = sorted((self._store.memories.get(one), self._store.memories.get(other)), key=_age)
        said_by, now = current_caller().signature, self._clock()
        made = pair("memory", older.id, newer.id, "guess", now, said_by).decided("rejected", said_by, now)
        with self._store.writing():
            for name in AlikeNotes(older, newer, 1.0).names:
                if exists(self._review.find, name):
                    return self._review.decide([name], "reject")[0]
            self._store.supersessions.add(made)
        return self._review.find(made.id)

    def _undecided(self) -> Iterator[AlikeNotes]:
        seen: set[str] = set()
        for each in self._candidates():
            name = each.names[0]
            if name not in seen and not are_same(each.newer.content, each.older.content) and not self._is_known(each):
                yield each
            seen.add(name)

    def _candidates(self) -> Iterator[AlikeNotes]:
        for memory in self._store.memories.page(Scope(is_chosen=True), Order.NEWEST, LOOKED_AT):
            if is_note(memory):
                for other, similarity in near_notes(self._store, self._store.memories.key_of(memory.id), memory):
                    if similarity >= DUPLICATE_MIN:
                        older, newer = sorted((memory, other), key=_age)
                        yield AlikeNotes(older, newer, similarity)

    def _is_known(self, two: AlikeNotes) -> bool:
        return any(exists(self._store.supersessions.get, name) for name in two.names)


def _age(memory: Memory) -> tuple[float, str]:
    return memory.happened_at.timestamp(), memory.id
