"""Tally of scores: the points each term gave to each candidate, whose sum is the score."""

import numpy as np
from numpy.typing import NDArray

from simonides.domain.ranking.fusion import Scores, best
from simonides.frozen import frozen

NOBODY = -1


@frozen
class Shift:
    """Points that move candidates next to others, and for each the row of that other, or NOBODY."""

    points: Scores
    beside: NDArray[np.int64]

    @classmethod
    def none(cls, count: int) -> "Shift":
        """Nobody moves."""
        return cls(np.zeros(count), np.full(count, NOBODY, np.int64))


class ScoreTally:
    """The scores of some candidates, and how they came about; `precedence` tells which of equal ones come first: the higher."""

    def __init__(self, precedence: NDArray[np.int64]) -> None:
        self._precedence = precedence
        self.scores: Scores = np.zeros(len(precedence))
        self._points: dict[str, Scores] = {}
        self._beside: dict[str, NDArray[np.int64]] = {}

    def add(self, term: str, points: Scores) -> None:
        """Add the points that a term gives or takes."""
        self._points[term] = points
        self.scores = self.scores + points

    def best(self, limit: int) -> NDArray[np.intp]:
        """The rows of the best candidates, best first."""
        return best(self.scores, limit, self._precedence)

    def points(self, term: str) -> Scores:
        """The points that a term gave to each candidate."""
        return self._points[term]

    def move(self, term: str, shift: Shift) -> None:
        """Add the points that move candidates next to others."""
        self._beside[term] = shift.beside
        self.add(term, shift.points)

    def of(self, row: int) -> dict[str, float]:
        """The points each term gave to one candidate, in the order they were added; zeros are left out."""
        return {term: float(points[row]) for term, points in self._points.items() if points[row]}

    def beside(self, term: str, row: int) -> int:
        """The row next to which a term moved a candidate, or NOBODY."""
        return int(self._beside[term][row]) if term in self._beside else NOBODY
