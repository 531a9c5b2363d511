"""How do lists with different scales become one? By how far each score stands out from its own list."""

import math
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def z_scores(scores: Sequence[float]) -> list[float]:
    """Each score in standard deviations from the mean; all zero where they do not differ."""
    if not scores:
        return []
    mean = math.fsum(scores) / len(scores)
    deviation = math.sqrt(math.fsum((score - mean) ** 2 for score in scores) / len(scores))
    # Scores that differ only by rounding do not differ.
    if deviation <= 1e-12 * max(map(abs, scores)):
        return [0.0] * len(scores)
    return [(score - mean) / deviation for score in scores]


def merged(lists: Sequence[Sequence[tuple[T, float]]]) -> list[tuple[T, float]]:
    """All items with their Z-scores, best first; the earlier list, then the earlier item, wins a tie."""
    standardised = [
        (item, z) for each in lists for (item, _), z in zip(each, z_scores([score for _, score in each]), strict=True)
    ]
    return sorted(standardised, key=lambda pair: -pair[1])
