"""Vector comparison: Hamming distance of sign codes, and dot products of int8 codes with SIMD where available."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

try:
    import simsimd
except ImportError:
    simsimd = None  # type: ignore[assignment]

FloatRows = NDArray[np.float32]
SignCodes = NDArray[np.uint64]
"""One column per vector, 64 dimensions per row: a row is compared with one number at a time, for all vectors at once."""
ByteCodes = NDArray[np.int8]

_ROWS_AT_ONCE = 65_536
_SAMPLED_EACH = 64
_SPARE = 32
"""How many more of a sample are let through than its share, since it is only a sample."""


def sign_codes(vectors: FloatRows) -> SignCodes:
    """One bit per dimension: whether it is positive."""
    packed = np.packbits(vectors > 0, axis=1)
    words = np.zeros((len(packed), sign_rows(vectors.shape[1])), np.uint64)
    words.view(np.uint8)[:, : packed.shape[1]] = packed
    return np.ascontiguousarray(words.T)


def sign_rows(dims: int) -> int:
    """How many rows the sign codes of so many dimensions have."""
    return -(-dims // 64)


def byte_codes(vectors: FloatRows) -> tuple[ByteCodes, NDArray[np.float32]]:
    """One byte per dimension, and for each vector the value of one step."""
    scales = np.abs(vectors).max(axis=1, initial=0.0) / np.float32(127.0)
    scales[scales == 0] = 1.0
    return np.rint(vectors / scales[:, None]).astype(np.int8), scales.astype(np.float32)


def hamming(question: SignCodes, codes: SignCodes) -> NDArray[np.uint16]:
    """For each code the number of bits that differ from the nearest vector of the question."""
    differing, counts = np.empty(codes.shape[1], np.uint64), np.empty(codes.shape[1], np.uint8)

    def distances(asked: NDArray[np.uint64]) -> NDArray[np.uint16]:
        total = np.zeros(codes.shape[1], np.uint16)
        for row, bits in zip(codes, asked, strict=True):
            total += np.bitwise_count(np.bitwise_xor(row, bits, out=differing), out=counts)
        return total

    nearest: NDArray[np.uint16] = np.minimum.reduce([distances(asked) for asked in question.T])
    return nearest


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


def _chunks(codes: ByteCodes) -> Iterator[ByteCodes]:
    # Limits the memory of numpy's intermediate results.
    for start in range(0, len(codes), _ROWS_AT_ONCE):
        yield codes[start : start + _ROWS_AT_ONCE]
