"""Which of the best candidates renew one another, and which repeat one another?"""

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from simonides.domain import ranking
from simonides.domain import traits as trait
from simonides.domain.candidates import Stack
from simonides.domain.likeness import copies
from simonides.domain.memory import Memory
from simonides.domain.ranking import Scores
from simonides.domain.renewing import LOOKED_AT, Renewing, Statement
from simonides.domain.traits import Traits
from simonides.domain.wishing import Wish
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Comparing:
    """The best candidates of one palace, beside each other."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def renewed(self, wish: Wish, keys: "NDArray[np.int64]", scores: Scores, fit: Scores, traits: Traits) -> Scores:
        """What lifts a newer answer right above the one it renews; nothing for the rest."""
        best = [row for row in ranking.best(scores, LOOKED_AT).tolist() if not traits.flags[row] & trait.ASSISTANT]
        statements = [Statement(float(fit[row]), (int(traits.days[row]), int(keys[row])), traits.speakers[row]) for row in best]
        content = _Content(self._store, keys[best].tolist())
        gifts = np.zeros(len(keys))
        for newer, older in Renewing(wish, statements, content.text, content.likeness).moves():
            above = np.nextafter(scores[best[older]] + gifts[best[older]], np.inf)
            gifts[best[newer]] = above - scores[best[newer]]
        return gifts

    def set_back(self, keys: "NDArray[np.int64]", scores: Scores, limit: int) -> Scores:
        """What moves copies of better hits behind enough others; nothing for the rest."""
        losses = np.zeros(len(keys))
        looked_at = 2 * limit
        while True:
            best = ranking.best(scores, looked_at)
            content = _Content(self._store, keys[best].tolist())
            found = copies(content.stack, content.text)
            if len(best) - len(found) >= limit or len(best) == len(keys):
                break
            looked_at *= 2
        behind = scores[best].min(initial=np.inf)
        for place in found:
            behind = np.nextafter(behind, -np.inf)
            losses[best[place]] = behind - scores[best[place]]
        return losses


class _Content:
    """Texts and vectors of a few memories, read when one is asked for."""

    def __init__(self, store: Store, keys: list[int]) -> None:
        self._store = store
        self._keys = keys

    def text(self, row: int) -> str:
        memory = self._memories.get(self._keys[row])
        # Another process may have deleted it.
        return memory.content if memory else ""

    def likeness(self, row: int, other: int) -> float:
        return self._likeness.get((row, other), -1.0)

    @cached_property
    def _memories(self) -> dict[int, Memory]:
        return self._store.memories.at(self._keys)

    @cached_property
    def stack(self) -> Stack:
        return self._store.search.stack(self._keys)

    @cached_property
    def _likeness(self) -> dict[tuple[int, int], float]:
        likeness: dict[tuple[int, int], float] = {}
        owners = self.stack.owners.tolist()
        for row, products in zip(owners, (self.stack.vectors @ self.stack.vectors.T).tolist(), strict=True):
            for other, cosine in zip(owners, products, strict=True):
                likeness[row, other] = max(cosine, likeness.get((row, other), -1.0))
        return likeness
