"""Notes of a replica about single records: versions as they are kept, with the values that only the record itself holds."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from simonides.domain.past.receipts import TokenReceipt
from simonides.domain.sync.packing import packed, unpacked
from simonides.domain.sync.versions import Values, Version, Versions, rivals, shown
from simonides.engine.sync.kinds.kind import Found, SyncKind
from simonides.frozen import frozen
from simonides.ports.stores import Store
from simonides.ports.sync import SyncRecord


@frozen
class Noted:
    """A record as this palace knows it."""

    record: SyncRecord
    versions: Versions
    receipt: TokenReceipt | None = None


def noted(store: Store, kind: SyncKind, ids: Sequence[str]) -> dict[str, Noted]:
    """What is noted of these records, by id, with all values."""
    records = store.sync.of(kind.name, ids)
    here = kind.present([record.local for record in records if record.local])
    return {record.id: _noted(record, here.get(record.local)) for record in records}


def _noted(record: SyncRecord, found: Found | None) -> Noted:
    return Noted(record, versions_of(record, found.fields if found else None), found.receipt if found else None)


def versions_of(record: SyncRecord, fields: Values | None) -> Versions:
    """The versions of a record whose fields stand in the palace like this."""
    return unpacked(json.loads(record.versions), fields)


def note_of(kind: SyncKind, record_id: str, local: str, versions: Versions, *, is_owed: bool = False) -> SyncRecord:
    """What is to be noted of a record; `local` is its id in the palace, where it stands as the versions show it."""
    values = shown(versions)
    kept = values if local and not is_owed else None
    return SyncRecord(
        kind=kind.name,
        id=record_id,
        local=local,
        versions=json.dumps(packed(versions, kept), ensure_ascii=False, separators=(",", ":")),
        changes=tuple((version.dot.origin, version.dot.number) for version in versions),
        is_alive=values is not None,
        is_owed=is_owed,
        rivals=len(rivals(versions, kind.quiet)),
    )


def erase_values(store: Store, kind: str, locals_: Sequence[str]) -> None:
    """Drop every value from what is noted of some records, which are erased for good; their next harvest deletes them."""
    erased = []
    for record in store.sync.at(kind, locals_):
        versions = tuple(
            Version(
                each.dot, each.saw, None if each.fields is None else {name: (None, dot) for name, (_, dot) in each.fields.items()}
            )
            for each in versions_of(record, None)
        )
        text = json.dumps(packed(versions), separators=(",", ":"))
        changes = tuple((each.dot.origin, each.dot.number) for each in versions)
        erased.append(replace(record, versions=text, changes=changes, rivals=0))
    store.sync.put(erased)


def in_blocks(items: Iterable[str], size: int) -> Iterable[list[str]]:
    """A list in parts of at most that size."""
    many = list(items)
    return (many[start : start + size] for start in range(0, len(many), size))
