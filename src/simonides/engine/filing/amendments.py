"""Changes to single memories: only the given fields change, on the memory as it stands in that transaction."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from simonides.domain.actor import current_caller
from simonides.domain.errors import Invalid
from simonides.domain.ids import Mint
from simonides.domain.memory import Memory, Place
from simonides.domain.past.provenance import IMPORTED_FROM, in_order, read_trust, reworded, set_trust, with_trust
from simonides.domain.past.receipts import RECEIVED, check_given
from simonides.domain.time import Clock
from simonides.domain.validation import check_content, check_importance, check_metadata, check_name, clean_text
from simonides.engine.claims.recording import Recording
from simonides.engine.filing.embedding import VectorKeeping
from simonides.engine.filing.memories import Memories
from simonides.frozen import frozen
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

EDITED = "edited"
"""Why a former text has ended."""
FORMER = "former"
"""The key of the metadata that names the former texts of a memory, newest first."""
LASTING = (IMPORTED_FROM, RECEIVED, FORMER)
"""The keys of the metadata that tell where a memory comes from and what it said before: other metadata does not replace them."""
KINDS = ("episodic", "semantic", "procedural")


@frozen
class Edit:
    """What changes of a memory; None leaves a field as it is."""

    content: str | None = None
    wing: str | None = None
    room: str | None = None
    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    importance: float | None = None
    trust: str | None = None
    """A trust class, or `derived` for what follows from the source."""

    def applied_to(self, memory: Memory) -> Memory:
        """The memory with the change. Raises Invalid."""
        added = [check_name(tag, "tags") for tag in self.add_tags]
        if both := next((tag for tag in added if tag in self.remove_tags), None):
            raise Invalid("tags", f"'{both}' cannot be added and taken off at once")
        kept = [tag for tag in memory.tags if tag not in self.remove_tags]
        return replace(
            memory,
            content=memory.content if self.content is None else check_content(self.content),
            place=Place.named(self.wing or memory.place.wing, self.room or memory.place.room, memory.place.hall),
            tags=tuple(dict.fromkeys([*kept, *added])),
            importance=memory.importance if self.importance is None else check_importance(self.importance),
            metadata=self._trusted(memory),
        )

    def _trusted(self, memory: Memory) -> Mapping[str, object]:
        if self.trust is not None:
            metadata = with_trust(memory.metadata, read_trust(self.trust))
            check_given(memory.provenance.trust, replace(memory, metadata=metadata).provenance.trust, current_caller())
            return metadata
        is_reworded = self.content not in (None, memory.content)
        return reworded(memory.metadata, memory.provenance, current_caller().actor) if is_reworded else memory.metadata


@frozen
class Amending:
    """Changes to single memories of one palace."""

    _store: Store
    _memories: Memories
    _vectors: VectorKeeping
    _clock: Clock
    _mint: Mint
    _recording: Recording

    def amend(
        self,
        memory_id: str,
        *,
        content: str | None = None,
        kind: str | None = None,
        metadata: Mapping[str, object] | None = None,
        patience_s: float = 0.0,
    ) -> Memory:
        """Change the given fields and leave the rest. New text waits for the model: raises NotReady when it is late."""
        kind = None if kind is None else check_kind(kind)
        if content is not None:
            content = check_content(content)
            self._prepare(memory_id, content, patience_s)
        with self._store.writing():
            memory = self._memories.get(memory_id)
            kept = memory.metadata if metadata is None else _in_place_of(memory.metadata, check_metadata(metadata))
            is_reworded = content not in (None, memory.content)
            return self._memories.revise(
                replace(
                    memory,
                    content=memory.content if content is None else content,
                    kind=memory.kind if kind is None else kind,
                    metadata=reworded(kept, memory.provenance, current_caller().actor) if is_reworded else kept,
                )
            )

    def edit(self, memory_id: str, change: Edit) -> Memory:
        """Change text, place, tags, importance or trust; a former text stays as an ended memory that this one supersedes.

        Of an observation only the text can be changed. Raises NotFound, Invalid.
        """
        with self._store.writing():
            memory = self._memories.get(memory_id)
            edited = change.applied_to(memory)
            # An observation has no metadata of its own to name former texts; the log keeps its former words.
            if edited.content != memory.content and self._store.memories.find([memory.id]):
                now = self._clock()
                # Each text holds from its edit to the next one, so that any moment has one of them.
                since = max(memory.valid_since, now)
                edited = replace(
                    edited, valid_from=since, metadata={**edited.metadata, FORMER: self._kept_as_former(memory, now)}
                )
            return memory if edited == memory else self._memories.revise(edited)

    def former(self, memory_id: str) -> list[Memory]:
        """The former versions of an edited memory, newest first. Raises NotFound."""
        memory = self._memories.get(memory_id)
        ids = former_ids(memory)
        found = {each.id: each for each in self._memories.find(ids) if is_former(each, memory.id)}
        return [found[each] for each in ids if each in found]

    def invalidate(self, memory_id: str, reason: str | None = None, superseded_by: str | None = None) -> Memory:
        """Close a memory as of now; one already closed only gets missing details. Raises NotFound, also for the successor."""
        with self._store.writing():
            memory = self._memories.get(memory_id)
            memory_id = memory.id
            if superseded_by is not None:
                superseded_by = self._memories.get(superseded_by).id
                if superseded_by == memory_id:
                    raise Invalid("superseded_by", "a memory cannot supersede itself")
                self._recording.record("memory", memory_id, superseded_by, "said", "superseded_by")
            reason = reason and clean_text(reason)
            if memory.ended_at is None:
                return self._memories.end(memory_id, reason, superseded_by)
            told = replace(memory, end_reason=memory.end_reason or reason, superseded_by=memory.superseded_by or superseded_by)
            return memory if told == memory else self._memories.revise(told)

    def reopen(self, memory_id: str) -> Memory:
        """Let an ended memory hold again; one that has not ended stays as it is. Raises NotFound, Invalid for a former text."""
        with self._store.writing("reopen"):
            memory = self._memories.get(memory_id)
            memory_id = memory.id
            if memory.ended_at is None:
                return memory
            if memory.end_reason == EDITED and memory.superseded_by is not None:
                raise Invalid("memory", f"it is a former text of {memory.superseded_by}: edit that one instead")
            self._recording.take_back(memory_id)
            return self._memories.revise(replace(memory, ended_at=None, end_reason=None, superseded_by=None))

    def _kept_as_former(self, memory: Memory, now: datetime) -> list[str]:
        """File the text as it stood as an ended memory; the ids of all former texts, newest first."""
        former = replace(
            memory,
            id=self._mint.uuid(),
            ended_at=min(memory.ended_at or now, now),
            end_reason=EDITED,
            superseded_by=memory.id,
        )
        # The words are the same, and so are their vectors: nobody has to make them again.
        vectors = self._vectors_of(memory)
        [key] = self._store.memories.add([former], [former.id] if vectors is not None else ())
        if vectors is not None:
            self._vectors.add({key: vectors})
        self._recording.record_edit(former.id, memory.id)
        return [former.id, *former_ids(memory)]

    def _vectors_of(self, memory: Memory) -> "Vectors | None":
        key = self._store.memories.key_of(memory.id)
        return self._store.search.of([key]).get(key)

    def _prepare(self, memory_id: str, content: str, patience_s: float) -> None:
        # Embedded before the transaction, which then finds the vectors in the embedder's cache: no writer waits for a model.
        if self._memories.get(memory_id).content != content:
            self._vectors.require(patience_s, content)
            self._vectors.of_text(content)


def _in_place_of(before: Mapping[str, object], given: Mapping[str, object]) -> dict[str, object]:
    """New metadata with what lasts of the former."""
    lasting = {key: before[key] for key in LASTING if key in before}
    return with_trust(in_order({**given, **lasting}), set_trust(before))


def former_ids(memory: Memory) -> list[str]:
    """The ids of the ended copies that edits of a memory have left, newest first."""
    known = memory.metadata.get(FORMER)
    return [str(each) for each in known] if isinstance(known, list) else []


def is_former(memory: Memory, memory_id: str) -> bool:
    """Whether this is what an edit of that memory has left; the list in its metadata may be of somebody's own making."""
    return memory.superseded_by == memory_id and memory.end_reason == EDITED


def check_kind(kind: str) -> str:
    """The kind, one of the three of memories. Raises Invalid when it is another."""
    if kind not in KINDS:
        raise Invalid("memory_type", f"'{kind[:40]}' is not one of {', '.join(KINDS)}")
    return kind
