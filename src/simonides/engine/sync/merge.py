"""Merge: versions of other replicas join those of a palace, and what then stands is written into it.

What arrives is one's own palace from elsewhere: it is checked like any line of an import, and kept word for word.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from simonides.domain.errors import Invalid
from simonides.domain.past.receipts import TokenReceipt
from simonides.domain.sync.reach import moment_of
from simonides.domain.sync.versions import Rival, Versions, merged, rivals, shown
from simonides.domain.time import rfc3339
from simonides.engine.sync.equipment import SyncEquipment
from simonides.engine.sync.harvest import ARRIVING, LEAVING
from simonides.engine.sync.kinds.kind import Arriving, SyncKind
from simonides.engine.sync.kinds.observations import observation_id
from simonides.engine.sync.notes import note_of, noted, versions_of
from simonides.frozen import frozen
from simonides.ports.sync import SyncRecord

OTHER_VERSION = "other version"
"""Why a text has ended that lost against another one, without its writer knowing of that."""
VERSIONS_MAX = 200
"""How many versions of one record may stand beside each other: each is a machine's that knew of none of the others."""
_OWED_MAX = 1_000
_PLACED = ("wing", "room", "hall", "kind", "user_id", "author", "role", "added_by", "created_at", "event_time")
"""What the copy of a text that lost has in common with the one that stands."""


@frozen
class SyncLine:
    """A record on its way between palaces."""

    kind: str
    id: str
    versions: Versions
    receipt: TokenReceipt | None = None
    """Through whom it arrived, where somebody on its way could not vouch for it."""


@dataclass(slots=True)
class SyncTally:
    """What some lines changed."""

    received: dict[str, int] = field(default_factory=dict)
    """How many records were new or changed, by kind."""
    known: int = 0
    conflicts: int = 0
    """How many records have got rivals."""

    def include(self, other: "SyncTally") -> None:
        """Add what more lines changed."""
        for kind, count in other.received.items():
            self.received[kind] = self.received.get(kind, 0) + count
        self.known += other.known
        self.conflicts += other.conflicts


@frozen
class _Joined:
    """A record after its versions were joined."""

    id: str
    local: str
    before: Versions
    versions: Versions
    is_owed: bool = False
    receipt: TokenReceipt | None = None


class SyncMerge:
    """Merges into one palace, each inside the caller's transaction, right after a harvest."""

    def __init__(self, equipment: SyncEquipment, kinds: Mapping[str, SyncKind]) -> None:
        self._equipment = equipment
        self._store = equipment.store
        self._kinds = kinds

    def apply(self, lines: Iterable[SyncLine], *, is_dry: bool = False) -> SyncTally:
        """Join lines with what the palace knows; with `is_dry` only count. Raises Invalid for what no palace may hold."""
        tally, (by_kind, receipts) = SyncTally(), self._by_kind(lines)
        changed = {name: self._joined(self._kinds[name], by_kind[name], receipts, tally) for name in ARRIVING if name in by_kind}
        if is_dry:
            return tally
        for name in ARRIVING:
            self._write(self._kinds[name], [each for each in changed.get(name, ()) if shown(each.versions) is not None])
        for name in LEAVING:
            self._remove(self._kinds[name], [each for each in changed.get(name, ()) if shown(each.versions) is None])
        self.pay()
        for name in ("memory", "observation"):
            self._keep_rivals(self._kinds[name], changed.get(name, ()))
        return tally

    def pay(self) -> None:
        """Try once more what something else stood in the way of."""
        for record in self._store.sync.owed(_OWED_MAX):
            kind = self._kinds[record.kind]
            versions = versions_of(record, None)
            if shown(versions) is None:
                self._remove(kind, [_Joined(record.id, record.local, versions, versions)])
            else:
                self._write(kind, [_Joined(record.id, record.local, versions, versions, is_owed=True)])

    def _by_kind(self, lines: Iterable[SyncLine]) -> tuple[dict[str, dict[str, Versions]], dict[tuple[str, str], TokenReceipt]]:
        by_kind: dict[str, dict[str, Versions]] = {}
        receipts = dict[tuple[str, str], TokenReceipt]()
        for line in lines:
            if line.kind not in self._kinds:
                raise Invalid("kind", f"'{line.kind[:40]}' is unknown to this version of simonides; upgrade simonides")
            same = by_kind.setdefault(line.kind, {})
            same[line.id] = merged(same.get(line.id, ()), line.versions)
            if line.receipt:
                receipts[line.kind, line.id] = line.receipt
        return by_kind, receipts

    def _joined(
        self, kind: SyncKind, arriving: Mapping[str, Versions], receipts: Mapping[tuple[str, str], TokenReceipt], tally: SyncTally
    ) -> list[_Joined]:
        known = noted(self._store, kind, list(arriving))
        changed = []
        for record_id, versions in arriving.items():
            ours = known.get(record_id)
            before = ours.versions if ours else ()
            both = merged(before, versions)
            _check(record_id, both)
            if both == before:
                tally.known += 1
                continue
            is_new_dispute = bool(rivals(both, kind.quiet)) and not rivals(before, kind.quiet)
            tally.conflicts += is_new_dispute
            tally.received[kind.name] = tally.received.get(kind.name, 0) + 1
            local, is_owed = (ours.record.local, ours.record.is_owed) if ours else ("", False)
            changed.append(_Joined(record_id, local, before, both, is_owed, receipts.get((kind.name, record_id))))
        return changed

    def _write(self, kind: SyncKind, changed: Sequence[_Joined]) -> None:
        fresh = [each for each in changed if not each.local or each.is_owed or shown(each.before) != shown(each.versions)]
        written = kind.write([Arriving(each.id, each.local, shown(each.versions) or {}, each.receipt) for each in fresh])
        notes = []
        for each in changed:
            local = written.local.get(each.id, "" if each.id in written.displaced else each.local)
            notes.append(note_of(kind, each.id, local, each.versions, is_owed=not local))
        self._store.sync.put(notes)
        self._displace(kind, written.displaced)

    def _displace(self, kind: SyncKind, displaced: Mapping[str, Mapping[str, object]]) -> None:
        """Note that records are no longer in the palace, because others stand in their place."""
        records = self._store.sync.of(kind.name, list(displaced))
        self._store.sync.put(
            [note_of(kind, each.id, "", versions_of(each, displaced[each.id]), is_owed=True) for each in records]
        )

    def _remove(self, kind: SyncKind, changed: Sequence[_Joined]) -> None:
        gone = kind.remove(here) if (here := [each.local for each in changed if each.local]) else set()
        self._store.sync.put([self._removed(kind, each.id, each.local, each.versions, gone) for each in changed])

    def _removed(self, kind: SyncKind, record_id: str, local: str, versions: Versions, gone: set[str]) -> SyncRecord:
        is_left = bool(local) and local not in gone
        return note_of(kind, record_id, local if is_left else "", versions, is_owed=is_left)

    def _keep_rivals(self, kind: SyncKind, changed: Iterable[_Joined]) -> None:
        """Keep texts that lost as records of their own: a memory that has ended, or one more observation."""
        copies = []
        for each in changed:
            values = shown(each.versions) or {}
            lost = [rival for rival in rivals(each.versions, kind.quiet) if rival.field == "content"]
            made = [_copy_of(kind.name, each.id, values, rival) for rival in lost if isinstance(rival.value, str)]
            copies += [replace(copy, receipt=each.receipt) for copy in made]
        known = {record.id for record in self._store.sync.of(kind.name, [copy.id for copy in copies])}
        here = kind.present([copy.id for copy in copies]) if kind.name == "memory" else {}
        kind.write([copy for copy in {each.id: each for each in copies}.values() if copy.id not in known and copy.id not in here])


def _check(record_id: str, versions: Versions) -> None:
    """Refuse what no replicas write. Raises Invalid."""
    if len(versions) > VERSIONS_MAX:
        raise Invalid(
            "versions",
            f"of '{record_id[:60]}' are more than {VERSIONS_MAX} that do not know of each other; edit it, and sync again",
        )
    if len({(version.dot.origin, version.dot.number) for version in versions}) < len(versions):
        raise Invalid("versions", f"of '{record_id[:60]}' give two changes of one origin the same number")


def _copy_of(kind: str, record_id: str, values: Mapping[str, object], rival: Rival) -> Arriving:
    """The record that keeps a text that lost; every replica makes the very same."""
    at = rfc3339(moment_of(rival.dot.time))
    if kind == "observation":
        fields = {**values, "content": rival.value, "created_at": at, "updated_at": at, "ordinal": 0}
        return Arriving(observation_id(str(values["entity"]), at, str(rival.value)), "", fields)
    name = hashlib.sha256(f"{record_id}\n{rival.dot.origin}\n{rival.dot.number}".encode()).hexdigest()[:20]
    placed = {field: values[field] for field in _PLACED if field in values}
    ended = {"content": rival.value, "ended_at": at, "end_reason": OTHER_VERSION, "superseded_by": record_id}
    return Arriving(f"other_{name}", "", {**placed, **ended})
