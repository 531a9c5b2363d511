"""Merging lists of scores with different scales, by how far each score stands out from its own list."""

import math
import sys
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

LENGTH_MIN = 10
"""The least length a list is filled up to; missing items count as a score of zero."""


def z_scores(scores: Sequence[float], deviation_min: float = 0.0) -> list[float]:
    """Each score's distance from the mean in standard deviations (at least `deviation_min`); all zero when they are equal."""
    if not scores:
        return []
    mean = math.fsum(scores) / len(scores)
    # Squares of tiny differences would underflow; hypot avoids that.
    deviation = math.hypot(*(score - mean for score in scores)) / math.sqrt(len(scores))
    # Scores that differ only by rounding count as equal.
    if deviation <= max(1e-12 * max(map(abs, scores)), sys.float_info.min):
        return [0.0] * len(scores)
    return [(score - mean) / max(deviation, deviation_min) for score in scores]


def merged(lists: Sequence[Sequence[tuple[T, float]]], deviation_min: float = 0.0) -> list[tuple[T, float]]:
    """All items with their Z-scores, best first; the earlier list, then the earlier item, wins a tie."""
    # One of n items stands out by at most the root of n - 1, and a single item not at all: lists compare only at one length.
    length = max([LENGTH_MIN, *map(len, lists)])
    standardised = [
        (item, z)
        for each in lists
        # The zeros that fill up a list are at its end and are dropped here.
        for (item, _), z in zip(each, z_scores(_filled(each, length), deviation_min), strict=False)
    ]
    return sorted(standardised, key=lambda pair: -pair[1])


def _filled(scored: Sequence[tuple[T, float]], length: int) -> list[float]:
    return [score for _, score in scored] + [0.0] * (length - len(scored))
