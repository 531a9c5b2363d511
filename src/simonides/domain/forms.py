"""How are the forms of one word counted as one? A text that holds a word in two forms still holds it once."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simonides.domain.candidates import Matches
from simonides.domain.words import Forms


def as_one(matches: Matches, words: Sequence[Forms]) -> Matches:
    """What was found of the words in all their forms (`words.in_all_forms`), with one row for each word."""
    if len(matches.frequencies) == len(words):
        return matches
    rows, following = [], len(words)
    for number, forms in enumerate(words):
        rows.append([number, *range(following, following + len(forms) - 1)])
        following += len(forms) - 1
    skipped = set(matches.skipped)
    return replace(
        matches,
        counts=np.array([matches.counts[own].max(axis=0) for own in rows], np.float32).reshape(len(rows), len(matches.keys)),
        pairs=matches.pairs[: max(len(rows) - 1, 0)],
        frequencies=np.array([matches.frequencies[own].max() for own in rows], np.int64),
        pair_frequencies=matches.pair_frequencies[: max(len(rows) - 1, 0)],
        skipped=tuple(number for number, own in enumerate(rows) if skipped.issuperset(own)),
    )
