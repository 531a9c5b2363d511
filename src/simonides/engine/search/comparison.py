"""Comparison of the best candidates: newer answers move above those they update, copies move back."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simonides.domain.memory import Memory
from simonides.domain.question.parsed import Asked
from simonides.domain.question.spans import EPOCH
from simonides.domain.question.wanted_value import Wish
from simonides.domain.ranking import fusion, note_updates
from simonides.domain.ranking import traits as trait
from simonides.domain.ranking.candidates import CandidatePool, Stack
from simonides.domain.ranking.duplicates import answer_alike, copies
from simonides.domain.ranking.fusion import Scores
from simonides.domain.ranking.newer_first import LOOKED_AT, Renewing, Statement, fits_of
from simonides.domain.ranking.note_updates import NoteCandidate, NoteUpdates
from simonides.domain.ranking.score_terms import Shift
from simonides.domain.ranking.traits import Traits
from simonides.engine.search.joint_index import JointIndex

STEP = 1e-9
"""The gap between a moved candidate and the one it is moved next to: less than any meaningful difference, more than rounding."""
SPARE = 5
"""How many candidates beyond the limit are examined first, to replace copies."""
WINDOWS_MAX = 128
"""How many vectors of one memory are compared with those of others: more are those of a book, which updates nothing."""
DAY_S = 86_400
AHEAD_S = 14 * 3_600
"""How far the clocks that are furthest ahead go before UTC: who files there names a day that has not come here."""


class Comparing:
    """Compares the best candidates of one search with each other; `limit` of them will be hits."""

    def __init__(self, index: JointIndex, pool: CandidatePool, scores: Scores, limit: int, last_day: int) -> None:
        self.pool = pool
        self._index = index
        self._limit = limit
        self._last_day = last_day
        # A comparison moves candidates among the best, so the vectors of these are read once for all comparisons.
        best = fusion.best(scores, max(note_updates.LOOKED_AT, limit + SPARE))
        self._places = {row: place for place, row in enumerate(best.tolist())}

    def renewed(self, wish: Wish, scores: Scores) -> Shift:
        """The score terms that lift a newer answer right above the one it updates."""
        keys, traits, fit = self.pool.keys, self.pool.traits, self._fit
        best = [row for row in fusion.best(scores, LOOKED_AT).tolist() if not traits.flags[row] & trait.ASSISTANT]
        statements = [
            Statement(
                fit=float(fit[row]),
                when=(int(traits.days[row]), int(keys[row])),
                speaker=traits.speakers[row],
                is_note=_is_note(traits, row),
                is_to_come=bool(traits.days[row] > self._last_day),
            )
            for row in best
        ]
        content = self._content(best)
        return self._lifted(best, Renewing(wish, statements, content.text, content.likeness).moves(), scores)

    def updated(self, question: str, asked: Asked, scores: Scores) -> Shift:
        """The score terms that lift a note right above the one it replaces."""
        keys, traits, fit = self.pool.keys, self.pool.traits, self._fit
        best = [row for row in fusion.best(scores, note_updates.LOOKED_AT).tolist() if _is_note(traits, row)]
        notes = [
            NoteCandidate(
                fit=float(fit[row]),
                day=int(traits.days[row]),
                flags=int(traits.flags[row]),
                speaker=traits.speakers[row],
                key=int(keys[row]),
                is_quoted=bool(self.pool.exact[row] >= 1),
                is_to_come=bool(traits.days[row] > self._last_day),
                cosine=float(self.pool.cosines[row]),
                score=float(scores[row]),
            )
            for row in best
        ]
        content = self._content(best)
        moves = NoteUpdates(question, asked, notes, content.text, content.likeness, content.source).moves()
        return self._lifted(best, moves, scores)

    def set_back(self, scores: Scores) -> Shift:
        """The score terms that move copies of better hits behind enough others."""
        pool, limit = self.pool, self._limit
        shift = Shift.none(len(pool.keys))
        looked_at = limit + SPARE
        while True:
            best = fusion.best(scores, looked_at)
            pairs = answer_alike(pool.words[best], pool.cosines[best])
            content = self._content(best.tolist())
            found = copies(pairs, content.stack, content.text) if len(pairs[0]) else {}
            if len(best) - len(found) >= limit or len(best) == len(pool.keys):
                break
            looked_at *= 2
        behind = scores[best].min(initial=np.inf)
        for place, first in sorted(found.items()):
            behind -= STEP
            shift.points[best[place]] = behind - scores[best[place]]
            shift.beside[best[place]] = best[first]
        return shift

    def _lifted(self, best: Sequence[int], moves: Iterable[tuple[int, int]], scores: Scores) -> Shift:
        """The score terms that put the first of each pair of places right above the second."""
        shift = Shift.none(len(self.pool.keys))
        for newer, older in ((best[place], best[older_place]) for place, older_place in moves):
            shift.points[newer] = scores[older] + shift.points[older] + STEP - scores[newer]
            shift.beside[newer] = older
        return shift

    @cached_property
    def _fit(self) -> Scores:
        return fits_of(self.pool.words, self.pool.cosines)

    @cached_property
    def _stack(self) -> Stack:
        return self._index.stack(self.pool.keys[list(self._places)].tolist())

    def _content(self, rows: list[int]) -> "_Content":
        return _Content(self._index, self.pool.keys[rows].tolist(), lambda: self._stack_of(rows))

    def _stack_of(self, rows: list[int]) -> Stack:
        if self._places.keys() >= set(rows):
            return self._stack.of([self._places[row] for row in rows])
        return self._index.stack(self.pool.keys[rows].tolist())


def last_day_come(asked: Asked, moment: datetime) -> int:
    """The last day, counted from 1970, that has come somewhere on Earth by a moment, or that the question asks for."""
    begun = int(moment.timestamp() + AHEAD_S) // DAY_S
    return max([begun, *((span.last - EPOCH).days for span in asked.dates.spans)])


def _is_note(traits: Traits, row: int) -> bool:
    return traits.conversations[row] is None and not traits.flags[row] & trait.ASSISTANT


class _Content:
    """Texts and vectors of a few memories, read on first use."""

    def __init__(self, index: JointIndex, keys: list[int], read_stack: Callable[[], Stack]) -> None:
        self._index = index
        self._keys = keys
        self._read_stack = read_stack

    def text(self, row: int) -> str:
        memory = self._memories.get(self._keys[row])
        # Another process may have deleted the memory.
        return memory.content if memory else ""

    def source(self, row: int) -> str | None:
        memory = self._memories.get(self._keys[row])
        return memory.origin.source if memory else None

    def likeness(self, row: int, other: int) -> float:
        return self._likeness[row][other]

    @cached_property
    def _memories(self) -> dict[int, Memory]:
        return self._index.at(self._keys)

    @cached_property
    def stack(self) -> Stack:
        return self._read_stack()

    @cached_property
    def _likeness(self) -> list[list[float]]:
        """For each pair of memories the cosine of their nearest vectors; -1 where one has none."""
        found: list[list[float]] = likeness_of(self.stack, len(self._keys)).tolist()
        return found


def likeness_of(stack: Stack, count: int) -> NDArray[np.float32]:
    """For each pair of memories the highest cosine of their vectors, the first `WINDOWS_MAX` of each; -1 where one has none."""
    likeness = np.full((count, count), -1.0, np.float32)
    order = np.argsort(stack.owners, kind="stable")
    owners = stack.owners[order]
    begins = np.flatnonzero(np.diff(owners, prepend=-1))
    if len(begins) == len(owners):
        # Most memories have one vector.
        vectors = stack.vectors[order]
        likeness[np.ix_(owners, owners)] = vectors @ vectors.T
        return likeness
    is_near = np.arange(len(owners)) - begins.repeat(np.diff(begins, append=len(owners))) < WINDOWS_MAX
    vectors, owners = stack.vectors[order[is_near]], owners[is_near]
    begins = np.flatnonzero(np.diff(owners, prepend=-1))
    if len(begins):
        nearest = np.maximum.reduceat(vectors @ vectors.T, begins, axis=0)
        likeness[np.ix_(owners[begins], owners[begins])] = np.maximum.reduceat(nearest, begins, axis=1)
    return likeness
