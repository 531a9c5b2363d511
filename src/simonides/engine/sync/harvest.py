"""Harvest: what changed in a palace since the last time becomes numbered versions of its own.

The change log names the records that were touched and when; what they hold now is read from the palace itself, so that nothing
has to be replayed. Where the log does not reach back far enough, every record is looked at. What a large palace holds before its
first harvest is numbered a few records at a time, so that others write meanwhile; the log tells what they did.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from simonides.domain.errors import Invalid
from simonides.domain.graph import Direction
from simonides.domain.sync.reach import Dot, time_of
from simonides.domain.sync.versions import Said, Values, Version, Versions, chosen, is_same, shown, succeeding
from simonides.domain.time import Stamp
from simonides.engine.sync.equipment import SyncEquipment
from simonides.engine.sync.kinds.kind import Found, SyncKind
from simonides.engine.sync.notes import in_blocks, note_of, versions_of
from simonides.engine.sync.state import ReplicaState, new_origin, read_state, write_state
from simonides.ports.sync import SyncRecord

ARRIVING = ("entity", "fact", "observation", "perspective", "about", "memory", "supersession")
"""The order in which records are numbered and written: what others need comes first."""
LEAVING = ("supersession", "fact", "observation", "memory", "perspective", "about", "entity")
"""The order in which deletes are numbered and carried out: an entity goes when nothing hangs on it any more."""
BEGUN_AT_ONCE = 2_000
"""How many records are numbered in one transaction before the first harvest."""
_NAMING = {"fact": ("subject", "object"), "observation": ("entity",)}
"""The fields in which records name entities."""
_BLOCK = 500
_PAGE = 2_000
_FACTS_MAX = 10_000
_OWED_MAX = 10_000


@dataclass(slots=True)
class _Reaping:
    """One harvest on its way."""

    origin: str
    number: int
    now: int
    times: dict[tuple[str, str], int] = field(default_factory=dict)
    """When each record was last touched, as far as the log tells."""
    leaving: dict[str, list[SyncRecord]] = field(default_factory=dict)
    """What is noted of records that are no longer in the palace, by kind."""

    def version(self, before: Versions, time: int, values: Values | None) -> Version:
        self.number += 1
        return succeeding(before, self.origin, self.number, time, values)

    def time(self, kind: str, local: str, values: Values) -> int:
        """When a record was last changed: as the log tells, else when it was made."""
        told = self.times.get((kind, local))
        made = values.get("created_at")
        if told is not None or not isinstance(made, str):
            return self.now if told is None else told
        try:
            return max(time_of(Stamp.parse(made, "created_at").start), 0)
        except Invalid:
            return self.now


class Harvesting:
    """Harvests of one palace: `begin` in transactions of its own, the others inside the caller's."""

    def __init__(self, equipment: SyncEquipment, kinds: Mapping[str, SyncKind]) -> None:
        self._equipment = equipment
        self._store = equipment.store
        self._kinds = kinds

    def begin(self) -> Iterator[int]:
        """Number what a palace holds before its first harvest, unless it is little; after each transaction how many it looked at.

        What was begun is gone on with. Until the end the state has the line of the log from which on later changes are told as
        a number below zero, and a harvest that comes in between looks at everything itself.
        """
        kept = read_state(self._store)
        now = time_of(self._equipment.clock())
        begun = kept or ReplicaState(new_origin(), seq=-self._store.changes.latest(), harvested_at=now)
        if begun.seq >= 0:
            return
        waiting, size, done = list[tuple[SyncKind, dict[str, Found]]](), 0, 0
        for kind in (self._kinds[name] for name in ARRIVING):
            for found in kind.every():
                waiting.append((kind, found))
                size += len(found)
                if size >= BEGUN_AT_ONCE:
                    if not self._begin_with(waiting, begun):
                        return
                    waiting, size, done = [], 0, done + size
                    yield done
        if read_state(self._store) is not None:
            self._begin_with(waiting, begun, is_last=True)

    def run(self) -> ReplicaState:
        """Number what changed since the last time; returns the state of the replica."""
        kept = read_state(self._store)
        before = kept or ReplicaState(new_origin())
        latest = self._store.changes.latest()
        reaping = _Reaping(before.origin, before.number, time_of(self._equipment.clock()))
        is_told = self._is_told(before)
        touched = self._touched(before.seq if is_told else 0, reaping)
        for name in ARRIVING:
            kind = self._kinds[name]
            if kind.is_logged and is_told:
                self._look_at(kind, touched, reaping)
            else:
                self._look_at_all(kind, reaping)
        for name in LEAVING:
            self._drop(self._kinds[name], reaping)
        state = replace(before.minted(reaping.number), seq=latest, harvested_at=reaping.now)
        # An empty palace keeps its name from the first time on, too, or each harvest would take it for another.
        if kept is None or replace(state, harvested_at=0) != replace(kept, harvested_at=0):
            write_state(self._store, state)
        return state

    def renew(self, state: ReplicaState, shared: int) -> ReplicaState:
        """Go on under another name; own changes after the last that are surely shared are numbered anew, as nobody else's."""
        reaping = _Reaping(new_origin(), 0, time_of(self._equipment.clock()))
        last = shared
        while rows := self._store.sync.after(state.origin, last, _BLOCK):
            for number, kind, record_id in rows:
                self._renumber(self._kinds[kind], record_id, state.origin, shared, reaping)
                last = number
        reach = {origin: number for origin, number in state.reach.items() if origin != state.origin}
        marks = {origin: mark for origin, mark in state.marks.items() if origin != state.origin}
        fresh = ReplicaState(
            reaping.origin, {**reach, state.origin: shared} if shared else reach, marks, {}, state.seq, state.harvested_at
        )
        fresh = fresh.minted(reaping.number)
        write_state(self._store, fresh)
        return fresh

    def _begin_with(
        self, waiting: Sequence[tuple[SyncKind, dict[str, Found]]], begun: ReplicaState, *, is_last: bool = False
    ) -> bool:
        """Number those of some records that are not noted yet; False when somebody else has finished the first harvest."""
        with self._store.writing("sync"):
            state = read_state(self._store) or begun
            if state.seq >= 0:
                return False
            reaping = _Reaping(state.origin, state.number, time_of(self._equipment.clock()))
            for kind, found in waiting:
                noted = {record.local for record in self._store.sync.at(kind.name, list(found))}
                fresh = self._following(kind, {local: each for local, each in found.items() if local not in noted})
                times = self._store.changes.last_times(kind.name, list(fresh)).items()
                reaping.times |= {(kind.name, local): time_of(at) for local, at in times}
                self._note(kind, fresh, reaping, is_whole=True)
            state = state.minted(reaping.number)
            write_state(self._store, replace(state, seq=-state.seq) if is_last else state)
        return True

    def _following(self, kind: SyncKind, found: dict[str, Found]) -> dict[str, Found]:
        """Those whose entities are noted: what arrives before its entity makes one, which is not spelt like it.

        An entity of the others is new, or has another name than when it was noted: the log tells, and they follow it.
        """
        named = {local: {str(each.fields[name]) for name in _NAMING.get(kind.name, ())} for local, each in found.items()}
        known = {record.id for record in self._store.sync.of("entity", sorted(set().union(*named.values())))}
        return {local: each for local, each in found.items() if named[local] <= known}

    def _is_told(self, state: ReplicaState) -> bool:
        """Whether the log tells of everything since the last harvest."""
        began = self._store.changes.began()
        return state.seq > 0 and (began is None or time_of(began) <= state.harvested_at)

    def _touched(self, seq: int, reaping: _Reaping) -> dict[str, set[str]]:
        touched: dict[str, set[str]] = {kind: set() for kind in self._kinds}
        while page := self._store.changes.since(seq, _PAGE):
            for change in page:
                if change.kind in self._kinds and change.id:
                    touched[change.kind].add(change.id)
                    reaping.times[change.kind, change.id] = time_of(change.at)
            seq = page[-1].seq
        return touched

    def _look_at(self, kind: SyncKind, touched: dict[str, set[str]], reaping: _Reaping) -> None:
        for block in in_blocks(sorted(touched[kind.name]), _BLOCK):
            found = kind.present(block)
            renamed = self._note(kind, found, reaping, is_whole=False)
            for local in renamed:
                self._touch_around(local, touched, reaping)
            gone = [local for local in block if local not in found]
            reaping.leaving.setdefault(kind.name, []).extend(self._store.sync.at(kind.name, gone))

    def _look_at_all(self, kind: SyncKind, reaping: _Reaping) -> None:
        seen, last = set[str](), ""
        for found in kind.every():
            seen.update(found)
            for block in in_blocks(found, _BLOCK):
                self._note(kind, {local: found[local] for local in block}, reaping, is_whole=True)
        while page := self._store.sync.page(kind.name, last, _BLOCK):
            gone = [record for record in page if record.local and record.local not in seen]
            reaping.leaving.setdefault(kind.name, []).extend(gone)
            last = page[-1].id

    def _touch_around(self, entity_id: str, touched: dict[str, set[str]], reaping: _Reaping) -> None:
        """Look also at what names a renamed entity: the log tells only of the entity itself."""
        graph = self._store.graph
        observed = self._store.observations.of([node := self._equipment.node(graph.entity(entity_id))])[node]
        facts = {("fact", fact.id) for fact in graph.facts_of(entity_id, Direction.BOTH, limit=_FACTS_MAX)}
        for kind, local in facts | {("observation", f"{entity_id}/{each.ordinal}") for each in observed}:
            touched[kind].add(local)
            reaping.times.setdefault((kind, local), reaping.times.get(("entity", entity_id), reaping.now))

    def _note(self, kind: SyncKind, found: Mapping[str, Found], reaping: _Reaping, *, is_whole: bool) -> list[str]:
        """Note the records that differ from what was last known; returns the local ids of renamed entities."""
        at = {record.local: record for record in self._store.sync.at(kind.name, list(found))}
        # Only an entity is known by its name; others keep the id that they had first.
        is_named = kind.name == "entity"
        ids = {local: each.id if is_named or local not in at else at[local].id for local, each in found.items()}
        known = {record.id: record for record in self._store.sync.of(kind.name, list(ids.values()))}
        fresh, renamed = [], [local for local, record_id in ids.items() if local in at and at[local].id != record_id]
        for local in renamed:
            reaping.leaving.setdefault(kind.name, []).append(at[local])
        for local, each in found.items():
            record = known.get(ids[local])
            versions = versions_of(record, each.fields) if record else ()
            if record is not None and _is_known(record, versions, each, kind, is_whole=is_whole):
                if record.local == local:
                    continue
            else:
                self._end_twins(kind, versions, each.fields, reaping)
                versions = (reaping.version(versions, reaping.time(kind.name, local, each.fields), each.fields),)
            fresh.append(note_of(kind, ids[local], local, versions))
        self._store.sync.put(fresh)
        return renamed

    def _drop(self, kind: SyncKind, reaping: _Reaping) -> None:
        records = {record.id: record for record in reaping.leaving.get(kind.name, ())}
        # A record may have left under one local id and be back under another.
        now = {record.id: record.local for record in self._store.sync.of(kind.name, list(records))}
        gone = []
        for record in records.values():
            if now[record.id] != record.local:
                continue
            versions = versions_of(record, None)
            if record.is_alive:
                self._end_twins(kind, versions, None, reaping)
                time = reaping.times.get((kind.name, record.local), reaping.now)
                versions = (reaping.version(versions, time, None),)
            gone.append(note_of(kind, record.id, "", versions))
        self._store.sync.put(gone)

    def _end_twins(self, kind: SyncKind, versions: Versions, values: Values | None, reaping: _Reaping) -> None:
        """What was ended or deleted was seen as one with the facts that say the same and wait behind it: they go the same way."""
        before = shown(versions) if kind.name == "fact" else None
        if before is None or "valid_to" in before or (values is not None and "valid_to" not in values):
            return
        end = {} if values is None else {"valid_to": values["valid_to"]}
        for record in self._store.sync.owed(_OWED_MAX):
            twins = versions_of(record, None) if record.kind == kind.name else ()
            told = shown(twins)
            if told is not None and _triple(told) == _triple(before):
                after = None if values is None else {**told, **end}
                ended = (reaping.version(twins, reaping.now, after),)
                self._store.sync.put([note_of(kind, record.id, "", ended, is_owed=values is not None)])

    def _renumber(self, kind: SyncKind, record_id: str, origin: str, shared: int, reaping: _Reaping) -> None:
        [record] = self._store.sync.of(kind.name, [record_id])
        here = kind.present([record.local]) if record.local else {}
        versions = versions_of(record, here[record.local].fields if record.local in here else None)
        if all(version.dot.origin != origin or version.dot.number <= shared for version in versions):
            return
        fresh = reaping.version(versions, reaping.now, shown(versions))
        told = (
            None
            if fresh.fields is None
            else {name: _renamed(said, origin, shared, fresh.dot) for name, said in fresh.fields.items()}
        )
        saw = {known: number if known != origin else min(number, shared) for known, number in fresh.saw.items()}
        fresh = Version(fresh.dot, {known: number for known, number in saw.items() if number}, told, fresh.others)
        self._store.sync.put([note_of(kind, record.id, record.local, (fresh,), is_owed=record.is_owed)])


def _is_known(record: SyncRecord, versions: Versions, found: Found, kind: SyncKind, *, is_whole: bool) -> bool:
    """Whether a record stands as it was last known, or stays only until nothing hangs on it any more."""
    if record.is_alive:
        return is_same(chosen(versions), found.fields, kind.own)
    return is_whole and record.is_owed


def _renamed(said: Said, origin: str, shared: int, dot: Dot) -> Said:
    """A value under the new name of its writer; its time stays, and so does what is surely shared."""
    value, given = said
    return said if given.origin != origin or given.number <= shared else (value, Dot(given.time, dot.origin, dot.number))


def _triple(values: Values) -> Sequence[object]:
    return [values.get(name) for name in ("subject", "predicate", "object")]
