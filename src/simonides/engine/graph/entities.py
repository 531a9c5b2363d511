"""Entities and relations by id or by name: describing, relating and walking, over facts that have not ended."""

from dataclasses import dataclass, replace

from simonides.domain.graph import Direction, Entity, Fact
from simonides.domain.time import Clock, Stamp
from simonides.domain.validation import check_content, check_name, fold_name
from simonides.engine.graph.facts import Knowledge
from simonides.ports.stores import Store

UNKNOWN = "unknown"
ENTITIES_MAX = 200
FACTS_MAX = 1_000


@dataclass(frozen=True, slots=True)
class Related:
    """The result of a walk: entities by distance, without the start, and the facts between all of them."""

    start: Entity
    entities: tuple[Entity, ...]
    facts: tuple[Fact, ...]


class Relating:
    """Entities and the relations between them, in one palace."""

    def __init__(self, store: Store, knowledge: Knowledge, clock: Clock) -> None:
        self._store = store
        self._knowledge = knowledge
        self._clock = clock

    def describe(self, name: str, *, kind: str | None = None, summary: str | None = None, user_id: str | None = None) -> Entity:
        """The entity of that name, created if needed; type, summary and user are filled in where they were empty."""
        name = check_name(name, "name")
        kind = kind and check_name(kind, "entity_type")
        summary = summary and check_content(summary, "description")
        user_id = user_id and check_name(user_id, "user_id")
        with self._store.writing("kg"):
            is_new = fold_name(name) not in self._store.graph.named([fold_name(name)])
            entity = self._knowledge.entity_named(name)
            full = self._filled(entity, kind, summary, user_id if is_new else None)
            if full != entity:
                self._store.graph.replace_entity(full)
        return full

    def relate(self, subject: str, predicate: str, obj: str, weight: float = 1.0) -> Fact:
        """Record a relation between two known entities; a known relation takes the new weight. Raises NotFound."""
        predicate = check_name(predicate, "relation_type")
        with self._store.writing("kg"):
            first = self._store.graph.entity(check_name(subject, "from_entity"))
            second = self._store.graph.entity(check_name(obj, "to_entity"))
            fact = self._knowledge.add(first.name, predicate, second.name, weight=weight)
            if fact.weight != weight:
                fact = replace(fact, weight=weight)
                self._store.graph.delete_fact(fact.id)
                self._store.graph.add_fact(fact)
        return fact

    def walk(self, start: str, depth: int = 1, direction: Direction = Direction.OUTGOING) -> Related:
        """The entities at most `depth` current facts away, and those facts, up to a limit. Raises NotFound for the start."""
        origin = self._store.graph.entity(check_name(start, "entity_id"))
        met: dict[str, Entity] = {origin.key: origin}
        facts: dict[str, Fact] = {}
        frontier = [origin]
        for _ in range(depth):
            found = [fact for entity in frontier for fact in self._facts(entity, direction)]
            facts |= {fact.id: fact for fact in found}
            keys = dict.fromkeys(fold_name(name) for fact in found for name in (fact.subject, fact.object))
            fresh = self._store.graph.named([key for key in keys if key not in met])
            frontier = [fresh[key] for key in keys if key in fresh][: ENTITIES_MAX + 1 - len(met)]
            met |= {entity.key: entity for entity in frontier}
        walked = [fact for fact in facts.values() if {fold_name(fact.subject), fold_name(fact.object)} <= met.keys()]
        return Related(origin, tuple(met.values())[1:], tuple(walked[:FACTS_MAX]))

    def _facts(self, entity: Entity, direction: Direction) -> list[Fact]:
        # Asking as of now lets the store leave out ended facts, which may be far more than the current ones.
        now = Stamp.at(self._clock())
        return [fact for fact in self._store.graph.facts_of(entity.id, direction, now, FACTS_MAX) if fact.is_current]

    def _filled(self, entity: Entity, kind: str | None, summary: str | None, user_id: str | None) -> Entity:
        now = self._clock()
        if kind and entity.type == UNKNOWN:
            entity = replace(entity, type=kind, updated_at=now)
        if summary and entity.summary is None:
            entity = replace(entity, summary=summary, summary_updated_at=now, updated_at=now)
        return replace(entity, user_id=user_id) if user_id and entity.user_id is None else entity
