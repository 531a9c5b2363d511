"""Facts between entities, with the time when they hold; facts end, they are not deleted."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simonides.domain.actor import Actor
from simonides.domain.errors import Conflict, Invalid, NotFound
from simonides.domain.graph import Direction, Fact, GraphStats, Triple
from simonides.domain.ids import Mint
from simonides.domain.text.nearest_names import COMPARED_MAX, did_you_mean
from simonides.domain.time import Clock, Stamp
from simonides.domain.validation import check_name, check_source, fold_name
from simonides.engine.claims.recording import Recording
from simonides.engine.graph.entities import FACTS_MAX, Entities
from simonides.frozen import frozen
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from simonides.engine.filing.secrets import SecretScreen

STORY_MAX = 10_000
"""How many facts the timeline of one entity may have."""


@frozen
class Joined:
    """The outcome of joining entities: new facts, known ones, and the names that are no entity."""

    created: tuple[Triple, ...]
    existing: tuple[Triple, ...]
    not_found: tuple[str, ...]


@frozen
class Facts:
    """The facts of one palace."""

    _store: Store
    _entities: Entities
    _clock: Clock
    _mint: Mint
    _secrets: "SecretScreen"
    _recording: Recording

    def add(
        self, subject: str, predicate: str, obj: str, *, valid_from: Stamp | None = None, confidence: float = 1.0,
        weight: float = 1.0, source: str | None = None, actor: str = "",
    ) -> Fact:  # fmt: skip
        """Record a fact; if the same fact is current when it begins, it is returned unchanged. Older facts stay as they are."""
        subject, predicate, obj = self._screened(subject, predicate, obj, actor)
        confidence = _check_share(confidence, "confidence")
        with self._store.writing(actor):
            if same := self.known(subject, predicate, obj, valid_from):
                return same
            fact = Fact(
                id=self._mint.fact(subject, predicate, obj),
                subject=self._entities.named(subject).name,
                predicate=predicate,
                object=self._entities.named(obj).name,
                created_at=self._clock(),
                valid_from=valid_from,
                confidence=confidence,
                weight=_check_share(weight, "weight"),
                source=check_source(source, "source"),
            )
            self._store.graph.add_fact(fact)
            self._touch(fact.triple)
        return fact

    def supersede(
        self, subject: str, predicate: str, obj: str, *, confidence: float = 1.0, source: str | None = None, actor: str = ""
    ) -> Fact:
        """Record a fact from now on, ending earlier facts with the same subject and predicate."""
        subject, predicate, obj = self._screened(subject, predicate, obj, actor)
        with self._store.writing(actor):
            now = Stamp.at(self._clock())
            before = self._store.graph.current(subject, now.start, predicate)
            for fact in before:
                # The old fact holds up to, not including, the moment the new one begins; one that was to begin later never holds.
                end = max(now, fact.valid_from or now, key=lambda stamp: stamp.start)
                self._close(fact, replace(end, end=end.start))
                self._touch(fact.triple)
            made = self.add(subject, predicate, obj, valid_from=now, confidence=confidence, source=source, actor=actor)
            # The same value again is no news.
            for fact in before:
                if fold_name(fact.object) != fold_name(made.object):
                    self._recording.record("fact", fact.id, made.id, "fact")
            return made

    def end(self, subject: str, predicate: str, obj: str, ended: Stamp | None = None) -> list[Fact]:
        """End a fact with the end of a day, today by default; returns the facts that were ended.

        A fact whose end lies ahead takes this one in its place.
        """
        subject, predicate, obj = _checked(subject, predicate, obj)
        ended = ended or Stamp.parse(f"{self._clock():%Y-%m-%d}")
        with self._store.writing():
            facts = self._store.graph.current(subject, self._clock(), predicate, obj)
            for fact in facts:
                if fact.valid_from and ended.end <= fact.valid_from.start:
                    raise Invalid("ended", f"{ended.text} is before the fact began ({fact.valid_from.text}); name a later day")
            for fact in facts:
                self._close(fact, ended)
            self._touch(*(fact.triple for fact in facts))
        return [replace(fact, valid_to=ended) for fact in facts]

    def current(self, subject: str) -> list[Fact]:
        """The facts about a subject that have not ended, oldest first; empty for an unknown subject."""
        return self._store.graph.current(check_name(subject, "subject"), self._clock())

    def open(self, subject: str) -> list[Fact]:
        """The facts about a subject for which nobody has named an end, oldest first; empty for an unknown subject."""
        return self._store.graph.open(check_name(subject, "subject"))

    def is_current(self, fact: Fact) -> bool:
        """Whether the end of a fact has not come."""
        return fact.is_current_at(self._clock())

    def others(self, fact: Fact) -> list[Fact]:
        """The other values that a subject still has for a predicate; empty when it has several, as for `likes`.

        A second value often replaces the first one, which then must be ended.
        """
        value = fold_name(fact.object)
        current = self._store.graph.current(fact.subject, self._clock(), fact.predicate)
        others = [each for each in current if fold_name(each.object) != value]
        return others if len(others) == 1 else []

    def known(self, subject: str, predicate: str, obj: str, since: Stamp | None = None) -> Fact | None:
        """The current fact that says this, and not only until `since`, which `add` leaves as it is; None if there is none."""
        subject, predicate, obj = _checked(subject, predicate, obj)
        current = self._store.graph.current(subject, self._clock(), predicate, obj)
        return next((fact for fact in current if since is None or fact.is_current_at(since.start)), None)

    def ended_by(self, subject: str, predicate: str, obj: str) -> list[Fact]:
        """The current facts with another value, which `supersede` ends for good, oldest first; the same value goes on."""
        value = fold_name(self.known_as(obj))
        current = self._store.graph.current(check_name(subject, "subject"), self._clock(), check_name(predicate, "predicate"))
        return [fact for fact in current if fold_name(fact.object) != value]

    def near(self, name: str) -> str:
        """A question for the entity that may be meant by an unknown name; empty when the name is known or none is near."""
        name = check_name(name, "entity")
        if self._store.graph.named({fold_name(name)}):
            return ""
        return did_you_mean(name, (entity.name for entity in self._store.graph.entities(limit=COMPARED_MAX)))

    def known_as(self, entity: str) -> str:
        """The name by which facts call an entity, which may be given by its id or an alias; an unknown name stays as it is."""
        try:
            return self._store.graph.entity(check_name(entity, "entity")).name
        except NotFound:
            return entity

    def about(self, entity: str, direction: Direction = Direction.BOTH, as_of: Stamp | None = None) -> list[Fact]:
        """The facts that involve an entity, ended ones included; with `as_of` those that held then."""
        return self._store.graph.facts_of(check_name(entity, "entity"), direction, as_of)

    def timeline(self, entity: str | None = None, limit: int = 100, as_of: Stamp | None = None) -> list[Fact]:
        """Facts by start date, undated ones last: all facts of one entity, or the first `limit` of the palace.

        With `as_of` those that held then.
        """
        if entity is None:
            read = self._store.graph.timeline(None, limit if as_of is None else STORY_MAX)
            return [fact for fact in read if as_of is None or fact.holds_during(as_of)][: max(limit, 0)]
        story = self._store.graph.timeline(check_name(entity, "entity"), STORY_MAX)
        return [fact for fact in story if as_of is None or fact.holds_during(as_of)]

    def stats(self) -> GraphStats:
        """The numbers of entities and facts."""
        return self._store.graph.stats(self._clock())

    def weigh(self, subject: str, predicate: str, obj: str, weight: float = 1.0) -> Fact:
        """Record a fact between two known entities; a known fact takes the new weight. Raises NotFound."""
        predicate = check_name(predicate, "relation_type")
        with self._store.writing():
            first = self._store.graph.entity(check_name(subject, "from_entity"))
            second = self._store.graph.entity(check_name(obj, "to_entity"))
            fact = self.add(first.name, predicate, second.name, weight=weight)
            if fact.weight != weight:
                fact = replace(fact, weight=weight)
                self._store.graph.delete_fact(fact.id)
                self._store.graph.add_fact(fact)
                self._touch(fact.triple)
        return fact

    def join(self, wanted: Sequence[Triple], actor: str = "") -> Joined:
        """Record facts between entities that exist; returns new ones, known ones, and the names that are no entity."""
        checked = [self._screened_ends(triple, Actor.of(actor)) for triple in wanted]
        created, existing, not_found = [], [], dict[str, None]()
        with self._store.writing(actor):
            known = self._store.graph.named({fold_name(name) for each in checked for name in (each.subject, each.object)})
            for triple in checked:
                missing = [name for name in (triple.subject, triple.object) if fold_name(name) not in known]
                not_found |= dict.fromkeys(missing)
                if missing:
                    continue
                subject, obj = known[fold_name(triple.subject)].name, known[fold_name(triple.object)].name
                if same := self._named(triple):
                    existing.append(Triple(subject, same.predicate, obj))
                else:
                    self._store.graph.add_fact(self._fresh(subject, triple.predicate, obj))
                    created.append(Triple(subject, triple.predicate, obj))
            self._touch(*created)
        return Joined(tuple(created), tuple(existing), tuple(not_found))

    def delete(self, doomed: Sequence[Triple]) -> tuple[int, int]:
        """Delete what current facts say; returns how many of these were deleted and how many were not found."""
        deleted = 0
        with self._store.writing():
            for triple in doomed:
                # One that ends may say the same as one that begins after it.
                subject, predicate, obj = _checked(triple.subject, triple.predicate, triple.object)
                facts = self._store.graph.current(subject, self._clock(), predicate, obj)
                for fact in facts:
                    self._store.graph.delete_fact(fact.id)
                self._touch(*(fact.triple for fact in facts))
                deleted += bool(facts)
        return deleted, len(doomed) - deleted

    def rename(self, triple: Triple, predicate: str) -> tuple[Triple, Triple]:
        """Change the predicate of a current fact; returns its words before and after. Raises NotFound, or Conflict if known."""
        predicate = check_name(predicate, "new_type")
        with self._store.writing():
            fact = self._named(triple)
            if fact is None:
                raise NotFound("relation", str(triple))
            renamed = Triple(fact.subject, predicate, fact.object)
            try:
                self._store.nodes.rename_fact(fact.id, predicate, self._clock())
            except Conflict as error:
                raise Conflict("relation", str(renamed)) from error
            self._touch(renamed)
        return fact.triple, renamed

    def between(self, first: str, second: str) -> list[Fact]:
        """Every current fact between two entities, in both directions, oldest first; empty when one is unknown."""
        known = self._store.graph.named({fold_name(first), fold_name(second)})
        ends = {entity.key for entity in known.values()}
        keys = sorted(self._store.nodes.keys(ends).values()) if fold_name(first) in known else []
        found = self._store.nodes.facts_among(keys, FACTS_MAX, self._clock())
        # A fact from an entity to itself counts only when both given entities are the same.
        return [each for each in found if {fold_name(each.subject), fold_name(each.object)} == ends]

    def _screened(self, subject: str, predicate: str, obj: str, actor: str) -> tuple[str, str, str]:
        """The words of a fact as they may be filed. Raises Invalid."""
        subject, predicate, obj = _checked(subject, predicate, obj)
        who = Actor.of(actor)
        return self._secrets.text(subject, who, "subject"), predicate, self._secrets.text(obj, who, "object")

    def _screened_ends(self, triple: Triple, actor: Actor) -> Triple:
        triple = _checked_ends(triple)
        ends = [self._secrets.text(name, actor, "relations") for name in (triple.subject, triple.object)]
        return Triple(ends[0], triple.predicate, ends[1])

    def _touch(self, *changed: Triple) -> None:
        """Both ends of a fact change with it, so that whoever asks what changed lately sees them."""
        if changed:
            names = {fold_name(name) for triple in changed for name in (triple.subject, triple.object)}
            self._store.nodes.touch(sorted(names), self._clock())

    def _close(self, fact: Fact, ended: Stamp) -> None:
        if fact.is_open:
            self._store.graph.end_facts([fact.id], ended)
        else:
            # A store lets no end be moved.
            self._store.graph.delete_fact(fact.id)
            self._store.graph.add_fact(replace(fact, valid_to=ended))

    def _named(self, triple: Triple) -> Fact | None:
        return self.known(triple.subject, triple.predicate, triple.object)

    def _fresh(self, subject: str, predicate: str, obj: str) -> Fact:
        return Fact(self._mint.fact(subject, predicate, obj), subject, predicate, obj, self._clock())


def _checked(subject: str, predicate: str, obj: str) -> tuple[str, str, str]:
    return check_name(subject, "subject"), check_name(predicate, "predicate"), check_name(obj, "object")


def _checked_ends(triple: Triple) -> Triple:
    return Triple(
        check_name(triple.subject, "from_entity"),
        check_name(triple.predicate, "relation_type"),
        check_name(triple.object, "to_entity"),
    )


def _check_share(value: float, argument: str) -> float:
    if not 0 <= value <= 1:
        raise Invalid(argument, f"{value} is not between 0 and 1")
    return value
