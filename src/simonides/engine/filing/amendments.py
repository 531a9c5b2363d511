"""Changes to single memories: only the given fields change, on the memory as it stands in that transaction."""

from collections.abc import Mapping
from dataclasses import replace

from simonides.domain.errors import Invalid
from simonides.domain.memory import Memory
from simonides.domain.validation import check_content, check_metadata, clean_text
from simonides.engine.filing.embedding import VectorKeeping
from simonides.engine.filing.memories import Memories
from simonides.ports.stores import Store

KINDS = ("episodic", "semantic", "procedural")


class Amending:
    """Changes to single memories of one palace."""

    def __init__(self, store: Store, memories: Memories, vectors: VectorKeeping) -> None:
        self._store = store
        self._memories = memories
        self._vectors = vectors

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
        with self._store.writing("amend"):
            memory = self._memories.get(memory_id)
            return self._memories.revise(
                replace(
                    memory,
                    content=memory.content if content is None else content,
                    kind=memory.kind if kind is None else kind,
                    metadata=memory.metadata if metadata is None else check_metadata(metadata),
                )
            )

    def invalidate(self, memory_id: str, reason: str | None = None, superseded_by: str | None = None) -> Memory:
        """Close a memory as of now; one already closed only gets missing details. Raises NotFound, also for the successor."""
        with self._store.writing("invalidate"):
            memory = self._memories.get(memory_id)
            if superseded_by is not None:
                self._check_successor(memory_id, superseded_by)
            reason = reason and clean_text(reason)
            if memory.ended_at is None:
                return self._memories.end(memory_id, reason, superseded_by)
            told = replace(memory, end_reason=memory.end_reason or reason, superseded_by=memory.superseded_by or superseded_by)
            return memory if told == memory else self._memories.revise(told)

    def _prepare(self, memory_id: str, content: str, patience_s: float) -> None:
        # Embedded before the transaction, which then finds the vectors in the embedder's cache: no writer waits for a model.
        if self._memories.get(memory_id).content != content:
            self._vectors.require(patience_s, content)
            self._vectors.of_text(content)

    def _check_successor(self, memory_id: str, superseded_by: str) -> None:
        if superseded_by == memory_id:
            raise Invalid("superseded_by", "a memory cannot supersede itself")
        self._memories.get(superseded_by)


def check_kind(kind: str, argument: str = "memory_type") -> str:
    """Check that this is one of the three kinds of memory. Raises Invalid naming the argument."""
    if kind not in KINDS:
        raise Invalid(argument, f"'{kind[:40]}' is not one of {', '.join(KINDS)}")
    return kind
