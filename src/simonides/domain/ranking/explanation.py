"""Explanations of a search: why a memory ranks where it does, and what keeps another from being shown."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from simonides.domain.memory import Memory
from simonides.frozen import frozen


class Stage(StrEnum):
    """The last stage of a search that a memory reached."""

    SHOWN = "shown"
    ENDED = "ended"
    OUT_OF_SCOPE = "out_of_scope"
    NOT_NOMINATED = "not_nominated"
    COPY = "copy"
    """It says the same as a better hit, so it was moved behind the others."""
    OUTRANKED = "outranked"


@frozen
class Misspelling:
    """A word of a question as it was typed, and the word that it is read as."""

    typed: str
    meant: str


def told_misspelt(misspelt: Sequence[Misspelling]) -> str:
    """How the words of a question are read that seem to be misspelt, in a sentence; empty where there are none."""
    read = ", ".join(f"“{each.typed}” as “{each.meant}”" for each in misspelt)
    return f"Read {read}." if read else ""


@frozen
class Standing:
    """The rank of a memory in a search, and what led to it."""

    memory: Memory
    place: int | None
    """Counted from 1; None when it was not ranked."""
    score: float | None
    points: Mapping[str, float]
    """The points from each ranking term, in the order they were added; their sum is the score."""
    words: tuple[str, ...]
    """The words of the question that it contains, in their indexed form."""
    word_place: int | None
    """Its rank by words alone; None when it contains none of the words that were looked up."""
    cosine: float | None
    """None when the memory or the question has no vector."""
    vector_place: int | None
    """Its rank by meaning alone; None beyond the first thousand."""
    beside: Mapping[str, str]
    """For each term that moved it, the id of the memory it was moved next to."""


@frozen
class Explanation:
    """What a search found, and how."""

    hits: tuple[Standing, ...]
    ranked: int
    """How many candidates were ranked."""
    matched: int
    """How many memories contain a word of the question."""
    skipped: tuple[str, ...]
    """The words that were too common to be looked up."""
    misspelt: tuple[Misspelling, ...] = ()
    """The words of the question that were read as others."""


@frozen
class Verdict:
    """How far one memory came in a search, compared with the memories that are shown."""

    stage: Stage
    standing: Standing
    found: Explanation
    nominees: int
    """How many candidates each channel may nominate."""
    field: str | None = None
    """The field of the scope that excludes it."""
