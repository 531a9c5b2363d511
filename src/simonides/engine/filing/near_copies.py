"""Near copies of a new memory: compared before its writer's turn, and in it only with what has changed meanwhile.

Writers of a palace go one after the other, so that whatever one does in its turn keeps all others waiting.
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import chain
from typing import TYPE_CHECKING

from simonides.domain.memory import Memory, Scope
from simonides.domain.ranking.duplicates import Likeness, closenesses
from simonides.domain.ranking.traits import day_told
from simonides.domain.text.sameness import are_same
from simonides.domain.thresholds import DUPLICATE_MIN
from simonides.domain.time import DAWN
from simonides.frozen import frozen
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

COMPARED_MAX = 16
"""How many of the nearest memories are compared with a new text."""
COSINE_ERROR = 0.02
"""By how much the cosines of a search for the nearest may be wrong, generously."""
LATER_MAX = 64
"""After more changes than this, a text is compared with everything once more."""


@frozen
class NearCopy:
    """A memory that is like a new one, and whether it says the same in the same room."""

    likeness: Likeness
    is_same: bool


class NearCopies:
    """The memories that are like a new one; `readings` are the vectors it is compared by, none where they are not known yet."""

    def __init__(self, store: Store, memory: Memory, readings: "Sequence[Vectors]") -> None:
        self._store = store
        self._memory = memory
        self._readings = readings
        self._seen: int | None = None
        self._compared: list[int] = []
        self._near: dict[int, NearCopy] = {}

    def look_ahead(self) -> None:
        """Compare the memory with what is there, before the writer's turn; not where each question takes a round trip."""
        if not self._readings or not self._store.is_local:
            return
        with self._store.reading():
            # First, because what is compared may be newer than this line, but must not be older.
            self._seen = self._store.changes.latest()
            self._compared = _nearest(self._store, self._memory.content, self._readings, DUPLICATE_MIN)
            self._near = self._judged(_as_near(self._store, self._readings, self._compared, DUPLICATE_MIN))

    def found(self) -> list[NearCopy]:
        """All of them at this moment, the same text first, then the nearest; to be asked in the writer's turn."""
        same = [Likeness(each, 1.0) for each in self._store.memories.same_text(self._memory.content)]
        same_ids = {each.memory.id for each in same}
        nearest = sorted(self._near_now().values(), key=lambda each: -each.likeness.similarity)
        return [*map(self._judge, same), *(each for each in nearest if each.likeness.memory.id not in same_ids)]

    def _near_now(self) -> dict[int, NearCopy]:
        if not self._readings:
            return {}
        changed = None if self._seen is None else self._store.changes.rows_since(self._seen, ("memory", "vector"), LATER_MAX)
        if changed is None or self._may_move_up(changed):
            return self._judged(near(self._store, self._memory.content, self._readings, DUPLICATE_MIN))
        kept = {key: each for key, each in self._near.items() if key not in changed}
        return kept | self._judged(_as_near(self._store, self._readings, changed, DUPLICATE_MIN))

    def _may_move_up(self, changed: Sequence[int]) -> bool:
        """Whether a memory that was too far away to be compared may be among the nearest now."""
        return len(self._compared) >= COMPARED_MAX and not set(changed).isdisjoint(self._compared)

    def _judged(self, likenesses: dict[int, Likeness]) -> dict[int, NearCopy]:
        return {key: self._judge(each) for key, each in likenesses.items()}

    def _judge(self, likeness: Likeness) -> NearCopy:
        # Another wing or room is another place.
        place, other = self._memory.place, likeness.memory.place
        is_here = (place.wing, place.room) == (other.wing, other.room)
        return NearCopy(likeness, is_here and are_same(self._memory.content, likeness.memory.content))


def near(store: Store, text: str, readings: "Sequence[Vectors]", similarity_min: float) -> dict[int, Likeness]:
    """The memories most similar to a text by any of its readings, by row."""
    return _as_near(store, readings, _nearest(store, text, readings, similarity_min), similarity_min)


def _nearest(store: Store, text: str, readings: "Sequence[Vectors]", similarity_min: float) -> list[int]:
    """The rows of the nearest memories that may be as similar to a text."""
    # The best cosine of any two windows bounds how close two texts are, so that most are not read at all.
    cosine_min = similarity_min - COSINE_ERROR
    found = [store.search.near(vectors, cosine_min, COMPARED_MAX) for vectors in readings]
    told = day_told(text) if len(readings) > 1 else None
    if told is not None and len(found[0]) == COMPARED_MAX:
        # What is noted in the same words every day is equally near without its day: that of the same day must not be missed.
        of_day = Scope(happened_from=DAWN + told, happened_before=DAWN + told + timedelta(days=1))
        nearest = store.search.nearest(readings[0], of_day, COMPARED_MAX)
        found.append(nearest.keys[nearest.cosines >= cosine_min].tolist())
    return list(dict.fromkeys(chain.from_iterable(found)))


def _as_near(store: Store, readings: "Sequence[Vectors]", keys: Sequence[int], similarity_min: float) -> dict[int, Likeness]:
    """Those of the memories in some rows that are as similar to a text and hold at present."""
    theirs = store.search.of(keys) if keys else {}
    if not theirs:
        return {}
    by_reading = [closenesses(vectors, list(theirs.values())) for vectors in readings]
    close = dict(zip(theirs, map(max, zip(*by_reading, strict=True)), strict=True))
    # A row may have lost its vectors since it was found.
    memories = store.memories.at([key for key in keys if key in close and close[key] >= similarity_min])
    return {key: Likeness(memory, close[key]) for key, memory in memories.items() if memory.ended_at is None}
