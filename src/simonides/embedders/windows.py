"""How is a long text cut, and what is run together?"""

from collections.abc import Iterator, Sequence


def windows(length: int, size_max: int, overlap: int) -> list[slice]:
    """Slices that cover everything from 0 to `length`, evenly sized; neighbours share at least `overlap`.

    Even sizes leave no short last window, whose vector would stand for a torn-off tail, and need no padding.
    """
    if length <= size_max:
        return [slice(0, length)]
    count = _ceiling(length - overlap, size_max - overlap)
    size = _ceiling(length + (count - 1) * overlap, count)
    starts = (index * (length - size) // (count - 1) for index in range(count))
    return [slice(start, start + size) for start in starts]


def batches(lengths: Sequence[int], tokens_max: int) -> Iterator[list[int]]:
    """The indices of rows to run together, of similar length; a batch with its padding holds at most `tokens_max` tokens.

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
