"""Pairs of similar vectors: for each thing those nearest to it, without comparing everything with everything.

Up to a few thousand vectors all are compared. Beyond that each vector goes into a few neighbourhoods around pivots,
and only neighbours are compared; a neighbourhood that is too large is cut. The work then grows with n to the power of 1.5.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from simonides.ports.nodes import Alike
from simonides.stores.sql.vectors.kernels import ByteCodes, FloatRows, byte_codes, dots

Positions = NDArray[np.int64]
Codes = tuple[ByteCodes, NDArray[np.float32]]
"""One byte per dimension, and for each vector the value of one step."""

_EXACT_MAX = 4_000
_NEIGHBOURHOODS = 4
"""How many neighbourhoods each vector goes into."""
_NEIGHBOURHOOD_MAX = 2_048
_PIVOTS_PER_ROOT = 3.0
_ROUNDS = 2
_SAMPLE = 8_192
_ROWS_AT_ONCE = 4_096
# Cosines of unit vectors computed from int8 codes are off by at most about half of this.
_TOLERANCE = 0.02


NOBODY = Alike(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32))


def alike_pairs(owners: NDArray[np.int64], codes: Codes, per_thing: int, score_min: float) -> Alike:
    """For each owner at most `per_thing` others of about `score_min` or more; every pair once, best first."""
    if len(owners) < 2 or per_thing <= 0:
        return NOBODY
    found = [_within(codes, members, per_thing, score_min - _TOLERANCE) for members in _neighbourhoods(codes)]
    first, second, cosines = (np.concatenate(parts) for parts in zip(*found, strict=True))
    # The older one has the lower place; places are small numbers, which rows need not be.
    ordered = np.sort(owners)
    places = np.searchsorted(ordered, owners)
    merged = _merged(places[first], places[second], cosines, per_thing)
    return Alike(ordered[merged.first], ordered[merged.second], merged.cosines)


def _within(
    all_codes: Codes, members: Positions, per_thing: int, score_min: float
) -> tuple[Positions, Positions, NDArray[np.float32]]:
    """The best pairs of a neighbourhood, by position."""
    codes = _picked(all_codes, members)
    pairs = [_best(members, start, codes, per_thing, score_min) for start in range(0, len(members), 1_024)]
    first, second, cosines = (np.concatenate(parts) for parts in zip(*pairs, strict=True))
    return first, second, cosines


def _best(
    members: Positions, start: int, codes: Codes, per_thing: int, score_min: float
) -> tuple[Positions, Positions, NDArray[np.float32]]:
    block = slice(start, start + 1_024)
    cosines = _cosines((codes[0][block], codes[1][block]), codes)
    own = np.arange(len(cosines))
    # A vector is no match for itself.
    cosines[own, own + start] = -2.0
    row, column = np.nonzero(cosines >= score_min)
    if len(row) > per_thing * len(cosines):
        # Sorting pays off only where many vectors are similar.
        columns = np.argpartition(cosines, len(members) - per_thing, axis=1)[:, -per_thing:]
        near, place = np.nonzero(np.take_along_axis(cosines, columns, axis=1) >= score_min)
        row, column = near, columns[near, place]
    return members[start + row], members[column], cosines[row, column].astype(np.float32)


def _merged(first: Positions, second: Positions, cosines: NDArray[np.float32], per_thing: int) -> Alike:
    low, high = np.minimum(first, second), np.maximum(first, second)
    order = np.lexsort((high, low, -cosines))
    low, high, cosines = low[order], high[order], cosines[order]
    # A pair is found from both sides, and in every neighbourhood that holds both.
    _, kept = np.unique(low << 32 | high, return_index=True)
    kept.sort()
    low, high, cosines = low[kept], high[kept], cosines[kept]
    # It stays when it is among the best of either side.
    stays = (_rank(low) < per_thing) | (_rank(high) < per_thing)
    return Alike(low[stays], high[stays], np.minimum(cosines[stays], np.float32(1.0)))


def _rank(owners: Positions) -> Positions:
    """For each place how often its owner occurred before it; the places are sorted best first."""
    order = np.argsort(owners, kind="stable")
    ordered = owners[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    lengths = np.diff(np.r_[starts, len(ordered)])
    ranks = np.empty(len(owners), np.int64)
    ranks[order] = np.arange(len(owners)) - np.repeat(starts, lengths)
    return ranks


def _neighbourhoods(all_codes: Codes) -> Iterator[Positions]:
    if len(all_codes[0]) <= _EXACT_MAX:
        yield np.arange(len(all_codes[0]), dtype=np.int64)
        return
    pivots = _pivots(all_codes)
    nearest = np.concatenate([_nearest_pivots(_picked(all_codes, block), pivots) for block in _blocks(len(all_codes[0]))])
    members = np.repeat(np.arange(len(all_codes[0]), dtype=np.int64), nearest.shape[1])
    order = np.argsort(nearest.ravel(), kind="stable")
    edges = np.cumsum(np.bincount(nearest.ravel(), minlength=len(pivots)))[:-1]
    for neighbourhood in np.split(members[order], edges):
        yield from _cut(neighbourhood)


def _cut(neighbourhood: Positions) -> Iterator[Positions]:
    for start in range(0, len(neighbourhood), _NEIGHBOURHOOD_MAX):
        yield neighbourhood[start : start + _NEIGHBOURHOOD_MAX]


def _pivots(all_codes: Codes) -> Codes:
    """Centres of the sampled vectors: evenly spaced at first, then moved to the middle of the vectors nearest to them."""
    sample = _picked(all_codes, np.linspace(0, len(all_codes[0]) - 1, min(_SAMPLE, len(all_codes[0]))).astype(np.int64))
    vectors: FloatRows = sample[0] * sample[1][:, None]
    pivots = vectors[np.linspace(0, len(vectors) - 1, int(_PIVOTS_PER_ROOT * len(all_codes[0]) ** 0.5)).astype(np.int64)]
    for _ in range(_ROUNDS):
        nearest = _cosines(sample, byte_codes(pivots)).argmax(axis=1)
        order = np.argsort(nearest, kind="stable")
        taken, starts = np.unique(nearest[order], return_index=True)
        sums = np.add.reduceat(vectors[order], starts, axis=0)
        pivots = pivots.copy()
        pivots[taken] = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    return byte_codes(pivots)


def _nearest_pivots(codes: Codes, pivots: Codes) -> Positions:
    return np.argpartition(_cosines(codes, pivots), -_NEIGHBOURHOODS, axis=1)[:, -_NEIGHBOURHOODS:]


def _blocks(size: int) -> Iterator[Positions]:
    for start in range(0, size, _ROWS_AT_ONCE):
        yield np.arange(start, min(start + _ROWS_AT_ONCE, size), dtype=np.int64)


def _picked(all_codes: Codes, positions: Positions) -> Codes:
    return all_codes[0][positions], all_codes[1][positions]


def _cosines(first: Codes, second: Codes) -> NDArray[np.float32]:
    # Bytes are compared in one thread: with many small float products the cores would mostly wait for each other.
    cosines: NDArray[np.float32] = dots(first[0], second[0]) * first[1][:, None] * second[1][None, :]
    return cosines
