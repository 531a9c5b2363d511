"""Why does a memory rank where it does, and what keeps another from being shown?"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from simonides.domain.memory import Memory


class Stage(StrEnum):
    """How far a memory came in a search."""

    SHOWN = "shown"
    ENDED = "ended"
    OUT_OF_SCOPE = "out_of_scope"
    NOT_NOMINATED = "not_nominated"
    COPY = "copy"
    """It says the same as a better hit, and came after the others."""
    OUTRANKED = "outranked"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a memory stands in a search, and what put it there."""

    memory: Memory
    place: int | None
    """Counted from 1; None for one that was not ranked."""
    score: float | None
    points: Mapping[str, float]
    """What each term of the ranking gave, in the order in which they were counted; their sum is the score."""
    words: tuple[str, ...]
    """The words of the question that it holds, as they are indexed."""
    word_place: int | None
    """Its place by words alone; None for one that holds none of those that were looked up."""
    cosine: float | None
    """None while it has no vector, or the question has none."""
    vector_place: int | None
    """Its place by meaning alone; None beyond the first thousand."""
    beside: Mapping[str, str]
    """For a term that moved it, the id of the memory beside which it now stands."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a search found, and how."""

    hits: tuple[Standing, ...]
    ranked: int
    """How many candidates were ranked."""
    matched: int
    """How many memories hold a word of the question."""
    skipped: tuple[str, ...]
    """The words that were too common to be looked up."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far one memory came, beside the last that is shown."""

    stage: Stage
    standing: Standing
    found: Explanation
    nominees: int
    """How many each channel may nominate."""
    field: str | None = None
    """The field of the scope that leaves it out."""
