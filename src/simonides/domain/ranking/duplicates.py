"""Copies among texts: how close two texts are by their vectors, and which of several candidates repeat an earlier one."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from simonides.domain.memory import Memory
from simonides.domain.ranking.candidates import Stack
from simonides.domain.text.sameness import are_same
from simonides.domain.thresholds import COPY_MIN, COSINE_APART, DUPLICATE_MIN
from simonides.frozen import frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]

WORDS_APART = 0.05
"""How far copies of one text may differ in their word score for a question, as a share of the best."""


@frozen
class Likeness:
    """A memory that is like some text, and how much."""

    memory: Memory
    similarity: float


def closeness(ours: "Vectors", theirs: "Vectors") -> float:
    """The cosine of two texts; for long ones, with a vector per window, how well the windows of each match the other's.

    So a text is not the same as a longer one that merely contains it.
    """
    return closenesses(ours, [theirs])[0]


def closenesses(ours: "Vectors", others: "Sequence[Vectors]") -> list[float]:
    """How close a text is to each of some others."""
    # Most processes that load this module compare nothing.
    import numpy as np

    theirs = np.concatenate(others)
    lengths = ((ours**2).sum(axis=1) ** 0.5)[:, None] * ((theirs**2).sum(axis=1) ** 0.5)[None, :]
    cosines = ours @ theirs.T / lengths
    counts = np.array([len(each) for each in others])
    starts = counts.cumsum() - counts
    ours_met = np.maximum.reduceat(cosines, starts, axis=1).mean(axis=0)
    theirs_met = np.add.reduceat(cosines.max(axis=0), starts) / counts
    near: list[float] = np.minimum(ours_met, theirs_met).tolist()
    return near


def answer_alike(words: "NDArray[np.float64]", cosines: "NDArray[np.float64]") -> "Pairs":
    """The pairs of rows, earlier row first, that fit a question about equally well, as copies of one text must."""
    # A missing cosine (NaN) equals nothing, not even itself.
    alike = abs(cosines[:, None] - cosines[None, :]) <= COSINE_APART
    alike &= abs(words[:, None] - words[None, :]) <= WORDS_APART * words.max(initial=0.0)
    first, second = alike.nonzero()
    is_ordered = first < second
    return first[is_ordered], second[is_ordered]


def copies(pairs: "Pairs", stack: Stack, text: Callable[[int], str]) -> dict[int, int]:
    """The texts in these pairs that repeat an earlier one, each with the text it repeats."""
    found: dict[int, int] = {}
    owners, vectors = stack.owners, stack.vectors
    rows: dict[int, list[int]] = {}
    for row, owner in enumerate(owners.tolist()):
        rows.setdefault(owner, []).append(row)
    for one, other in _beginning_alike(pairs, rows, vectors):
        if one in found or other in found:
            continue
        likeness = closeness(vectors[rows[one]], vectors[rows[other]])
        if likeness >= COPY_MIN and are_same(text(one), text(other)):
            found[other] = one
    return found


def _beginning_alike(pairs: "Pairs", rows: Mapping[int, Sequence[int]], vectors: "Vectors") -> list[tuple[int, int]]:
    """The pairs of texts whose first vectors are alike, as those of copies are."""
    embedded = [pair for pair in zip(pairs[0].tolist(), pairs[1].tolist(), strict=True) if pair[0] in rows and pair[1] in rows]
    ours, theirs = [rows[one][0] for one, _ in embedded], [rows[other][0] for _, other in embedded]
    # Pair by pair, because one product of all with all would occupy every core.
    cosines = (vectors[ours] * vectors[theirs]).sum(axis=1)
    return [pair for pair, cosine in zip(embedded, cosines.tolist(), strict=True) if cosine >= DUPLICATE_MIN]
