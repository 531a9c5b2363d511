"""Which of two statements holds now? A later one that states another value of the same takes its place before the earlier.

Only the best answer is renewed, and only by what tells of a change, counts the same thing, or is nearly the same sentence: most
later statements on a matter are no news. Whoever asks for what held before gets the earlier first.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from simonides.domain.ranking import Scores
from simonides.domain.values import Value, names_another, values_in
from simonides.domain.wishing import Wish

LOOKED_AT = 6
"""How many of the best are compared."""
SHARE_MIN = 0.5
"""How much of the question stands around the value in an answer."""
FIT_MIN = 0.4
AGAIN_MIN = 0.9
"""How well a statement must fit the question beside the one it renews, and beside one that is itself a renewal."""
EVIDENCE_MIN = 0.9
"""The words of the question around the values, and how well each fits, of the other beside the best, together."""
OPEN_LIKENESS_MIN = 0.6
"""How like two statements are, as a cosine, where the question names no kind of value."""
SAME_MIN = 0.75
"""From here on they are the same sentence, and another value in it is a change."""
WORDS_ENOUGH = 3
"""So many words of the question around a value name the matter by themselves."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One of the best candidates; its text is read when it matters."""

    fit: float
    """How well it fits the question; unlike a score it means the same in a palace of two and of a million."""
    when: tuple[int, int]
    """Compares by time."""
    speaker: str | None


def fits_of(words: Scores, cosines: Scores) -> Scores:
    """How well each of some candidates fits the question: its words and its cosine, each beside the best of them."""
    meaning = np.nan_to_num(cosines).clip(0.0)
    return np.asarray(words / max(words.max(initial=0.0), 1e-9) + meaning / max(meaning.max(initial=0.0), 1e-9))


class Renewing:
    """The best answer to a wish, and what takes its place."""

    def __init__(
        self, wish: Wish, statements: Sequence[Statement], text: Callable[[int], str], likeness: Callable[[int, int], float]
    ) -> None:
        self._wish = wish
        self._statements = statements
        self._text = text
        self._likeness = likeness

    def moves(self) -> list[tuple[int, int]]:
        """Which statement goes before which, by their places in the list, in the order in which they are moved."""
        count = len(self._statements)
        moves: list[tuple[int, int]] = []
        renewable = [best for best in range(count) if any(self._may_go_before(other, best) for other in range(best + 1, count))]
        # Texts are read last, and only as far as one could be renewed.
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
        if theirs.fit < fit_min * ours.fit:
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
        if not any(map(self._tells, news)) and (self._wish.is_open or self._likeness(other, best) < SAME_MIN):
            return False
        compounds = self._wish.compounds
        return names_another(self._text(best), compounds) or not names_another(self._text(other), compounds)

    def _values(self, row: int) -> list[Value]:
        found = values_in(self._text(row), self._wish.kinds)
        # What the question names itself is not what it asks for, unless as `before Lisbon`.
        return found if self._wish.is_former else [value for value in found if value.text not in self._wish.words]

    def _is_on_the_matter(self, value: Value) -> bool:
        # `Which city` names a class of answers, and the likeness of the two has shown the matter already.
        matter, words = self._wish.matter, self._wish.words
        return self._wish.is_open or not matter or not matter.isdisjoint(value.near) or len(words & value.near) >= WORDS_ENOUGH

    def _tells(self, value: Value) -> bool:
        return value.tells_change or (self._wish.is_count and not self._wish.matter.isdisjoint(value.unit))

    def _overlap(self, values: Sequence[Value]) -> int:
        return max((len(self._wish.words & value.near) for value in values), default=0)
