"""The memories of a palace: filed verbatim, embedded when the model is loaded, and not stored twice."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.graph import as_memory
from simonides.domain.memory import ENTITIES, EVERYTHING, Memory, Order, PlaceCount, Scope
from simonides.domain.ranking.duplicates import Likeness
from simonides.domain.time import Clock
from simonides.domain.validation import check_content
from simonides.engine.filing.accesses import AccessNotes
from simonides.engine.filing.embedding import PROMPT_CHARS_MAX, VectorKeeping
from simonides.engine.filing.faces import Faces, Observed
from simonides.engine.filing.intake import Draft, Intake
from simonides.engine.filing.linking import Linking
from simonides.engine.filing.mention_facts import Whereabouts
from simonides.engine.filing.near_copies import NearCopies, near
from simonides.engine.graph.entities import Entities
from simonides.frozen import frozen
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

LISTED_MAX = 1000
NEAR_MAX = 5
"""How many similar memories a reply names."""


@frozen
class Filing:
    """The outcome of filing a draft: the new memory, or the similar ones because of which it was not filed."""

    memory: Memory | None
    like: tuple[Likeness, ...] = ()
    """Memories that say the same (nothing was filed) or are very similar (the draft was filed)."""
    is_compared: bool = True
    """False when the text has no vector yet, so that only the same text was looked for."""

    @property
    def is_long(self) -> bool:
        """Whether the new memory is too long to be embedded while somebody waits."""
        return self.memory is not None and len(self.memory.content) > PROMPT_CHARS_MAX


@frozen
class Memories:
    """The memories of one palace."""

    _store: Store
    _faces: Faces
    _vectors: VectorKeeping
    _linking: Linking
    _whereabouts: Whereabouts
    _entities: Entities
    _clock: Clock
    _intake: Intake
    _accesses: AccessNotes

    def remember(self, draft: Draft, memory_id: str | None = None, actor: Actor = Actor.PROGRAM) -> Memory:
        """File a draft, whether or not the palace holds the same text already."""
        memory = self._memory(draft, memory_id, actor)
        self._add(memory, self._vectors.of_text(memory.content))
        return memory

    def remember_once(self, draft: Draft, actor: Actor = Actor.PROGRAM, memory_id: str | None = None) -> Filing:
        """File a draft unless its room already has a memory that says the same.

        Waits for the model up to `patience_s`. When it is late, or the text long, only the same text is refused, and a dream
        compares the rest.
        """
        memory = self._memory(draft, memory_id, actor)
        readings = self._vectors.readings(memory.content)
        copies = NearCopies(self._store, memory, readings)
        copies.look_ahead()
        with self._store.writing(memory.origin.added_by):
            like = copies.found()
            if same := [each.likeness for each in like if each.is_same]:
                return Filing(None, tuple(same[:NEAR_MAX]))
            self._add(memory, readings[0] if readings else None)
        return Filing(memory, tuple(each.likeness for each in like[:NEAR_MAX]), is_compared=bool(readings))

    def restore(self, memories: Sequence[Memory], vectors: "Mapping[str, Vectors]") -> Mapping[str, int]:
        """File memories as they were exported, with ids, times and vectors; those whose id is known are skipped.

        They have passed `Intake.as_before`. Returns the rows of the memories that were filed, by id.
        """
        known = {memory.id for memory in self._store.memories.find([memory.id for memory in memories])}
        return self._intake.add([memory for memory in memories if memory.id not in known], Actor.IMPORTER, vectors).rows

    def get(self, memory_id: str) -> Memory:
        """The memory with that id or handle. Raises NotFound."""
        return self._faces.get(memory_id)

    def revise(self, memory: Memory) -> Memory:
        """Replace a memory by a new version; it is embedded again only if its text changed."""
        before = self.get(memory.id)
        if observed := self._observed(before):
            return self._reobserve(observed, memory)
        is_reworded = before.content != memory.content
        if is_reworded or before.metadata != memory.metadata:
            memory = self._intake.as_before(memory, Actor.of(memory.origin.added_by))
        vectors = self._vectors.of_text(memory.content) if is_reworded else None
        with self._store.writing():
            self._store.memories.replace(memory)
            key = self._store.memories.key_of(memory.id)
            if is_reworded:
                named = self._whereabouts.named_in([memory.id])
                self._whereabouts.follow(named.union(self._linking.link_memory(key, memory.content)))
            if vectors is not None:
                self._vectors.put({key: vectors})
            self._accesses.write_down()
        return memory

    def end(self, memory_id: str, reason: str | None = None, superseded_by: str | None = None) -> Memory:
        """Close a memory: it stays stored but is no longer recalled."""
        memory = self.get(memory_id)
        return self.revise(replace(memory, ended_at=self._clock(), end_reason=reason, superseded_by=superseded_by))

    def find(self, ids: Sequence[str]) -> list[Memory]:
        """The memories with these ids; unknown ids are left out."""
        return self._store.memories.find(list(ids))

    def forget(self, memory_id: str) -> bool:
        """Delete the memory with that id or handle; False when there was none."""
        with self._store.writing():
            memory_id = self._id_of(memory_id)
            if observed := self._faces.observed(memory_id):
                return self._store.observations.delete(observed.node, [observed.observation.ordinal]) != []
            self._accesses.write_down()
            named = self._whereabouts.named_in([memory_id])
            was_there = self._store.memories.delete(memory_id)
            self._whereabouts.follow(named)
        return was_there

    def page(self, scope: Scope = EVERYTHING, order: Order = Order.NEWEST, limit: int = 50, offset: int = 0) -> list[Memory]:
        """A page of memories."""
        return self._faces.page(scope, order, min(limit, LISTED_MAX), offset)

    def count(self, scope: Scope = EVERYTHING) -> int:
        """How many memories are in scope."""
        return self._faces.count(scope)

    def count_observed(self) -> int:
        """How many of all memories are observations of entities."""
        return self._faces.count_observed()

    def places(self) -> list[PlaceCount]:
        """Every place that holds a memory."""
        return self._faces.places()

    def like(self, content: str, similarity_min: float) -> tuple[Likeness, ...]:
        """The memories most similar to a text, including the same text, best first; without a model only the same text."""
        content = check_content(content)
        readings = self._vectors.readings(content)
        same = {memory.id: Likeness(memory, 1.0) for memory in self._store.memories.same_text(content)}
        nearest = near(self._store, content, readings, similarity_min)
        others = sorted((each for each in nearest.values() if each.memory.id not in same), key=lambda each: -each.similarity)
        return (*same.values(), *others)[:NEAR_MAX]

    def _id_of(self, name: str) -> str:
        found = self._faces.with_handle(name)
        return found.id if found and not self._store.memories.find([name]) else name

    def _observed(self, memory: Memory) -> Observed | None:
        # Anybody may name a wing like that of the entities, so the id decides.
        return self._faces.observed(memory.id) if memory.place.wing == ENTITIES else None

    def _reobserve(self, observed: Observed, memory: Memory) -> Memory:
        entity, observation = observed.entity, observed.observation
        if replace(as_memory(entity, observation), content=memory.content) != memory:
            raise Invalid("memory_id", f"{memory.id} is an observation of '{entity.name}': only its text can be changed")
        self._entities.replace_observation(entity.name, observation.ordinal, memory.content)
        return memory

    def _memory(self, draft: Draft, memory_id: str | None, actor: Actor) -> Memory:
        [screened] = self._intake.screened([draft], actor)
        return self._intake.memory(screened, memory_id)

    def _add(self, memory: Memory, vectors: "Vectors | None") -> None:
        self._intake.add([memory], memory.origin.added_by, {} if vectors is None else {memory.id: vectors})
