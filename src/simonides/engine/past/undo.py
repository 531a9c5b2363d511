"""Undo: one act, or all of somebody's since a moment, is taken back in one transaction.

What later acts build on is refused, unless they are taken along. Undoing is an act like any other, so it can be undone, too.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from simonides.domain.errors import Conflict, Invalid, NotFound
from simonides.domain.graph import Direction, Fact, Observation
from simonides.domain.past.formers import RecordKey
from simonides.domain.past.supersession import OPEN, Supersession
from simonides.engine.past.acts import Act, Acts, key_of
from simonides.engine.past.reversal import Reversal, is_derived
from simonides.frozen import frozen
from simonides.ports.stores import Store

NAMED_MAX = 5
"""How many acts an error names."""
_FACTS_MAX = 10_000


@frozen
class UndoPlan:
    """What an undo takes back, newest first."""

    acts: tuple[Act, ...]
    along: tuple[Act, ...] = ()
    """Those of the acts that nobody asked for: they build on the others."""


@frozen
class Undoing:
    """Undo in one palace."""

    _store: Store
    _acts: Acts
    _reversal: Reversal

    def plan(
        self, changes: Sequence[int] = (), actor: str | None = None, since: datetime | None = None, *, along: bool = False
    ) -> UndoPlan:
        """What undoing these changes, or all of an actor's since a moment, would take back.

        Raises NotFound for a change that the log does not know, Invalid when later acts build on one and are not taken along,
        or when what stood there before is no longer kept.
        """
        wanted, later = self._wanted(changes, actor, since)
        plan = self._with_dependents(wanted, later)
        if plan.along and not along:
            raise Invalid("changes", _built_upon(plan))
        for act in plan.acts:
            _check_kept(act)
        return plan

    def undo(
        self, changes: Sequence[int] = (), actor: str | None = None, since: datetime | None = None, *, along: bool = False
    ) -> UndoPlan:
        """Take them back, all or none; returns what was taken back. Raises as `plan` does."""
        with self._store.writing():
            plan = self.plan(changes, actor, since, along=along)
            try:
                self._reversal.reverse([entry for act in plan.acts for entry in reversed(act.entries)])
            except (Conflict, NotFound) as error:
                raise Invalid("changes", f"cannot be undone: {error}; nothing was changed") from error
            self._store.changes.note_undone([act.number for act in plan.acts])
        return plan

    def _wanted(self, changes: Sequence[int], actor: str | None, since: datetime | None) -> tuple[list[Act], list[Act]]:
        if bool(changes) == bool(actor):
            reason = "name either changes, or an actor and a time since when; a list of changes has their numbers"
            raise Invalid("changes", reason)
        if actor and since is None:
            raise Invalid("since", f"say since when to undo what {actor} did")
        if actor:
            later = self._acts.after(0, since)
            # What took something back is no work of its own.
            wanted = [act for act in later if act.is_by(actor) and not act.undone_by and not act.undoes]
            if not wanted:
                raise NotFound("change", f"none by {actor} since then that is not undone already")
            return wanted, later
        numbers = {self._acts.number_of(change) for change in changes}
        later = self._acts.after(min(numbers) - 1)
        wanted = [act for act in later if act.number in numbers]
        for act in wanted:
            if act.undone_by:
                raise Invalid("changes", f"{act.number} was undone already, by change {act.undone_by}")
        return wanted, later

    def _with_dependents(self, wanted: Sequence[Act], later: Sequence[Act]) -> UndoPlan:
        chosen = {act.number: act for act in wanted}
        # What was undone, and the undoing of it, cancel each other out.
        undone = self._store.changes.undone()
        alive = [act for act in later if not act.undone_by and not _is_spent(act, undone)]
        gone = _hung_on(later)
        touched = [(act.number, self._touched(act, gone)) for act in wanted]
        while found := [act for act in alive if act.number not in chosen and _builds_on(act, touched)]:
            chosen |= {act.number: act for act in found}
            touched = [(act.number, self._touched(act, gone)) for act in found]
        asked = {act.number for act in wanted}
        newest_first = [chosen[number] for number in sorted(chosen, reverse=True)]
        return UndoPlan(tuple(newest_first), tuple(act for act in newest_first if act.number not in asked))

    def _touched(self, act: Act, gone: Mapping[str, set[RecordKey]]) -> set[RecordKey]:
        """The records that undoing an act changes: its own, what hangs on an entity that it added, and pairs of its memories.

        What hung on them and was deleted since counts as well: its deletion could not be undone any more.
        """
        entities, memories = _added(act, "entity"), _added(act, "memory")
        former = [gone[each] for each in (*entities, *memories) if each in gone]
        return act.keys.union(*map(self._hanging_on, entities), self._paired_with(memories), *former)

    def _paired_with(self, ids: Sequence[str]) -> set[RecordKey]:
        """The pairs of memories that somebody has decided on; a mere proposal goes with its memory."""
        pairs = self._store.supersessions.touching("memory", ids) if ids else []
        return {("supersession", pair.id) for pair in pairs if pair.state not in OPEN}

    def _hanging_on(self, entity_id: str) -> set[RecordKey]:
        try:
            node = self._reversal.node(entity_id)
        except NotFound:
            return set()
        facts = self._store.graph.facts_of(entity_id, Direction.BOTH, limit=_FACTS_MAX)
        observed = self._store.observations.of([node])[node]
        return {("fact", fact.id) for fact in facts} | {("observation", f"{entity_id}/{each.ordinal}") for each in observed}


def _hung_on(later: Sequence[Act]) -> dict[str, set[RecordKey]]:
    """The records that the log tells the former state of, by the id of the entity or memory that they cannot be without."""
    found: dict[str, set[RecordKey]] = {}
    needed: tuple[str, ...]
    for former, key in ((entry.former, key_of(entry.change)) for act in later for entry in act.entries):
        match former and former.record:
            case Supersession(kind="memory", state=state, older=older, newer=newer) if state not in OPEN:
                needed = (older, newer)
            case Fact() | Observation():
                needed = (former.owner, *former.ends) if former else ()
            case _:
                continue
        for each in filter(None, needed):
            found.setdefault(each, set()).add(key)
    return found


def _added(act: Act, kind: str) -> list[str]:
    return [entry.change.id for entry in act.entries if (entry.change.kind, entry.change.operation) == (kind, "add")]


def _builds_on(act: Act, touched: Sequence[tuple[int, set[RecordKey]]]) -> bool:
    keys = {key for key in act.keys if not is_derived(key[1])}
    return any(act.number > number and not keys.isdisjoint(records) for number, records in touched)


def _is_spent(act: Act, undone: Mapping[int, int]) -> bool:
    """Whether an act only took back others that are still taken back, so that nothing of either is left."""
    return bool(act.undoes) and all(undone.get(each) == act.number for each in act.undoes)


def _check_kept(act: Act) -> None:
    for entry in act.entries:
        if entry.former is None and entry.change.operation != "add" and not is_derived(entry.change.id):
            what = f"{entry.change.kind} {entry.change.id}"
            raise Invalid("changes", f"{act.number} cannot be undone: what {what} was before is no longer kept")


def _built_upon(plan: UndoPlan) -> str:
    named = [f"{act.number} by {act.who}" for act in reversed(plan.along[-NAMED_MAX:])]
    more = f" and {len(plan.along) - NAMED_MAX} more" if len(plan.along) > NAMED_MAX else ""
    asked = ", ".join(str(act.number) for act in reversed(plan.acts) if act not in plan.along)
    later = f"changes {', '.join(named)}{more} build" if len(plan.along) > 1 else f"change {named[0]} builds"
    return f"{asked} cannot be undone alone: {later} on it; name what builds on it as well, or take it along"
