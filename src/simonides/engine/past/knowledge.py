"""What was known at a moment: the records of today, with every later change read backwards from the change log.

Validity is the other clock: what *held* at a moment is asked with `as_of`, of what was known then or of what is known now.
Code and vectors are not versioned, so a former version finds its place in a search by embedding it again.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from simonides.domain.errors import Invalid, NotFound
from simonides.domain.graph import Direction, Entity, Fact, Observation, as_memory
from simonides.domain.memory import EVERYTHING, Hit, Memory, Order, Scope
from simonides.domain.past.formers import Former, RecordKey
from simonides.domain.past.supersession import Supersession
from simonides.domain.question.usual_limit import widened
from simonides.domain.text.words import index_words, query_words
from simonides.domain.time import Stamp, rfc3339
from simonides.domain.validation import check_name, fold_name
from simonides.engine.browsing.entity_lists import naming
from simonides.engine.claims.chains import Chains, found_one_by_one
from simonides.engine.filing.amendments import EDITED, former_ids
from simonides.engine.filing.embedding import VectorKeeping
from simonides.engine.filing.faces import Faces
from simonides.engine.past.acts import Act, Acts, key_of
from simonides.frozen import frozen
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

FORMERS_MAX = 24
"""How many former versions a search compares by meaning, those with most words of the question first."""
LINES_MAX = 2_000
"""How many changes are read for the words that a page of memories had at a moment, those next to the moment first."""
CHANGED_MAX = 500
"""How many changed memories a search passes over."""
_TICK = timedelta(microseconds=1)
_NO_BEGINNING = datetime.max.replace(tzinfo=UTC)
_FACTS_MAX = 10_000
_PAIRS_MAX = 10_000
_READ_AS_MEMORIES = frozenset({"memory", "observation"})

Ask = Callable[[str, Scope, int], list[Hit]]


@frozen
class Knowing:
    """What was known in one palace, at any moment that its log reaches back to."""

    _store: Store
    _acts: Acts
    _vectors: VectorKeeping
    _recall: Ask

    def at(self, moment: datetime, argument: str = "known_at") -> "Then":
        """What was known at a moment. Raises Invalid when the log does not reach back so far."""
        began = self._store.changes.began()
        if began is not None and moment < began:
            raise Invalid(argument, f"{rfc3339(moment)} is before the change log began, at {rfc3339(began)}; name a later time")
        later = self._acts.after(0, moment + _TICK)
        changed = records_before(self._store, later)
        return Then(self._store, Faces(self._store), self._vectors, self._recall, moment, changed, later)

    def as_said(self, said: str, argument: str = "known_at") -> "Then":
        """What was known at a time in words: an instant, or the end of a day, month or year. Raises Invalid."""
        return self.at(Stamp.parse(said, argument).last, argument)

    def if_said(self, said: str | None, argument: str = "known_at") -> "Then | None":
        """What was known at a time in words; None where none is said, for what is known now. Raises Invalid."""
        return self.as_said(said, argument) if said else None

    def worded(self, memories: Sequence[Memory], moment: datetime) -> list[Memory]:
        """Memories with the text, the kind and the metadata that they had at a moment, as far as the log keeps these."""
        left = self._left_by_edits(memories)
        whose = {memory.id: left.get(memory.id, memory.id) for memory in memories}
        formers: dict[str, list[Former]] = {}
        for entry in self._store.changes.changed_after("memory", list(whose.values()), moment, LINES_MAX):
            if entry.former is not None:
                formers.setdefault(entry.change.id, []).append(entry.former)
        return [_worded(memory, formers.get(whose[memory.id], ())) for memory in memories]

    def _left_by_edits(self, memories: Sequence[Memory]) -> dict[str, str]:
        """For those that edits have left the memory that was edited, whose log tells their words; anybody may say `edited`."""
        edited = {memory.superseded_by for memory in memories if memory.end_reason == EDITED and memory.superseded_by}
        return {former: each.id for each in self._store.memories.find(sorted(edited)) for former in former_ids(each)}


@frozen
class Then:
    """A palace as it was known at one moment."""

    _store: Store
    _faces: Faces
    _vectors: VectorKeeping
    _recall: Ask
    moment: datetime
    changed: dict[RecordKey, Former | None]
    """The records that changed later, as they were; None for those that were not there yet."""
    later: Sequence[Act]

    def memory(self, memory_id: str) -> Memory:
        """A memory or the memory face of an observation. Raises NotFound."""
        for key in (("memory", memory_id), ("observation", memory_id)):
            if key in self.changed:
                found = self._face(key)
                if found is None:
                    raise NotFound("memory", memory_id)
                return found
        return self._as_then(self._faces.get(memory_id))

    def page(self, scope: Scope = EVERYTHING, order: Order = Order.NEWEST, limit: int = 50, offset: int = 0) -> list[Memory]:
        """A page of memories."""
        former = list(self._formers(scope))
        now = self._faces.page(scope, order, offset + limit + len(self.changed), 0)
        kept = [self._as_then(memory) for memory in now if not self._has_changed(memory.id)]
        together = sorted([*kept, *former], key=_ORDERS[order])
        return together[offset : offset + limit]

    def count(self, scope: Scope = EVERYTHING) -> int:
        """How many memories `page` can list."""
        changed = self._faces.find([record_id for kind, record_id in self.changed if kind in _READ_AS_MEMORIES])
        now = sum(1 for memory in changed if scope.left_out_by(memory) is None)
        return self._faces.count(scope) - now + sum(1 for _ in self._formers(scope))

    def search(self, question: str, scope: Scope = EVERYTHING, limit: int = 10) -> list[Hit]:
        """The memories that answer a question, best first; former versions stand by meaning, or by words without a model."""
        limit = widened(limit, question)
        hits = self._recall(question, scope, limit + min(len(self.changed), CHANGED_MAX))
        kept = [hit for hit in hits if not self._has_changed(hit.memory.id)]
        wanted = set(query_words(question))
        near = sorted(self._formers(scope), key=lambda memory: -_share(wanted, memory.content))[:FORMERS_MAX]
        asked = self._vectors.of_question(question) if near else None
        for score, memory in sorted(((self._nearness(asked, wanted, each), each) for each in near), key=lambda pair: -pair[0]):
            if score > 0:
                place = next((at for at, hit in enumerate(kept) if _score(wanted, hit) < score), len(kept))
                kept.insert(place, Hit(memory, score, similarity=score if asked is not None else None))
        return kept[:limit]

    def known_as(self, entity: str) -> str:
        """The name by which facts called an entity, which may be given by its id or an alias; an unknown name stays as it is."""
        try:
            return self._entity(check_name(entity, "entity")).name
        except NotFound:
            return entity

    def facts_about(self, entity: str, direction: Direction = Direction.BOTH, as_of: Stamp | None = None) -> list[Fact]:
        """The facts about an entity, outgoing before incoming, oldest first; with `as_of` those that held then."""
        folded = fold_name(self.known_as(entity))
        held = self._held(self._store.graph.facts_of(entity, Direction.BOTH, limit=_FACTS_MAX), as_of)
        out = [fact for fact in held if direction is not Direction.INCOMING and fold_name(fact.subject) == folded]
        # A fact from an entity to itself is told once, as outgoing.
        told = {fact.id for fact in out}
        into = [fact for fact in held if direction is not Direction.OUTGOING and fold_name(fact.object) == folded]
        return sorted(out, key=_filed) + sorted((fact for fact in into if fact.id not in told), key=_filed)

    def is_current(self, fact: Fact) -> bool:
        """Whether the end of a fact had not come."""
        return fact.is_current_at(self.moment)

    def timeline(self, entity: str | None = None, limit: int = 100, as_of: Stamp | None = None) -> list[Fact]:
        """Facts by start date, undated ones last: all facts of one entity, or the first `limit` of the palace."""
        if entity is not None:
            return sorted(self.facts_about(entity, as_of=as_of), key=_begun)
        return sorted(self._held(self._store.graph.timeline(None, _FACTS_MAX), as_of), key=_begun)[: max(limit, 0)]

    def node(self, name: str, until: datetime | None = None) -> tuple[Entity, list[Observation]]:
        """An entity and its observations, until a moment if one is given, by ordinal. Raises NotFound."""
        entity = self._entity(name)
        now = self._observed_now(entity.id)
        kept = [each for each in now if ("observation", f"{entity.id}/{each.ordinal}") not in self.changed]
        kept += [
            each.record for each in self._of("observation") if each.owner == entity.id and isinstance(each.record, Observation)
        ]
        seen = [each for each in kept if until is None or each.created_at <= until]
        return entity, sorted(seen, key=lambda each: each.ordinal)

    def naming(self, entity: Entity, limit: int) -> list[Memory]:
        """Those of the memories that name an entity now which were known, as they were, newest first."""
        return list(found_one_by_one(self.memory, [each.id for each in naming(self._store, entity, limit)]).values())

    def entities(self) -> list[Entity]:
        """Every entity, by name."""
        now = [each for each in self._store.graph.entities(_FACTS_MAX) if ("entity", each.id) not in self.changed]
        return sorted([*now, *self._former_entities()], key=lambda each: each.key)

    def named(self, names: Collection[str]) -> dict[str, Entity]:
        """The entities that had these folded names, by name."""
        now = {key: each for key, each in self._store.graph.named(names).items() if ("entity", each.id) not in self.changed}
        return now | {each.key: each for each in self._former_entities() if each.key in names}

    @property
    def chains(self) -> Chains:
        """What took the place of what, as it was known then."""
        return Chains(self.pairs, partial(found_one_by_one, self.memory))

    def pairs(self, memory_ids: Sequence[str] | None = None) -> list[Supersession]:
        """The pairs of memories and facts, or those of some memories, in the order of recording."""
        store = self._store.supersessions
        now = store.after(0, _PAIRS_MAX) if memory_ids is None else store.touching("memory", memory_ids)
        # What an older program noted has no line in the log, and a time of its own.
        kept = [each for each in now if ("supersession", each.id) not in self.changed and each.created_at <= self.moment]
        former = [each.record for each in self._of("supersession") if isinstance(each.record, Supersession)]
        ours = [each for each in former if memory_ids is None or each.older in memory_ids or each.newer in memory_ids]
        return sorted([*kept, *ours], key=lambda each: each.key)

    def facts_before(self, facts: Sequence[Fact]) -> dict[str, Fact]:
        """For each fact that had taken the place of another, that other; the latest of several."""
        known = {each.newer: each.older for each in self.pairs() if each.kind == "fact" and each.state == "accepted"}
        older = {fact.id: fact for each in facts if each.id in known for fact in self.facts_about(each.subject)}
        return {each.id: older[known[each.id]] for each in facts if known.get(each.id) in older}

    def _held(self, now: Sequence[Fact], as_of: Stamp | None) -> list[Fact]:
        """Facts of today and all former ones, as they were known; with `as_of` those that held then."""
        known = [fact for fact in now if ("fact", fact.id) not in self.changed]
        known += [each.record for each in self._of("fact") if isinstance(each.record, Fact)]
        return [fact for fact in known if as_of is None or fact.holds_during(as_of)]

    def _entity(self, name: str) -> Entity:
        for entity in self._former_entities():
            if name == entity.id or fold_name(name) == entity.key:
                return entity
        entity = self._store.graph.entity(name)
        if ("entity", entity.id) in self.changed:
            raise NotFound("node", name)
        return entity

    def _observed_now(self, entity_id: str) -> list[Observation]:
        try:
            name = self._store.graph.entity(entity_id).key
        except NotFound:
            return []
        [key] = self._store.nodes.keys([name]).values()
        return self._store.observations.of([key])[key]

    def _former_entities(self) -> list[Entity]:
        return [each.record for each in self._of("entity") if isinstance(each.record, Entity)]

    def _of(self, kind: str) -> Iterator[Former]:
        return (former for (of, _), former in self.changed.items() if of == kind and former is not None)

    def _formers(self, scope: Scope) -> Iterator[Memory]:
        for key in self.changed:
            if key[0] in _READ_AS_MEMORIES:
                memory = self._face(key)
                if memory is not None and scope.left_out_by(memory) is None:
                    yield memory

    def _face(self, key: RecordKey) -> Memory | None:
        former = self.changed[key]
        match former and former.record:
            case Memory() as memory:
                return memory
            case Observation() as observation if former is not None:
                return as_memory(self._entity(former.owner), observation)
            case _:
                return None

    def _as_then(self, memory: Memory) -> Memory:
        """An observation that did not change may belong to an entity that did."""
        owner, _, ordinal = memory.id.rpartition("/")
        former = self.changed.get(("entity", owner))
        if former is None or not isinstance(former.record, Entity):
            return memory
        observed = Observation(0, int(ordinal), memory.content, memory.created_at, memory.created_at)
        return as_memory(former.record, observed)

    def _has_changed(self, memory_id: str) -> bool:
        return ("memory", memory_id) in self.changed or ("observation", memory_id) in self.changed

    def _nearness(self, asked: "Vectors | None", wanted: set[str], memory: Memory) -> float:
        held = self._vectors.of_text(memory.content) if asked is not None else None
        if asked is None or held is None:
            return _share(wanted, memory.content)
        return float((held @ asked.T).max())


def records_before(store: Store, later: Sequence[Act]) -> dict[RecordKey, Former | None]:
    """The records that later acts changed, as they were before the first of these."""
    changed: dict[RecordKey, Former | None] = {}
    for act in reversed(later):
        for entry in reversed(act.entries):
            key, former = key_of(entry.change), entry.former
            if former is not None and not former.has_text and key not in changed:
                # The text did not change since, so that it is the one of today.
                former = former.before(Former(store.memories.get(key[1])))
            changed[key] = None if former is None else former.before(changed.get(key))
    return changed


def _worded(memory: Memory, formers: Sequence[Former]) -> Memory:
    """A memory as it was before changes; an edit begins another version, with a time of its own from which it is valid."""
    records = [(each.record, each.has_text) for each in formers if isinstance(each.record, Memory)]
    same = [(record, has_text) for record, has_text in records if record.valid_from == memory.valid_from]
    if not same:
        return memory
    # A line of a change that left the text alone does not tell it.
    text = next((record.content for record, has_text in same if has_text), memory.content)
    return replace(memory, content=text, kind=same[0][0].kind, metadata=same[0][0].metadata)


def _share(wanted: set[str], text: str) -> float:
    """How many of the words of a question a text holds, from 0 to 1."""
    return len(wanted.intersection(index_words(text))) / len(wanted) if wanted else 0.0


def _score(wanted: set[str], hit: Hit) -> float:
    return _share(wanted, hit.memory.content) if hit.similarity is None else hit.similarity


def _filed(fact: Fact) -> tuple[datetime, str]:
    return fact.created_at, fact.id


def _begun(fact: Fact) -> tuple[datetime, datetime, str]:
    return fact.valid_from.start if fact.valid_from else _NO_BEGINNING, *_filed(fact)


_ORDERS: dict[Order, Callable[[Memory], tuple[float, ...]]] = {
    Order.NEWEST: lambda memory: (-memory.created_at.timestamp(),),
    Order.OLDEST: lambda memory: (memory.created_at.timestamp(),),
    Order.IMPORTANT: lambda memory: (-memory.importance, -memory.created_at.timestamp()),
}
