"""Supersession: one statement takes the place of an older one; a pair says why, who said so and whether that is accepted.

What somebody said or did is accepted at once. A guess is a proposal: it closes and hides nothing until somebody accepts it.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Literal, TypeVar, get_args

from simonides.domain.errors import Invalid
from simonides.frozen import frozen

PairKind = Literal["memory", "fact", "entity"]
"""Pairs of entities are known by folded names: the older is merged into the newer."""
Cause = Literal["said", "edit", "fact", "guess"]
"""Why: a person or agent said so, a memory was edited, a fact was asserted in place of another, or two texts look like it."""
PairState = Literal["accepted", "proposed", "later", "rejected"]

KINDS: tuple[PairKind, ...] = get_args(PairKind)
CAUSES: tuple[Cause, ...] = get_args(Cause)
STATES: tuple[PairState, ...] = get_args(PairState)
OPEN: tuple[PairState, ...] = ("proposed", "later")
"""The states in which a pair waits for somebody's decision."""

T = TypeVar("T")


@frozen
class Supersession:
    """A pair: the newer statement takes the place of the older one."""

    key: int
    """Its number in the palace, by which people name it; 0 before it is stored."""
    id: str
    kind: PairKind
    older: str
    newer: str
    cause: Cause
    state: PairState
    created_at: datetime
    likeness: float = 1.0
    """For a guess, how alike both are, from 0 to 1."""
    said_by: str = ""
    """Who said so: the client or person and the door they came through; empty where nobody is known."""
    decided_at: datetime | None = None
    """When it was last accepted, rejected or put off; None while nobody has decided."""
    decided_by: str = ""

    def decided(self, state: PairState, by: str, at: datetime) -> "Supersession":
        """The pair after somebody's decision."""
        return replace(self, state=state, decided_by=by, decided_at=at)


def pair_id(older: str, newer: str) -> str:
    """The id of a pair: the same in every copy of a palace."""
    return f"{older}>{newer}"


def pair(kind: PairKind, older: str, newer: str, cause: Cause, at: datetime, by: str = "", likeness: float = 1.0) -> Supersession:
    """A new pair: a guess is proposed, everything else accepted. Raises Invalid when both are the same."""
    if older == newer:
        raise Invalid("newer", f"{older} cannot take its own place; name another {kind}")
    state: PairState = "proposed" if cause == "guess" else "accepted"
    return Supersession(0, pair_id(older, newer), kind, older, newer, cause, state, at, likeness, by)


def grouped(pairs: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    """Values by their first part, in order."""
    groups: dict[str, list[T]] = {}
    for name, value in pairs:
        groups.setdefault(name, []).append(value)
    return groups
