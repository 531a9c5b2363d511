"""Cutting long texts into windows, and grouping windows into batches."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

_PARAGRAPH_END = re.compile(r"\n[^\S\n]*\n\s*")


def paragraph_starts(text: str) -> list[int]:
    """The character positions where the paragraphs after the first begin."""
    return [gap.end() for gap in _PARAGRAPH_END.finditer(text) if gap.end() < len(text)]


def windows(length: int, size_max: int, overlap: int, borders: Sequence[int] = ()) -> list[slice]:
    """Slices of at most `size_max` that cover everything from 0 to `length`.

    Whole paragraphs (`borders` says where they begin) stay together as long as they fit, so that a vector covers one subject and
    not the end of one and the beginning of another. Longer ones are cut evenly; neighbours share at least `overlap`.
    """
    if length <= size_max:
        return [slice(0, length)]
    edges = _sections(length, size_max, borders)
    return [
        slice(start + cut.start, start + cut.stop)
        for start, end in pairwise(edges)
        for cut in _even(end - start, size_max, overlap)
    ]


def _sections(length: int, size_max: int, borders: Sequence[int]) -> list[int]:
    edges = [0]
    for here, following in pairwise([*(border for border in borders if 0 < border < length), length]):
        # A paragraph that does not fit begins a new section; if it fills that section alone, the section ends with it.
        if following - edges[-1] > size_max and here > edges[-1]:
            edges.append(here)
    return [*edges, length]


def _even(length: int, size_max: int, overlap: int) -> list[slice]:
    # Even sizes leave no short last window, whose vector would represent a mere fragment, and need no padding.
    if length <= size_max:
        return [slice(0, length)]
    count = _ceiling(length - overlap, size_max - overlap)
    size = _ceiling(length + (count - 1) * overlap, count)
    starts = (index * (length - size) // (count - 1) for index in range(count))
    return [slice(start, start + size) for start in starts]


def batches(lengths: Sequence[int], tokens_max: int) -> Iterator[list[int]]:
    """The indices of rows of similar length to run together; a batch including padding holds at most `tokens_max` tokens.

    A row that is longer than that is a batch of its own.
    """
    batch: list[int] = []
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) + 1) * lengths[index] > tokens_max:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def _ceiling(amount: int, part: int) -> int:
    return -(-amount // part)
