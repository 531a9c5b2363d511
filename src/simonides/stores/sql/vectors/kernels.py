"""Vector comparison: Hamming distance of sign codes and dot products of int8 codes, with SIMD where available."""

from collections.abc import Iterator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

try:
    import simsimd
except ImportError:
    simsimd = None  # type: ignore[assignment]

FloatRows = NDArray[np.float32]
SignCodes = NDArray[np.uint8]
ByteCodes = NDArray[np.int8]

Code = TypeVar("Code", np.uint8, np.int8)

_ROWS_AT_ONCE = 65_536
_SAMPLED_EACH = 64
_SPARE = 32
"""How many more of a sample are let through than its share, since it is only a sample."""


def sign_codes(vectors: FloatRows) -> SignCodes:
    """One bit per dimension: whether it is positive."""
    return np.packbits(vectors > 0, axis=1)


def byte_codes(vectors: FloatRows) -> tuple[ByteCodes, NDArray[np.float32]]:
    """One byte per dimension, and for each vector the value of one step."""
    scales = np.abs(vectors).max(axis=1, initial=0.0) / np.float32(127.0)
    scales[scales == 0] = 1.0
    return np.rint(vectors / scales[:, None]).astype(np.int8), scales.astype(np.float32)


def hamming(question: SignCodes, codes: SignCodes) -> NDArray[np.uint16]:
    """For each code the number of bits that differ from the nearest row of the question."""
    if not len(codes):
        return np.zeros(0, np.uint16)
    if simsimd is not None:
        # A million 64-bit floats, the default, would take nearly as long to write as to work out.
        distances = np.asarray(simsimd.cdist(question, codes, "hamming", dtype="bin8", out_dtype="float32"))
        nearest: NDArray[np.float32] = distances[0] if len(distances) == 1 else distances.min(axis=0)
        return nearest.astype(np.uint16)
    return np.concatenate([_plain_hamming(question, chunk) for chunk in _chunks(codes)])


def dots(question: ByteCodes, codes: ByteCodes) -> NDArray[np.float32]:
    """The dot product of every row of the question with every code, one row per row of the question."""
    if not len(codes):
        return np.zeros((len(question), 0), np.float32)
    if simsimd is not None:
        return np.asarray(simsimd.cdist(question, codes, "dot"), dtype=np.float32)
    wide = question.astype(np.float32)
    return np.concatenate([wide @ chunk.T.astype(np.float32) for chunk in _chunks(codes)], axis=1)


def nearest_by_count(distances: NDArray[np.uint16], wanted: int) -> NDArray[np.int64]:
    """Where the smallest distances are; counting beats sorting because there are few distinct distances."""
    if len(distances) <= wanted:
        return np.arange(len(distances), dtype=np.int64)
    near = _near(distances, wanted)
    own = distances[near]
    edge = int(np.searchsorted(np.cumsum(np.bincount(own)), wanted))
    nearer = near[own < edge]
    return np.concatenate([nearer, near[own == edge][: wanted - len(nearer)]])


def _near(distances: NDArray[np.uint16], wanted: int) -> NDArray[np.int64]:
    """Where the smallest distances are, as many as wanted and mostly not many more."""
    # Comparing all with one number takes an eighth of counting them, and every 64th tells which number.
    some = distances[::_SAMPLED_EACH]
    rank = min(_SPARE + wanted * len(some) // len(distances) * 5 // 4, len(some) - 1)
    near = np.flatnonzero(distances <= np.partition(some, rank)[rank])
    return near if len(near) >= wanted else np.arange(len(distances), dtype=np.int64)


def _plain_hamming(question: SignCodes, codes: SignCodes) -> NDArray[np.uint16]:
    distances = [np.bitwise_count(codes ^ row).sum(axis=1, dtype=np.uint16) for row in question]
    nearest: NDArray[np.uint16] = np.minimum.reduce(distances)
    return nearest


def _chunks(codes: NDArray[Code]) -> Iterator[NDArray[Code]]:
    # Limits the memory of numpy's intermediate results.
    for start in range(0, len(codes), _ROWS_AT_ONCE):
        yield codes[start : start + _ROWS_AT_ONCE]
