"""Erasure: memories are removed for good, with every copy, version and word of them, and a receipt says what was done.

The proof is a search: after everything was written anew, the bytes of the texts and vectors are looked for in all that is kept.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypedDict

from simonides.domain.actor import current_caller
from simonides.domain.errors import NotFound
from simonides.domain.graph import Observation
from simonides.domain.memory import Memory, Order, Scope
from simonides.domain.past.formers import RecordKey
from simonides.domain.text.sentences import sentences
from simonides.domain.time import Clock, rfc3339
from simonides.engine.filing.accesses import AccessNotes
from simonides.engine.filing.amendments import former_ids, is_former
from simonides.engine.filing.faces import Faces
from simonides.engine.filing.mention_facts import Whereabouts
from simonides.engine.sync.notes import erase_values
from simonides.frozen import frozen
from simonides.ports.stores import Store, Traces

PIECES_MAX = 400
"""How many sentences of the erased texts are looked for, beside the whole texts."""
_PIECE_MIN = 16
_PAGE = 1_000
_VERSIONS_MAX = 1_000_000


@frozen
class Receipt:
    """What was erased, without a word of it."""

    id: str
    sha256: str
    """Of the last text it had."""
    at: datetime
    by: str
    versions: int
    """How many copies and former versions went along."""
    vectors: int
    traces: Traces
    also_in: tuple[str, ...] = ()
    """Other memories that hold some of the same words, and keep them."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing of it was found, save what others say as well."""
        return self.traces.is_rewritten and (not self.traces.found or bool(self.also_in))


class ReceiptLine(TypedDict):
    """A receipt as a value."""

    id: str
    sha256: str
    erased_at: str
    erased_by: str
    versions: int
    vectors: int
    searched: list[str]
    searched_bytes: int
    is_clean: bool
    also_in: list[str]
    note: str


def receipt_line(receipt: Receipt) -> ReceiptLine:
    """A receipt as commands, REST and programs show it."""
    return {
        "id": receipt.id,
        "sha256": receipt.sha256,
        "erased_at": rfc3339(receipt.at),
        "erased_by": receipt.by,
        "versions": receipt.versions,
        "vectors": receipt.vectors,
        "searched": list(receipt.traces.searched),
        "searched_bytes": receipt.traces.searched_bytes,
        "is_clean": receipt.is_clean,
        "also_in": list(receipt.also_in),
        "note": receipt.traces.note,
    }


@dataclass(slots=True)
class _Doomed:
    """What is erased with one memory: the records, all the texts they ever had, and the bytes of its vectors."""

    id: str
    keys: set[RecordKey] = field(default_factory=set)
    texts: list[str] = field(default_factory=list)
    blobs: list[bytes] = field(default_factory=list)


class Erasing:
    """Erasure in one palace."""

    def __init__(self, store: Store, whereabouts: Whereabouts, accesses: AccessNotes, clock: Clock) -> None:
        self._store = store
        self._faces = Faces(store)
        self._whereabouts = whereabouts
        self._accesses = accesses
        self._clock = clock

    def erase(self, ids: Sequence[str]) -> list[Receipt]:
        """Remove memories for good, also those in the bin; one receipt for each. Raises NotFound when one was never there."""
        at, caller = self._clock(), current_caller()
        by = " ".join(filter(None, (caller.actor, caller.client)))
        with self._store.writing():
            self._accesses.write_down()
            doomed = [self._doomed(each) for each in dict.fromkeys(ids)]
            keys = set[RecordKey]().union(*(each.keys for each in doomed))
            pairs = self._store.supersessions.touching("memory", sorted(record_id for _, record_id in keys))
            self._remove(keys)
            self._store.changes.scrub("supersession", [pair.id for pair in pairs])
            for kind in ("memory", "observation"):
                erased = [record_id for of, record_id in keys if of == kind]
                self._store.changes.scrub(kind, erased)
                erase_values(self._store, kind, erased)
        texts = _needles(each.texts for each in doomed)
        traces = self._store.rewrite(texts, [blob for each in doomed for blob in each.blobs])
        also_in = self._still_holding([texts[number] for number in traces.found if number < len(texts)])
        return [_receipt(each, at, by, traces, also_in) for each in doomed]

    def _doomed(self, memory_id: str) -> _Doomed:
        """What is erased with a memory and its copies. Raises NotFound when it was never there."""
        doomed = _Doomed(memory_id)
        for record_id in self._with_copies(memory_id):
            self._add_present(doomed, record_id)
            for kind in ("memory", "observation"):
                for entry in self._store.changes.about(kind, record_id, _VERSIONS_MAX):
                    if entry.former is not None and isinstance(entry.former.record, Memory | Observation):
                        doomed.keys.add((kind, record_id))
                        doomed.texts.append(entry.former.record.content)
        if not any(doomed.texts):
            raise NotFound("memory", memory_id)
        return doomed

    def _with_copies(self, memory_id: str) -> list[str]:
        """A memory and the ended copies that edits have left."""
        found = self._store.memories.find([memory_id])
        named = former_ids(found[0]) if found else []
        # One that lies in the bin is no memory any more, and goes with the rest.
        others = {each.id for each in self._store.memories.find(named) if not is_former(each, memory_id)}
        return [memory_id, *(each for each in named if each not in others)]

    def _add_present(self, doomed: _Doomed, record_id: str) -> None:
        try:
            memory, key = self._faces.get(record_id), self._faces.key_of(record_id)
        except NotFound:
            return
        doomed.texts.append(memory.content)
        doomed.keys.add(("observation" if key < 0 else "memory", record_id))
        if key > 0:
            # Vectors are kept with 16 bits.
            doomed.blobs += [row.astype("<f2").tobytes() for rows in self._store.search.of([key]).values() for row in rows]

    def _remove(self, keys: Iterable[RecordKey]) -> None:
        memories = sorted(record_id for kind, record_id in keys if kind == "memory")
        named = self._whereabouts.named_in(memories)
        for memory_id in memories:
            self._store.memories.delete(memory_id)
        self._whereabouts.follow(named)
        for observed in [self._faces.observed(record_id) for kind, record_id in keys if kind == "observation"]:
            if observed is not None:
                self._store.observations.delete(observed.node, [observed.observation.ordinal])

    def _still_holding(self, texts: Sequence[str]) -> tuple[str, ...]:
        """The memories that hold one of these texts."""
        if not texts:
            return ()
        holding, offset = list[str](), 0
        while page := self._faces.page(Scope(with_ended=True), Order.OLDEST, _PAGE, offset):
            holding += [memory.id for memory in page if any(text in memory.content for text in texts)]
            offset += len(page)
        return tuple(holding)


def _needles(texts: Iterable[Sequence[str]]) -> list[str]:
    whole = list(dict.fromkeys(text for many in texts for text in many if text.strip()))
    pieces = [piece for text in whole for piece in sentences(text) if len(piece) >= _PIECE_MIN]
    return list(dict.fromkeys([*whole, *pieces[:PIECES_MAX]]))


def _receipt(doomed: _Doomed, at: datetime, by: str, traces: Traces, also_in: tuple[str, ...]) -> Receipt:
    digest = hashlib.sha256(doomed.texts[0].encode("utf-8", "surrogatepass")).hexdigest()
    return Receipt(doomed.id, digest, at, by, len(doomed.texts) - 1, len(doomed.blobs), traces, also_in)
