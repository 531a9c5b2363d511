"""Vector scan: sign codes choose among many, int8 codes among some; the caller compares the rest exactly."""

import numpy as np
from numpy.typing import NDArray

from simonides.frozen import frozen
from simonides.stores.sql.vectors.kernels import ByteCodes, FloatRows, byte_codes, dots, hamming, nearest_by_count, sign_codes
from simonides.stores.sqlite.vectors.snapshot import Mask, Snapshot
from simonides.stores.sqlite.vectors.tuning import Tuning

LEAST_COSINE = -2.0
"""Less than any cosine is, also from codes."""
# Cosines of unit vectors computed from int8 codes are off by at most about half of this.
_TOLERANCE = 0.02
# An int8 code is mostly off by less than 0.001, so a few more candidates than wanted include the best.
_SPARE = 8
# With several vectors per memory, or a large limit, the sign codes must let more through.
_SIGNS_PER_RESULT = 15
# The more rows there are, the more of them share nearly the same signs.
_ROWS_PER_SIGN = 100


@frozen
class Candidates:
    """Vectors worth an exact comparison, and how near vectors are on the whole."""

    keys: NDArray[np.int64]
    mean: float
    deviation: float
    rough: NDArray[np.float32] | None = None
    """The cosine of every loaded vector by its code, in the order of positions, where all of them were compared."""


NO_CANDIDATES = Candidates(np.zeros(0, np.int64), 0.0, 0.0)


def candidates(
    snapshot: Snapshot, mask: Mask, question: FloatRows, limit: int, tuning: Tuning, cosine_min: float = LEAST_COSINE
) -> Candidates:
    """Vectors that include those of the nearest `limit` owners; none, if no cosine reaches `cosine_min`."""
    total = int(np.count_nonzero(mask))
    if total == 0:
        return NO_CANDIDATES
    every = None
    if total <= tuning.exact_rows:
        positions = np.flatnonzero(mask)
        # Gathering rows costs several times as much as comparing them, so some extra rows are compared in place.
        if snapshot.size > 3 * total or snapshot.size > 2 * tuning.exact_rows:
            cosines = rough_cosines(*snapshot.codes_at(positions), question)
        else:
            every = _all_cosines(snapshot, question)
            cosines = every[mask]
        sampled = cosines
        if cosines.max() < cosine_min - _TOLERANCE:
            return NO_CANDIDATES
    else:
        wanted = max(tuning.sign_candidates, _SIGNS_PER_RESULT * limit, total // _ROWS_PER_SIGN)
        positions = _nearest_signs(snapshot, mask, question, limit, wanted)
        cosines = rough_cosines(*snapshot.codes_at(positions), question)
        if cosines.max() < cosine_min - _TOLERANCE:
            return NO_CANDIDATES
        sampled = rough_cosines(*snapshot.codes_at(_sample(mask, total, tuning.sample)), question)
    best = _best_owners(snapshot, positions, cosines, max(tuning.rescored, limit + limit // _SPARE))
    return Candidates(snapshot.keys_at(positions[best]), float(sampled.mean()), float(sampled.std()), every)


def rough_cosines(codes: ByteCodes, scales: NDArray[np.float32], question: FloatRows) -> NDArray[np.float32]:
    """The cosine of each vector to the nearest row of the question, from int8 codes and the value of one step of each."""
    return _code_cosines(codes, scales, *byte_codes(question))


def _code_cosines(
    codes: ByteCodes, scales: NDArray[np.float32], asked: ByteCodes, steps: NDArray[np.float32]
) -> NDArray[np.float32]:
    products = dots(asked, codes) * steps[:, None]
    best: NDArray[np.float32] = (products[0] if len(products) == 1 else products.max(axis=0)) * scales
    return best


def _all_cosines(snapshot: Snapshot, question: FloatRows) -> NDArray[np.float32]:
    asked = byte_codes(question)
    parts = [_code_cosines(part.codes, part.scales, *asked) for part in snapshot.parts() if part.size]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _nearest_signs(snapshot: Snapshot, mask: Mask, question: FloatRows, limit: int, wanted: int) -> NDArray[np.int64]:
    codes = sign_codes(question)
    parts = [hamming(codes, part.signs) for part in snapshot.parts() if part.size]
    distances = parts[0] if len(parts) == 1 else np.concatenate(parts)
    # Copying what is looked at takes nearly as long as looking at it, and mostly everything is.
    positions = None if mask.all() else np.flatnonzero(mask)
    distances = distances if positions is None else distances[positions]
    while True:
        chosen = nearest_by_count(distances, wanted)
        chosen = chosen if positions is None else positions[chosen]
        if len(chosen) == len(distances) or _are_of(limit, snapshot.owners_at(chosen)):
            return chosen
        # The many vectors of a long memory fill the list: more must be let through.
        wanted *= 8


def _are_of(least: int, owners: NDArray[np.int64]) -> bool:
    """Whether there are so many different owners; mostly the first few show it."""
    return any(len(set(some.tolist())) >= least for some in (owners[: 2 * least], owners))


def _sample(mask: Mask, total: int, wanted: int) -> NDArray[np.int64]:
    # Evenly spread and always the same, so that the same question gets the same answer.
    step = max(1, total // wanted)
    return np.arange(0, total, step) if total == len(mask) else np.flatnonzero(mask)[::step]


def _best_owners(
    snapshot: Snapshot, positions: NDArray[np.int64], cosines: NDArray[np.float32], wanted: int
) -> NDArray[np.int64]:
    """The vectors of the best memories that may be the best of their memory."""
    chosen, first, owner_of = _by_owner(snapshot, positions, cosines, _top(cosines, 2 * wanted))
    if len(chosen) < len(positions) and len(first) < wanted:
        # A few long memories filled the list: look at everything.
        chosen, first, owner_of = _by_owner(snapshot, positions, cosines, np.arange(len(positions)))
    is_near_best = cosines[chosen] >= cosines[chosen][first][owner_of] - _TOLERANCE
    is_among_best = first[owner_of] <= np.sort(first)[:wanted][-1]
    kept: NDArray[np.int64] = chosen[is_near_best & is_among_best]
    return kept


def _by_owner(
    snapshot: Snapshot, positions: NDArray[np.int64], cosines: NDArray[np.float32], chosen: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.intp], NDArray[np.intp]]:
    """The chosen vectors, best first; the position of each owner's best; and for each vector the number of its owner."""
    chosen = chosen[np.argsort(-cosines[chosen], kind="stable")]
    owners = snapshot.owners_at(positions[chosen])
    # Mostly each has one vector: then any order of the owners does.
    if len(set(owners.tolist())) == len(owners):
        each = np.arange(len(owners))
        return chosen, each, each
    _, first, owner_of = np.unique(owners, return_index=True, return_inverse=True)
    return chosen, first, owner_of


def _top(values: NDArray[np.float32], wanted: int) -> NDArray[np.int64]:
    if len(values) <= wanted:
        return np.arange(len(values), dtype=np.int64)
    edge = np.partition(values, len(values) - wanted)[len(values) - wanted]
    return np.flatnonzero(values >= edge)
