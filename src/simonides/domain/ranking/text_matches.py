"""Matches of words: over a few texts computed from the texts themselves, and with the forms of one word counted as one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from simonides.domain.ranking import fusion
from simonides.domain.ranking.candidates import Matches
from simonides.domain.ranking.fusion import Scores
from simonides.domain.text.words import AskedWord, index_words

COMMON_SHARE = 0.3
"""A function word counts as held by at least this share of all memories, however few are in its language."""
SPELLED_SHARE, SPELLED_FEW = 0.05, 4
"""A spelling of a name in another script that more than this share of all memories hold, and more than a few, is another word."""
MEANT_SHARE = 0.6
"""What a word of another language that means the same counts: less, since most words have several meanings (Decision 74)."""


def share(matches: Matches, pair_weight: float) -> Scores:
    """How much of the question each text holds, from 0 to 1: its BM25 weight as a share of the highest possible one."""
    ceiling = float(fusion.rarity(matches.frequencies, matches.total).sum()) * (1 + pair_weight)
    return np.clip(fusion.bm25(matches, pair_weight) / max(ceiling, 1e-9), 0.0, 1.0)


def beside_cosines(matches: Matches, pair_weight: float) -> Scores:
    """The score of a word match on the scale of cosines: about 0.7 when every word matches, like a good answer by meaning.

    The BM25 share alone rarely exceeds a half, since it saturates; the share of matched words, weighted by rarity, lifts it.
    """
    weights = fusion.rarity(matches.frequencies, matches.total)
    weights[list(matches.skipped)] = 0.0
    held = weights @ (matches.counts > 0) / max(float(weights.sum()), 1e-9)
    return np.asarray((held + share(matches, pair_weight)) / 2, dtype=np.float64)


def matches_among(words: Sequence[str], texts: Mapping[int, str]) -> Matches:
    """The texts that hold any of the words; frequencies are those among the texts given."""
    return matches_among_words(words, {key: index_words(text) for key, text in texts.items()})


def matches_among_words(words: Sequence[str], held: Mapping[int, Sequence[str]]) -> Matches:
    """The same for texts whose words are known."""
    counts = {key: Counter(own) for key, own in held.items()}
    keys = sorted(key for key, own in counts.items() if any(word in own for word in words))
    pairs = {key: Counter(pairwise(held[key])) for key in keys}
    asked = list(pairwise(words))
    return Matches(
        keys=np.array(keys, np.int64),
        lengths=np.array([len(held[key]) for key in keys], np.int32),
        counts=np.array([[counts[key][word] for key in keys] for word in words], np.float32).reshape(len(words), len(keys)),
        pairs=np.array([[pairs[key][pair] for key in keys] for pair in asked], np.float32).reshape(len(asked), len(keys)),
        frequencies=np.array([sum(word in own for own in counts.values()) for word in words], np.int64),
        pair_frequencies=np.array([sum(pair in own for own in pairs.values()) for pair in asked], np.int64),
        skipped=(),
        total=len(held),
        mean_length=sum(map(len, held.values())) / max(len(held), 1),
    )


def within(matches: Matches, count: int) -> Matches:
    """The matches in a scope of `count` memories, with each word as rare as it is there.

    What everybody says in one project may be rare in the palace, and the other way round (Decision 63).
    """
    frequencies = _held_inside(matches.frequencies, matches.counts)
    # Nobody counted where a word stands that was too common to be read: it counts as equally common everywhere.
    skipped = list(matches.skipped)
    frequencies[skipped] = np.rint(matches.frequencies[skipped] * (count / max(matches.total, 1)))
    return replace(
        matches, frequencies=frequencies, pair_frequencies=_held_inside(matches.pair_frequencies, matches.pairs), total=count
    )


def _held_inside(frequencies: NDArray[np.int64], counts: NDArray[np.float32]) -> NDArray[np.int64]:
    """How many memories in scope hold each word; at least one where any memory of the palace does, so that it stays known."""
    return np.asarray(np.maximum(np.count_nonzero(counts, axis=1), np.minimum(frequencies, 1)), np.int64)


def as_one(matches: Matches, words: Sequence[AskedWord]) -> Matches:
    """The matches of words in all their forms (`words.in_all_forms`), reduced to one row for each word."""
    if all(each.is_telling and not each.forms for each in words):
        return matches
    matches, firsts = _in_one_piece(matches, words)
    rows, following = [], len(words)
    meant: list[int] = []
    for number, each in enumerate(words):
        forms = dict(enumerate(each.stems, following))
        whole = firsts[number]
        rows.append(_of_one_word(matches, [number, *forms, *whole], [row for row, form in forms.items() if form in each.spelled]))
        following += len(each.forms)
        meant += [*(row for row, form in forms.items() if form in each.meant), *whole]
    counts = matches.counts
    if meant:
        counts = counts.copy()
        counts[meant] *= MEANT_SHARE
    skipped = set(matches.skipped)
    least = [0 if each.is_telling else round(COMMON_SHARE * matches.total) for each in words]
    return replace(
        matches,
        counts=np.array([_most(counts, own) for own in rows], np.float32).reshape(len(rows), len(matches.keys)),
        pairs=matches.pairs[: max(len(rows) - 1, 0)],
        frequencies=np.maximum([matches.frequencies[own].max() for own in rows], least).astype(np.int64),
        pair_frequencies=matches.pair_frequencies[: max(len(rows) - 1, 0)],
        skipped=tuple(number for number, own in enumerate(rows) if skipped.issuperset(own)),
    )


def _in_one_piece(matches: Matches, words: Sequence[AskedWord]) -> tuple[Matches, list[list[int]]]:
    """The matches where each word in pieces is in the row of its first piece, and its others are empty; and the first rows."""
    if not any(each.in_pieces for each in words):
        return matches, [[] for _ in words]
    counts, frequencies, skipped = matches.counts.copy(), matches.frequencies.copy(), set(matches.skipped)
    firsts: list[list[int]] = []
    following = len(words)
    for each in words:
        following += len(each.stems)
        firsts.append([])
        for pieces in each.in_pieces:
            own = list(range(following, following + len(pieces)))
            # Nobody counted where a piece stands that was too common to be read: the others tell enough.
            read = [row for row in own if row not in skipped]
            if read:
                counts[own[0]] = counts[read].min(axis=0)
                skipped.discard(own[0])
            counts[own[1:]] = 0
            frequencies[own[0]] = frequencies[own].min()
            firsts[-1].append(own[0])
            following += len(pieces)
    held = replace(matches, counts=counts, frequencies=frequencies, skipped=tuple(sorted(skipped)))
    return held.only(np.asarray(counts.any(axis=0))), firsts


def _most(counts: NDArray[np.float32], rows: list[int]) -> NDArray[np.float32]:
    """The highest count among some forms of a word in each text."""
    most: NDArray[np.float32] = counts[rows[0]] if len(rows) == 1 else counts[rows].max(axis=0)
    return most


def _of_one_word(matches: Matches, rows: list[int], spelled: list[int]) -> list[int]:
    """The rows of a word without its spellings that are common words of another language, unless no other form is known."""
    if not spelled:
        return rows
    most = max(SPELLED_SHARE * matches.total, SPELLED_FEW)
    common = {row for row in spelled if matches.frequencies[row] > most}
    # A name that a palace writes in one script only is known by its spelling there, however common.
    others = [row for row in rows if row not in common]
    return others if common and matches.frequencies[others].any() else rows


def held_by(matches: Matches, keys: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which words each of these memories holds: a row for each word."""
    held = np.zeros((len(matches.counts), len(keys)), np.bool_)
    if len(matches.keys):
        columns = np.minimum(np.searchsorted(matches.keys, keys), len(matches.keys) - 1)
        is_known = matches.keys[columns] == keys
        held[:, is_known] = matches.counts[:, columns[is_known]] > 0
    return held


def with_held(matches: Matches, rows: Sequence[int], keys: NDArray[np.int64], count: int) -> Matches:
    """The matches where these memories, some of `count`, also hold the words in these rows once."""
    known = np.union1d(matches.keys, keys)
    old, new = np.searchsorted(known, matches.keys), np.searchsorted(known, keys)
    counts = np.zeros((len(matches.counts), len(known)), np.float32)
    counts[:, old] = matches.counts
    for row in rows:
        counts[row, new] = np.maximum(counts[row, new], 1.0)
    pairs = np.zeros((len(matches.pairs), len(known)), np.float32)
    pairs[:, old] = matches.pairs
    # The length of a memory that holds no other word of the question is not known.
    lengths = np.full(len(known), round(matches.mean_length), np.int32)
    lengths[old] = matches.lengths
    frequencies = matches.frequencies.copy()
    frequencies[rows] = np.minimum(frequencies[rows] + count, matches.total)
    return replace(matches, keys=known, lengths=lengths, counts=counts, pairs=pairs, frequencies=frequencies)
