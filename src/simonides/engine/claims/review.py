"""Review of pairs: what waits for somebody's decision, and the decision itself."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from simonides.domain.actor import current_caller
from simonides.domain.errors import Invalid, NotFound
from simonides.domain.graph import Entity, Fact
from simonides.domain.memory import Memory
from simonides.domain.past.supersession import OPEN, Cause, PairKind, PairState, Supersession
from simonides.domain.time import Clock
from simonides.domain.validation import fold_name, number_in
from simonides.engine.claims.recording import Recording
from simonides.engine.filing.amendments import former_ids, is_former
from simonides.engine.filing.memories import Memories
from simonides.engine.graph.name_merging import NameMerging
from simonides.frozen import frozen
from simonides.ports.stores import Store
from simonides.ports.supersessions import PairFilter

LISTED_MAX = 200
SUPERSEDED = "superseded"
"""Why a memory has ended whose place another took."""

Decision = Literal["accept", "reject", "later"]
_STATES: dict[Decision, PairState] = {"accept": "accepted", "reject": "rejected", "later": "later"}
_ENDLESS = {
    "fact": "facts, which end by themselves when another takes their place",
    "entity": "names, of which one goes into the other when it is accepted",
}
_DONE: dict[Cause, str] = {"edit": "an edit", "fact": "a fact that was asserted"}


@frozen
class Reviewed:
    """A pair with what both say; None for what was deleted."""

    pair: Supersession
    older: Memory | Fact | Entity | None
    newer: Memory | Fact | Entity | None


@frozen
class ReviewFilter:
    """Which pairs are listed: those that wait for a decision, unless states are named."""

    states: tuple[PairState, ...] = OPEN
    cause: Cause | None = None
    kind: PairKind | None = None
    wing: str | None = None


WAITING = ReviewFilter()


@frozen
class Review:
    """The pairs of one palace, and decisions about them."""

    _store: Store
    _memories: Memories
    _naming: NameMerging
    _recording: Recording
    _clock: Clock

    def page(self, wanted: ReviewFilter = WAITING, limit: int = 50, offset: int = 0) -> list[Reviewed]:
        """The pairs, the latest first; a proposal is passed over once either of both has ended."""
        pairs = self._store.supersessions.page(_filter(wanted), min(max(limit, 0), LISTED_MAX), offset)
        memories = self._memories_of(pairs)
        return [self._reviewed(pair, memories) for pair in pairs]

    def count(self, wanted: ReviewFilter = WAITING) -> int:
        """How many pairs `page` can list."""
        return self._store.supersessions.count(_filter(wanted))

    def find(self, name: str) -> Reviewed:
        """The pair with that number or id. Raises NotFound."""
        name = name.strip()
        pairs, number = self._store.supersessions, number_in(name)
        return self._reviewed(pairs.get(name) if number is None else pairs.at(number))

    def decide(self, names: Sequence[str], decision: Decision, *, end: bool = False) -> list[Reviewed]:
        """Accept or reject pairs, or put them off, all or none; with `end` the older memories end when the newer ones begin.

        Accepting a pair of entities merges the older into the newer.
        Raises NotFound, or Invalid when that cannot be decided of one.
        """
        if end and decision != "accept":
            raise Invalid("end", "belongs to accept: only what is accepted ends the older memory")
        with self._store.writing():
            return [self._decided(self.find(name), decision, end=end) for name in dict.fromkeys(names)]

    def _decided(self, found: Reviewed, decision: Decision, *, end: bool) -> Reviewed:
        state = _STATES[decision]
        _check(found, decision, end=end)
        if decision == "accept":
            self._recording.refuse_cycle(found.pair, "pair")
        if found.pair.kind == "entity" and decision == "accept" and found.pair.state != state:
            self._naming.merge(found.pair.newer, found.pair.older)
        elif found.pair.state != state:
            self._store.supersessions.replace(found.pair.decided(state, current_caller().signature, self._clock()))
        if end and isinstance(found.older, Memory) and isinstance(found.newer, Memory):
            self._end(found.older, found.newer)
        return self.find(found.pair.id)

    def _end(self, older: Memory, newer: Memory) -> None:
        if older.ended_at is None:
            # A reworded memory began with the first of its texts.
            former = [each for each in self._memories.find(former_ids(newer)[-1:]) if is_former(each, newer.id)]
            first = former[0] if former else newer
            at = min(first.valid_from or first.happened_at, self._clock())
            self._memories.revise(replace(older, ended_at=at, end_reason=SUPERSEDED, superseded_by=newer.id))

    def _memories_of(self, pairs: list[Supersession]) -> dict[str, Memory]:
        ids = {name: None for pair in pairs if pair.kind == "memory" for name in (pair.older, pair.newer)}
        return {memory.id: memory for memory in self._store.memories.find(list(ids))}

    def _reviewed(self, pair: Supersession, memories: dict[str, Memory] | None = None) -> Reviewed:
        known = self._memories_of([pair]) if memories is None else memories
        return Reviewed(pair, self._statement(pair.kind, pair.older, known), self._statement(pair.kind, pair.newer, known))

    def _statement(self, kind: PairKind, name: str, memories: dict[str, Memory]) -> Memory | Fact | Entity | None:
        try:
            if kind == "entity":
                return self._entity(name)
            if kind == "fact":
                return self._store.graph.fact(name)
            return memories.get(name) or self._memories.get(name)
        except NotFound:
            return None

    def _entity(self, name: str) -> Entity:
        """The entity of a name; one that was merged into another stands there under its former name."""
        entity = self._store.graph.entity(name)
        former = next((alias for alias in entity.aliases if fold_name(alias) == name), None)
        return entity if former is None else replace(entity, name=former, summary=None)


def _filter(wanted: ReviewFilter) -> PairFilter:
    return PairFilter(wanted.states, wanted.cause, wanted.kind, wanted.wing, is_timely=True)


def _check(found: Reviewed, decision: Decision, *, end: bool) -> None:
    pair = found.pair
    if (done := _DONE.get(pair.cause)) and _STATES[decision] != pair.state:
        raise Invalid("pair", f"{pair.key} comes from {done}; undo that change instead")
    if pair.kind == "entity" and pair.state == "accepted" and decision == "reject":
        raise Invalid("pair", f"{pair.key} is merged already; undo that change instead")
    if decision == "later" and pair.state not in (*OPEN, "rejected"):
        raise Invalid("pair", f"{pair.key} is {pair.state} already; only what waits for a decision can be put off")
    if decision == "accept":
        for name, statement in ((pair.older, found.older), (pair.newer, found.newer)):
            if statement is None:
                raise Invalid("pair", f"{pair.key} cannot be accepted: the {pair.kind} {name} was deleted")
    if end and pair.kind != "memory":
        raise Invalid("end", f"{pair.key} is a pair of {_ENDLESS[pair.kind]}")
