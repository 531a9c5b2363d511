"""Effective importance: it fades with age and rises with use; the stored importance never changes."""

from datetime import timedelta

HALF_LIFE_DAYS = 90
USE_STEP = 0.05
USE_MAX = 0.3
EFFECTIVE_MIN = 0.05
EFFECTIVE_MAX = 1.0

IMPORTANCE_SHARE = 0.2

_DAY = timedelta(days=1)


def effective_importance(importance: float, age: timedelta, accesses: int) -> float:
    """Importance as of now: it halves every 90 days, and every recall adds a little."""
    # A clock that was set back must not raise a memory above the importance it was filed with.
    faded: float = importance * 2.0 ** (-max(age / _DAY, 0.0) / HALF_LIFE_DAYS)
    used = min(USE_STEP * accesses, USE_MAX)
    return min(max(faded + used, EFFECTIVE_MIN), EFFECTIVE_MAX)


def blend(relevance: float, effective: float, boost: float = 0.0) -> float:
    """One score from 0 to 1 from relevance, effective importance and the keyword boost; each of them can only raise it.

    Importance decides over a fifth of the relevance: enough to choose between answers that are about equally good, too little
    for a fresh note to displace an old one that answers clearly better. A plain product, as in the original, would halve the
    score of a correct answer because it is three months old.
    """
    return min(relevance * (1 - IMPORTANCE_SHARE + IMPORTANCE_SHARE * effective) + boost, 1.0)
