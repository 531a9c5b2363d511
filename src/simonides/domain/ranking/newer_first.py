"""Renewal: a later statement with another value for the same matter ranks before the earlier one.

Only the best answer is renewed, and only by a statement that tells of a change, counts the same thing, or is nearly the same
sentence: most later statements on a matter change nothing. A question about what held before gets the earlier one first.
"""

from collections.abc import Callable, Sequence

import numpy as np

from simonides.domain.question.stated_values import Value, names_another, values_in
from simonides.domain.question.wanted_value import Wish
from simonides.domain.ranking.fusion import Scores
from simonides.domain.thresholds import OPEN_LIKENESS_MIN, SAME_SENTENCE_MIN
from simonides.frozen import frozen

LOOKED_AT = 6
"""How many of the best candidates are compared."""
SHARE_MIN = 0.5
"""The share of the question's words that must stand around the value in an answer."""
FIT_MIN = 0.4
AGAIN_MIN = 0.9
"""How well a statement must fit the question compared with the one it renews; the second when that is itself a renewal."""
EVIDENCE_MIN = 0.9
"""The least sum of two ratios, other to best: question words around the values, and fit to the question."""
WORDS_ENOUGH = 3
"""This many words of the question around a value are enough to name the matter."""


@frozen
class Statement:
    """One of the best candidates; its text is read only when needed."""

    fit: float
    """How well it fits the question; unlike a score, comparable between palaces of any size."""
    when: tuple[int, int]
    """A key that sorts by time."""
    speaker: str | None
    is_note: bool = False
    """Whether it stands outside of conversations."""
    is_to_come: bool = False
    """Whether its day has not come, and the question does not ask for that time."""


def fits_of(words: Scores, cosines: Scores) -> Scores:
    """How well each candidate fits the question: its words and its cosine, each relative to the best."""
    # Numpy's `fmax` takes the other number where one is unknown.
    meaning = np.fmax(cosines, 0.0)
    return np.asarray(words / max(words.max(initial=0.0), 1e-9) + meaning / max(meaning.max(initial=0.0), 1e-9))


@frozen
class Renewing:
    """The search for statements that replace the best answer to a wish."""

    _wish: Wish
    _statements: Sequence[Statement]
    _text: Callable[[int], str]
    _likeness: Callable[[int, int], float]

    def moves(self) -> list[tuple[int, int]]:
        """Pairs of list positions: the first statement goes before the second; in the order of moving."""
        count = len(self._statements)
        moves: list[tuple[int, int]] = []
        renewable = [best for best in range(count) if any(self._may_go_before(other, best) for other in range(best + 1, count))]
        # Texts are read last, and only those that could be renewed.
        best = next((row for row in range(max(renewable, default=-1) + 1) if self._answers(row)), count)
        for other in range(best + 1, count):
            if self._may_go_before(other, best, AGAIN_MIN if moves else FIT_MIN) and self._renews(other, best):
                moves.append((other, best))
                best = other
        return moves

    def _may_go_before(self, other: int, best: int, fit_min: float = FIT_MIN) -> bool:
        ours, theirs = self._statements[best], self._statements[other]
        if ours.speaker != theirs.speaker or ours.when == theirs.when or (theirs.when < ours.when) != self._wish.is_former:
            return False
        older, newer = (theirs, ours) if self._wish.is_former else (ours, theirs)
        if newer.is_to_come and not older.is_to_come:
            return False
        # Notes of different days are compared as wholes, by `note_updates`.
        if theirs.fit < fit_min * ours.fit or (ours.is_note and theirs.is_note and ours.when[0] != theirs.when[0]):
            return False
        return not self._wish.is_open or self._likeness(other, best) >= OPEN_LIKENESS_MIN

    def _answers(self, row: int) -> bool:
        return self._overlap(self._values(row)) >= max(SHARE_MIN * len(self._wish.words), 1)

    def _renews(self, other: int, best: int) -> bool:
        older, newer = (other, best) if self._wish.is_former else (best, other)
        stated = self._values(older)
        known = {value.text for value in stated}
        news = [value for value in self._values(newer) if value.text not in known and self._is_on_the_matter(value)]
        if not news or not stated:
            return False
        fit = self._statements[other].fit / max(self._statements[best].fit, 1e-9)
        if fit + self._overlap(news) / max(self._overlap(stated), 1) < EVIDENCE_MIN:
            return False
        if not any(map(self._tells, news)) and (self._wish.is_open or self._likeness(other, best) < SAME_SENTENCE_MIN):
            return False
        return self._names_another(best) or not self._names_another(other)

    def _names_another(self, row: int) -> bool:
        return names_another(self._text(row), self._wish.compounds, self._wish.language)

    def _values(self, row: int) -> list[Value]:
        found = values_in(self._text(row), self._wish.kinds, self._wish.language)
        # A value named in the question is not the answer, except in the form `before Lisbon`.
        return found if self._wish.is_former else [value for value in found if value.text not in self._wish.words]

    def _is_on_the_matter(self, value: Value) -> bool:
        # `Which city` names a class of answers; the likeness check has already shown that the matter is the same.
        matter, words = self._wish.matter, self._wish.words
        return self._wish.is_open or not matter or not matter.isdisjoint(value.near) or len(words & value.near) >= WORDS_ENOUGH

    def _tells(self, value: Value) -> bool:
        return value.tells_change or (self._wish.is_count and not self._wish.matter.isdisjoint(value.unit))

    def _overlap(self, values: Sequence[Value]) -> int:
        return max((len(self._wish.words & value.near) for value in values), default=0)
