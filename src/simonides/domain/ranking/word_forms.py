"""Forms of one word counted as one: a text that holds a word in two forms holds it once."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simonides.domain.ranking.candidates import Matches
from simonides.domain.text.words import AskedWord

COMMON_SHARE = 0.3
"""A function word counts as held by at least this share of all memories, however few are in its language."""


def as_one(matches: Matches, words: Sequence[AskedWord]) -> Matches:
    """The matches of words in all their forms (`words.in_all_forms`), reduced to one row for each word."""
    if all(each.is_telling and not each.stems for each in words):
        return matches
    rows, following = [], len(words)
    for number, each in enumerate(words):
        rows.append([number, *range(following, following + len(each.stems))])
        following += len(each.stems)
    skipped = set(matches.skipped)
    least = [0 if each.is_telling else round(COMMON_SHARE * matches.total) for each in words]
    return replace(
        matches,
        counts=np.array([matches.counts[own].max(axis=0) for own in rows], np.float32).reshape(len(rows), len(matches.keys)),
        pairs=matches.pairs[: max(len(rows) - 1, 0)],
        frequencies=np.maximum([matches.frequencies[own].max() for own in rows], least).astype(np.int64),
        pair_frequencies=matches.pair_frequencies[: max(len(rows) - 1, 0)],
        skipped=tuple(number for number, own in enumerate(rows) if skipped.issuperset(own)),
    )
