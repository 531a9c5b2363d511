"""Reversal: the lines of the change log are taken back one by one, the newest first."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from simonides.domain.errors import Conflict, NotFound
from simonides.domain.graph import Entity, Fact, Observation
from simonides.domain.ids import MENTION, MINED
from simonides.domain.memory import Memory
from simonides.domain.past.formers import Former
from simonides.domain.past.supersession import Supersession
from simonides.engine.filing.embedding import VectorKeeping
from simonides.engine.filing.linking import Linking
from simonides.engine.filing.mention_facts import Whereabouts
from simonides.frozen import frozen
from simonides.ports.changes import Change, LogEntry
from simonides.ports.stores import Store

RELINKED_AT_ONCE = 200
"""How many texts that come back are read together, to find who is named in them."""
EMBEDDED_MAX = 16
"""How many texts that come back are embedded at once; others wait for the background."""


def is_derived(record_id: str) -> bool:
    """Whether a record follows from the texts, and so is brought up to date rather than taken back."""
    return record_id.startswith((MENTION, MINED))


@frozen
class Reversal:
    """Takes changes of one palace back, inside the caller's transaction; what follows from them is made anew."""

    _store: Store
    _vectors: VectorKeeping
    _linking: Linking
    _whereabouts: Whereabouts

    def reverse(self, entries: Sequence[LogEntry]) -> None:
        """Take lines back in the order given, which is from the newest to the oldest. Raises NotFound, Conflict."""
        named, renamed = self._named(entries), self._renamed(entries)
        for entry in entries:
            if is_derived(entry.change.id):
                with suppress(NotFound, Conflict):
                    self._reverse(entry)
            else:
                self._reverse(entry)
        named |= self._relink(entries)
        for name in sorted(renamed):
            self._linking.link_again(name)
        self._whereabouts.follow(named)

    def node(self, entity_id: str) -> int:
        """The row of an entity. Raises NotFound."""
        entity = self._store.graph.entity(entity_id)
        [node] = self._store.nodes.keys([entity.key]).values()
        return node

    def _reverse(self, entry: LogEntry) -> None:
        change, former = entry.change, entry.former
        if change.operation == "add":
            self._take_away(change)
        elif former is None:
            raise NotFound(f"former {change.kind}", change.id)
        elif change.operation == "delete":
            self._bring_back(former)
        else:
            self._change_back(former)

    def _take_away(self, change: Change) -> None:
        graph, is_gone = self._store.graph, False
        match change.kind:
            case "memory":
                is_gone = self._store.memories.delete(change.id)
            case "fact":
                is_gone = graph.delete_fact(change.id)
            case "entity":
                # A name that mining found stays as long as anything refers to it.
                is_gone = is_derived(change.id) or graph.delete_entity(change.id)
            case "observation":
                owner, _, ordinal = change.id.rpartition("/")
                is_gone = bool(self._store.observations.delete(self.node(owner), [int(ordinal)]))
            case "supersession":
                # A pair goes with its memories, so it may be gone already.
                self._store.supersessions.delete(change.id)
                is_gone = True
        if not is_gone:
            raise NotFound(change.kind, change.id)

    def _bring_back(self, former: Former) -> None:
        match former.record:
            case Memory() as memory:
                self._store.memories.add([memory])
            case Fact() as fact:
                self._store.graph.add_fact(replace(fact, subject=former.ends[0], object=former.ends[1]))
            case Entity() as entity:
                if self._store.graph.add_entity(entity).id != entity.id:
                    raise Conflict("entity", entity.name)
                self._store.observations.restore(self.node(entity.id), [], former.next_ordinal)
            case Observation() as observation:
                self._store.observations.restore(self.node(former.owner), [observation], 0)
            case Supersession() as pair:
                self._store.supersessions.add(pair)

    def _change_back(self, former: Former) -> None:
        match former.record:
            case Memory() as memory:
                now = self._store.memories.get(memory.id)
                content = memory.content if former.has_text else now.content
                # How often it was recalled since is no part of the change.
                self._store.memories.replace(replace(memory, content=content, accesses=now.accesses, accessed_at=now.accessed_at))
            case Fact() as fact:
                self._store.graph.delete_fact(fact.id)
                self._bring_back(former)
            case Entity() as entity:
                self._store.graph.replace_entity(entity)
            case Observation() as observation:
                node = self.node(former.owner)
                self._store.observations.replace(node, observation.ordinal, observation.content, observation.updated_at)
            case Supersession() as pair:
                # It may have gone with one of its memories, whose filing was taken back.
                with suppress(NotFound):
                    self._store.supersessions.replace(pair)

    def _named(self, entries: Sequence[LogEntry]) -> set[str]:
        return self._whereabouts.named_in({entry.change.id for entry in entries if entry.change.kind == "memory"})

    def _renamed(self, entries: Sequence[LogEntry]) -> set[str]:
        """The aliases that an entity has now and did not have before, or the other way round: texts come to name another."""
        names = set[str]()
        for entry in entries:
            former = entry.former.record if entry.former else None
            if isinstance(former, Entity) and entry.change.operation == "change":
                with suppress(NotFound):
                    names.update({*former.aliases}.symmetric_difference(self._aliases(former.id)))
        return names

    def _aliases(self, entity_id: str) -> tuple[str, ...]:
        return self._store.graph.entity(entity_id).aliases

    def _relink(self, entries: Sequence[LogEntry]) -> set[str]:
        """Find anew who is named in what came back, and embed a few of the texts; returns the ids of those named."""
        for entity_id in {entry.change.id for entry in entries if entry.change.kind == "entity"}:
            with suppress(NotFound):
                self._linking.link_entity(self._store.graph.entity(entity_id))
        self._relink_observations({entry.change.id for entry in entries if entry.change.kind == "observation"})
        ids = sorted({entry.change.id for entry in entries if entry.change.kind == "memory"})
        named = set[str]()
        for start in range(0, len(ids), RELINKED_AT_ONCE):
            found = self._store.memories.find(ids[start : start + RELINKED_AT_ONCE])
            rows = {self._store.memories.key_of(memory.id): memory.content for memory in found}
            named |= self._linking.link_memories(rows, are_new=False)
            for key, content in list(rows.items())[: max(EMBEDDED_MAX - start, 0)]:
                vectors = self._vectors.of_text(content)
                if vectors is not None:
                    self._vectors.put({key: vectors})
        return named

    def _relink_observations(self, ids: set[str]) -> None:
        owners = {each.rpartition("/")[0] for each in ids}
        for owner in sorted(owners):
            with suppress(NotFound):
                node = self.node(owner)
                present = self._store.observations.of([node])[node]
                self._linking.link_observations([each for each in present if f"{owner}/{each.ordinal}" in ids])
