"""Strength of an answer: whether the best hit is likely to answer the question, judged without a language model.

A search always has a best hit, also when the palace knows nothing of the subject. What tells the two apart: how near the hit is
by meaning or by words, whether the words of the question occur in the palace at all, whether the hit holds a name that was asked
for, and whether it holds a time or a number where one was asked for. The weights are those of a logistic regression over
questions with and without an answer (docs/recall.md).
"""

import math
from enum import StrEnum

from simonides.frozen import frozen

CLOSENESS_WEIGHT = 4.6
ABSENT_WEIGHT = -2.1
NAME_WEIGHT = -0.15
UNMET_WEIGHT = -2.2
OFFSET = -1.4
FOREIGN_COSINE_WEIGHT = 8.0
FOREIGN_OFFSET = -2.8
"""For a hit in another language than the question, whose words are foreign to each other: its cosines are lower, and lie closer
together."""
FAIR_MIN = 0.5
STRONG_MIN = 0.85
"""The likelihood of an answer from which a hit is fair, and from which it is strong."""
TELLING_SIZE = 200
"""From this many memories on, a word that none of them holds tells all it can; in a small palace most words are missing."""


class Strength(StrEnum):
    """How well the best hit answers."""

    WEAK = "weak"
    FAIR = "fair"
    STRONG = "strong"


@frozen
class Evidence:
    """What is known of the best hit of a question."""

    cosine: float | None
    """None when the question or the hit has no vector."""
    held: float
    """The share of the question's words that the hit holds, weighted by rarity."""
    absent: float
    """The share of the question's words that no memory holds, weighted by rarity."""
    size: int
    """How many memories the palace holds."""
    lacks_name: bool = False
    """Whether the hit lacks a name that the question asks for."""
    lacks_kind: bool = False
    """Whether the question asks for a time or a number and the hit holds none."""
    is_foreign: bool = False
    """Whether the hit is in another language than the question: then words that are missing tell nothing."""
    is_guessed: bool = False
    """Whether a word of the question is read as another, so that something else may have been asked."""
    answers_plainly: bool | None = None
    """Where the question asks only for what happened on some days, or is under a label: whether the hit is, and so answers."""


def likelihood(evidence: Evidence) -> float:
    """How likely the hit answers the question, from 0 to 1."""
    if evidence.answers_plainly is not None:
        return float(evidence.answers_plainly)
    odds = _odds_abroad(evidence) if evidence.is_foreign else _odds_at_home(evidence)
    return 1 / (1 + math.exp(-odds - UNMET_WEIGHT * evidence.lacks_kind))


def strength(evidence: Evidence) -> Strength:
    """The likelihood in a word."""
    likely = likelihood(evidence)
    if likely >= STRONG_MIN and not evidence.is_guessed:
        return Strength.STRONG
    return Strength.FAIR if likely >= FAIR_MIN else Strength.WEAK


def _odds_at_home(evidence: Evidence) -> float:
    closeness = max(evidence.held, evidence.cosine or 0.0)
    absent = evidence.absent * min(math.log1p(evidence.size) / math.log(TELLING_SIZE), 1.0)
    return CLOSENESS_WEIGHT * closeness + ABSENT_WEIGHT * absent + OFFSET + NAME_WEIGHT * evidence.lacks_name


def _odds_abroad(evidence: Evidence) -> float:
    # What both languages write alike are names and numbers, so that what is held speaks beside the meaning.
    return FOREIGN_COSINE_WEIGHT * (evidence.cosine or 0.0) + CLOSENESS_WEIGHT * evidence.held + FOREIGN_OFFSET
