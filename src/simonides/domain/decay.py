"""How much does a memory matter by now? Importance fades with age and comes back with use; the stored number never changes."""

from datetime import timedelta

HALF_LIFE_DAYS = 90
USE_STEP = 0.05
USE_MAX = 0.3
EFFECTIVE_MIN = 0.05
EFFECTIVE_MAX = 1.0

IMPORTANCE_SHARE = 0.2

_DAY = timedelta(days=1)


def effective_importance(importance: float, age: timedelta, accesses: int) -> float:
    """Importance by now: half of it is gone after 90 days, and every recall brings a little back."""
    # A clock that was set back must not make a memory more important than it was filed.
    faded: float = importance * 2.0 ** (-max(age / _DAY, 0.0) / HALF_LIFE_DAYS)
    used = min(USE_STEP * accesses, USE_MAX)
    return min(max(faded + used, EFFECTIVE_MIN), EFFECTIVE_MAX)


def blend(relevance: float, effective: float, boost: float = 0.0) -> float:
    """One score from 0 to 1 out of relevance, effective importance and what a keyword index adds; each only ever raises it.

    Importance takes or leaves a fifth of the relevance: enough to decide between answers that are about equally good, too little
    for a fresh note to push out an old one that answers clearly better. A plain product, as the original had it, would halve
    the score of a right answer because it is three months old.
    """
    return min(relevance * (1 - IMPORTANCE_SHARE + IMPORTANCE_SHARE * effective) + boost, 1.0)
