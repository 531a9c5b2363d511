"""Facts between entities, with the time when they hold; facts end, they are not deleted."""

from dataclasses import replace

from simonides.domain.errors import Invalid, NotFound
from simonides.domain.graph import Direction, Entity, Fact, GraphStats
from simonides.domain.ids import Mint
from simonides.domain.time import Clock, Stamp
from simonides.domain.validation import check_name, check_source
from simonides.engine.filing.linking import Linking
from simonides.ports.stores import Store

STORY_MAX = 10_000
"""How many facts the timeline of one entity may have."""


class Knowledge:
    """The entities and facts of one palace."""

    def __init__(self, store: Store, linking: Linking, clock: Clock, mint: Mint) -> None:
        self._store = store
        self._linking = linking
        self._clock = clock
        self._mint = mint

    def add(
        self, subject: str, predicate: str, obj: str, *, valid_from: Stamp | None = None, confidence: float = 1.0,
        weight: float = 1.0, source: str | None = None, actor: str = "kg",
    ) -> Fact:  # fmt: skip
        """Record a fact; if the same fact is still current, it is returned unchanged. Older facts stay as they are."""
        subject, predicate, obj = _checked(subject, predicate, obj)
        confidence = _check_share(confidence, "confidence")
        with self._store.writing(actor):
            if same := self._store.graph.current(subject, predicate, obj):
                return same[0]
            fact = Fact(
                id=self._mint.fact(subject, predicate, obj),
                subject=self.entity_named(subject).name,
                predicate=predicate,
                object=self.entity_named(obj).name,
                created_at=self._clock(),
                valid_from=valid_from,
                confidence=confidence,
                weight=_check_share(weight, "weight"),
                source=check_source(source, "source"),
            )
            self._store.graph.add_fact(fact)
        return fact

    def supersede(
        self, subject: str, predicate: str, obj: str, *, confidence: float = 1.0, source: str | None = None, actor: str = "kg"
    ) -> Fact:
        """Record a fact from now on, ending earlier facts with the same subject and predicate."""
        subject, predicate, obj = _checked(subject, predicate, obj)
        with self._store.writing(actor):
            now = Stamp.at(self._clock())
            for fact in self._store.graph.current(subject, predicate):
                # The old fact holds up to, not including, the moment the new one begins; one that was to begin later never holds.
                end = max(now, fact.valid_from or now, key=lambda stamp: stamp.start)
                self._store.graph.end_facts([fact.id], replace(end, end=end.start))
            return self.add(subject, predicate, obj, valid_from=now, confidence=confidence, source=source, actor=actor)

    def end(self, subject: str, predicate: str, obj: str, ended: Stamp | None = None) -> list[Fact]:
        """End a fact with the end of a day, today by default; returns the facts that were ended."""
        subject, predicate, obj = _checked(subject, predicate, obj)
        ended = ended or Stamp.parse(f"{self._clock():%Y-%m-%d}")
        with self._store.writing("kg"):
            facts = self._store.graph.current(subject, predicate, obj)
            for fact in facts:
                if fact.valid_from and ended.end <= fact.valid_from.start:
                    raise Invalid("ended", f"{ended.text} is before the fact began ({fact.valid_from.text})")
            self._store.graph.end_facts([fact.id for fact in facts], ended)
        return [replace(fact, valid_to=ended) for fact in facts]

    def current(self, subject: str) -> list[Fact]:
        """The facts about a subject that have not ended, oldest first; empty for an unknown subject."""
        return self._store.graph.current(check_name(subject, "subject"))

    def about(self, entity: str, direction: Direction = Direction.BOTH, as_of: Stamp | None = None) -> list[Fact]:
        """The facts that involve an entity, ended ones included; with `as_of` those that held then."""
        return self._store.graph.facts_of(check_name(entity, "entity"), direction, as_of)

    def timeline(self, entity: str | None = None, limit: int = 100) -> list[Fact]:
        """Facts by start date, undated ones last: all facts of one entity, or the first `limit` of the palace."""
        if entity is None:
            return self._store.graph.timeline(None, limit)
        return self._store.graph.timeline(check_name(entity, "entity"), STORY_MAX)

    def stats(self) -> GraphStats:
        """The numbers of entities and facts."""
        return self._store.graph.stats()

    def entity_named(self, name: str, entity_id: str | None = None) -> Entity:
        """The entity of that name, created if unknown, with the given id if there is one."""
        try:
            return self._store.graph.entity(name)
        except NotFound:
            now = self._clock()
            entity = self._store.graph.add_entity(Entity(entity_id or self._mint.alphanumeric(), name, now, now))
            self._linking.link_entity(entity)
            return entity


def _checked(subject: str, predicate: str, obj: str) -> tuple[str, str, str]:
    return check_name(subject, "subject"), check_name(predicate, "predicate"), check_name(obj, "object")


def _check_share(value: float, argument: str) -> float:
    if not 0 <= value <= 1:
        raise Invalid(argument, f"{value} is not between 0 and 1")
    return value
