"""A palace as a replica: what it has that others lack, what it takes from them, and where they disagree."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from simonides.domain.actor import current_caller
from simonides.domain.errors import Invalid, NotFound
from simonides.domain.past.receipts import receipt_for
from simonides.domain.sync.reach import Dot, Reach, is_within
from simonides.domain.sync.versions import rivals, shown, succeeding
from simonides.domain.time import Clock, system_clock
from simonides.engine.filing.linking import Linking
from simonides.engine.sync.equipment import SyncEquipment
from simonides.engine.sync.harvest import Harvesting
from simonides.engine.sync.kinds.entities import EntityRecords
from simonides.engine.sync.kinds.facts import FactRecords
from simonides.engine.sync.kinds.memories import MemoryRecords
from simonides.engine.sync.kinds.observations import ObservationRecords
from simonides.engine.sync.kinds.palace_texts import AboutRecords, PerspectiveRecords
from simonides.engine.sync.kinds.supersessions import SupersessionRecords
from simonides.engine.sync.merge import SyncLine, SyncMerge, SyncTally
from simonides.engine.sync.notes import note_of, noted
from simonides.engine.sync.segments import ORIGINS_MAX, Segment, SegmentHead
from simonides.engine.sync.state import Marks, ReplicaState, read_state, write_state
from simonides.frozen import frozen

if TYPE_CHECKING:
    from simonides.engine.palace import Palace
    from simonides.engine.sync.kinds.kind import SyncKind

RECORDS_MAX = 500
"""How many records a segment holds at most."""
BYTES_MAX = 1024 * 1024
"""About how many bytes of values, unless one record is larger."""
CONFLICTS_MAX = 1_000


class _TakenBackError(Exception):
    """The end of a rehearsal."""


@frozen
class Disagreement:
    """A value that stands, and another that lost against it without its writer knowing."""

    kind: str
    id: str
    local: str
    field: str
    """Empty where somebody deleted what somebody else changed."""
    stands: object
    other: object
    dot: Dot
    """When and where the other was written."""


class Replica:
    """One palace among its replicas. Every call is a transaction of its own."""

    def __init__(self, equipment: SyncEquipment) -> None:
        made: Sequence[SyncKind] = (
            MemoryRecords(equipment), EntityRecords(equipment), FactRecords(equipment), ObservationRecords(equipment),
            PerspectiveRecords(equipment), SupersessionRecords(equipment), AboutRecords(equipment),
        )  # fmt: skip
        self._kinds: Mapping[str, SyncKind] = {kind.name: kind for kind in made}
        self._store = equipment.store
        self._harvesting = Harvesting(equipment, self._kinds)
        self._merge = SyncMerge(equipment, self._kinds)

    @property
    def palace(self) -> str:
        """The name of the palace."""
        return self._store.info.name

    @property
    def is_new(self) -> bool:
        """Whether the palace was never synced; one whose first harvest was cut short was not."""
        state = read_state(self._store)
        return state is None or state.seq < 0

    def lease(self) -> AbstractContextManager[bool]:
        """Whether this process alone syncs the palace just now; never waits."""
        return self._store.lease("sync")

    @contextmanager
    def rehearsal(self) -> Iterator[None]:
        """Everything inside is taken back at the end."""
        with suppress(_TakenBackError), self._store.writing("sync"):
            yield
            raise _TakenBackError

    def begin(self) -> Iterator[int]:
        """Number what a large palace holds before its first harvest, a few records in each transaction; how many up to each.

        Every other call does so first, where it is still to be done.
        """
        return self._harvesting.begin()

    def harvest(self) -> ReplicaState:
        """Number what changed in the palace since the last time; returns how it stands among the replicas."""
        self._begin()
        with self._store.writing("sync"):
            state = self._harvesting.run()
            self._merge.pay()
            return state

    def check_own(self, known: Iterable[Marks]) -> ReplicaState:
        """Take a new name if others know changes under this palace's name that it did not make; returns the state.

        So it is with a copy of a palace, and with one that was set back to an earlier day.
        """
        self._begin()
        with self._store.writing("sync"):
            return self._checked(self._harvesting.run(), known)

    def segments(self, have: Reach) -> Iterator[Segment]:
        """What somebody who knows that much lacks, in parts; each reaches further than the one before it."""
        state = self.harvest()
        reach = dict(have)
        while segment := self._next(state, reach):
            yield segment
            reach = dict(segment.head.until)

    def next_segment(self, have: Reach) -> Segment | None:
        """The first part of what somebody who knows that much lacks; None when they lack nothing."""
        return self._next(self.harvest(), dict(have))

    def count_unknown(self, have: Reach) -> int:
        """How many changes somebody who knows that much lacks."""
        state = self.harvest()
        return sum(self._store.sync.count_after(origin, have.get(origin, 0)) for origin in state.reach)

    def receive(self, segment: Segment, *, is_dry: bool = False) -> SyncTally:
        """Take a segment in, whole or not at all. Raises Invalid when it cannot be read, or when one before it is missing."""
        self._begin()
        self._disown(segment)
        segment = segment.brought_with(receipt_for(current_caller(), segment.head.origin))
        with self._store.writing("sync"):
            state = self._checked(self._harvesting.run(), [segment.head.marks])
            if not is_within(segment.head.since, state.reach):
                raise Invalid("segment", "changes before it have not arrived yet")
            tally = self._merge.apply(segment.lines, is_dry=is_dry)
            after = state.extended(segment.head.until, segment.head.marks)
            if len(after.reach) > ORIGINS_MAX:
                raise Invalid("segment", f"the palace would have changes of more than {ORIGINS_MAX:,} origins")
            # The merge may have made records of its own, which the next harvest numbers.
            write_state(self._store, after)
        return tally

    def note_verified(self, files: Mapping[str, int]) -> None:
        """Note which files of folders were read whole, each with its size."""
        with self._store.writing("sync"):
            state = self._harvesting.run()
            if files != state.verified:
                write_state(self._store, replace(state, verified=dict(files)))

    def disagreements(self, limit: int = CONFLICTS_MAX) -> list[Disagreement]:
        """What lost against something else without its writer knowing, and was not settled since."""
        if read_state(self._store) is None:
            return []
        self.harvest()
        found: list[Disagreement] = []
        for record in self._store.sync.disputed(limit):
            kind = self._kinds[record.kind]
            versions = noted(self._store, kind, [record.id])[record.id].versions
            stands = shown(versions) or {}
            found += [
                Disagreement(record.kind, record.id, record.local, each.field, stands.get(each.field), each.value, each.dot)
                for each in rivals(versions, kind.quiet)
            ]
        return found[:limit]

    def settle(self, record_id: str) -> int:
        """Let what stands in a record be what all agree on; returns how many rivals that settled. Raises NotFound."""
        with self._store.writing("sync"):
            state = self._harvesting.run()
            settled = 0
            for record in self._store.sync.disputed(CONFLICTS_MAX):
                if record_id in (record.id, record.local):
                    settled += record.rivals
                    state = self._settled(record.kind, record.id, state)
            if not settled:
                raise NotFound("conflict", record_id)
            write_state(self._store, state)
        return settled

    def _begin(self) -> None:
        for _ in self.begin():
            pass

    def _disown(self, segment: Segment) -> None:
        """Take a new name if a segment tells of changes under this palace's that it has yet to make, whoever made them."""
        state = read_state(self._store)
        if state is not None and segment.told_of(state.origin) > state.number:
            with self._store.writing("sync"):
                self._harvesting.renew(self._harvesting.run(), 0)

    def _checked(self, state: ReplicaState, known: Iterable[Marks]) -> ReplicaState:
        trails = [marks[state.origin] for marks in known if state.origin in marks]
        foreign = [state.shared(trail) for trail in trails if state.is_foreign(trail)]
        return self._harvesting.renew(state, min(foreign)) if foreign else state

    def _settled(self, kind_name: str, record_id: str, state: ReplicaState) -> ReplicaState:
        kind = self._kinds[kind_name]
        known = noted(self._store, kind, [record_id])[record_id]
        number, newest = state.number + 1, max(version.dot.time for version in known.versions)
        version = succeeding(known.versions, state.origin, number, newest, shown(known.versions))
        agreed = (replace(version, others={}),)
        self._store.sync.put([note_of(kind, record_id, known.record.local, agreed, is_owed=known.record.is_owed)])
        return state.minted(number)

    def _next(self, state: ReplicaState, have: dict[str, int]) -> Segment | None:
        with self._store.reading():
            for origin in sorted(state.reach):
                known = have.get(origin, 0)
                if state.reach[origin] > known:
                    lines, number = self._lines_after(origin, known, state.reach[origin])
                    until = {**have, origin: number}
                    marks = {each: trail for each, trail in state.marks.items() if trail and until.get(each, 0) >= trail[-1][0]}
                    return Segment(SegmentHead(self.palace, state.origin, have, until, marks), lines)
        return None

    def _lines_after(self, origin: str, number: int, last: int) -> tuple[tuple[SyncLine, ...], int]:
        rows = self._store.sync.after(origin, number, RECORDS_MAX)
        by_kind: dict[str, list[str]] = {}
        for _, kind, record_id in rows:
            by_kind.setdefault(kind, []).append(record_id)
        known = {
            (kind, each): at for kind, ids in by_kind.items() for each, at in noted(self._store, self._kinds[kind], ids).items()
        }
        lines, size = list[SyncLine](), 0
        for each, kind, record_id in rows:
            versions = known[kind, record_id].versions
            lines.append(SyncLine(kind, record_id, versions, known[kind, record_id].receipt))
            size += sum(len(str(value)) for version in versions for value, _ in (version.fields or {}).values())
            if size > BYTES_MAX:
                return tuple(lines), each
        return tuple(lines), rows[-1][0] if len(rows) == RECORDS_MAX else last


def replica_of(palace: "Palace", clock: Clock = system_clock) -> Replica:
    """A palace among its replicas on other machines."""
    store = palace.store
    return Replica(SyncEquipment(store, palace.intake, Linking(store), palace.whereabouts, palace.entities, clock, palace.mint))
