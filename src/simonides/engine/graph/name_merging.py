"""Two entities that are one: everything about one moves to the other, whose alias its name becomes.

A merge is one act in the log: undo gives both back as they were, and what was known before still shows two.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from simonides.domain.errors import Conflict, Invalid, NotFound
from simonides.domain.graph import UNKNOWN, Direction, Entity, Fact, Node, Observation
from simonides.domain.ids import MENTION
from simonides.domain.past.supersession import pair_id
from simonides.domain.time import Clock, Stamp
from simonides.domain.validation import check_name, fold_name
from simonides.engine.claims.recording import Recording
from simonides.engine.filing.linking import Linking
from simonides.engine.filing.mention_facts import Whereabouts
from simonides.frozen import frozen
from simonides.ports.stores import Store

FACTS_MAX = 20_000
"""How many facts of an entity a merge moves."""
MENTIONS_MAX = 100_000
"""How many memories that name an entity a merge looks at."""
_Said = tuple[str, str, str, Stamp | None, Stamp | None]


@frozen
class MergePlan:
    """What merging one entity into another does."""

    keep: Entity
    """The entity that stays, as it is afterwards."""
    drop: Entity
    """The entity that goes into it, as it is before."""
    moved: tuple[Fact, ...]
    """The facts that move, as they read afterwards."""
    folded: tuple[Fact, ...]
    """The facts that say what the other entity's facts say already, as they are before."""
    between: tuple[Fact, ...]
    """The facts between the two, which go: they would say something of an entity and itself."""
    observations: tuple[str, ...]
    """The observations that move; a summary in the way of another becomes one."""
    repeated: int
    """How many observations say word for word what the other entity's observations say already."""
    mentions: int
    """How many memories name the entity that goes."""


@frozen
class NameMerging:
    """Merges entities of one palace."""

    _store: Store
    _linking: Linking
    _whereabouts: Whereabouts
    _clock: Clock
    _recording: Recording

    def plan(self, keep: str, drop: str) -> MergePlan:
        """What merging `drop` into `keep` would do. Raises NotFound, or Invalid when both are one already."""
        return self._plan(self._node(keep, "keep"), self._node(drop, "drop"))

    def merge(self, keep: str, drop: str, actor: str = "") -> MergePlan:
        """Merge `drop` into `keep`, whole or not at all; returns what was done. Raises as `plan` does."""
        with self._store.writing(actor):
            kept, dropped = self._node(keep, "keep"), self._node(drop, "drop")
            plan = self._plan(kept, dropped)
            is_noted = self._whereabouts.leave(dropped.entity)
            self._move_facts(plan)
            self._move_observations(kept, dropped, plan)
            mentions = self._store.graph.mentions_of([dropped.entity.id], MENTIONS_MAX)[dropped.entity.id]
            self._store.graph.add_mentions(kept.entity.id, mentions)
            self._store.graph.delete_entity(dropped.entity.id)
            # Undo reads the log backwards: the alias must go before the entity comes back.
            self._store.graph.replace_entity(plan.keep)
            self._linking.link_entity(plan.keep)
            if is_noted:
                self._whereabouts.note([plan.keep])
            self._note(kept.entity, dropped.entity)
        return plan

    def _node(self, name: str, argument: str) -> Node:
        folded = fold_name(check_name(name, argument))
        key = self._store.nodes.keys([folded]).get(folded)
        found = None if key is None else self._store.nodes.at([key]).get(key)
        if found is None:
            raise NotFound("entity", name)
        return found

    def _plan(self, kept: Node, dropped: Node) -> MergePlan:
        keep, drop = kept.entity, dropped.entity
        if keep.id == drop.id:
            raise Invalid("drop", f"'{drop.name}' is the entity '{keep.name}' already; name two different entities")
        twins, moved, folded, between = _by_words(self._facts_of(keep)), list[Fact](), list[Fact](), list[Fact]()
        for fact in self._facts_of(drop):
            renamed = _renamed(fact, keep, drop)
            if {fold_name(fact.subject), fold_name(fact.object)} <= {keep.key, drop.key}:
                between.append(fact)
            elif _said(renamed) in twins:
                folded.append(fact)
            else:
                moved.append(renamed)
        contents = {each.content for each in self._observed(kept)}
        arriving = [each.content for each in self._observed(dropped)]
        fresh = [each for each in arriving if each not in contents]
        if keep.summary and drop.summary and drop.summary not in (keep.summary, *contents, *fresh):
            fresh.append(drop.summary)
        mentions = self._store.graph.mentions_of([drop.id], MENTIONS_MAX)[drop.id]
        repeated = sum(each in contents for each in arriving)
        merged = _merged(keep, drop, self._clock())
        return MergePlan(merged, drop, tuple(moved), tuple(folded), tuple(between), tuple(fresh), repeated, len(mentions))

    def _facts_of(self, entity: Entity) -> list[Fact]:
        found = self._store.graph.facts_of(entity.id, Direction.BOTH, limit=FACTS_MAX + 1)
        if len(found) > FACTS_MAX:
            raise Invalid("drop", f"'{entity.name}' has more than {FACTS_MAX:,} facts, which is more than one merge moves")
        return [fact for fact in found if not fact.id.startswith(MENTION)]

    def _observed(self, node: Node) -> list[Observation]:
        return self._store.observations.of([node.key])[node.key]

    def _move_facts(self, plan: MergePlan) -> None:
        graph, twins = self._store.graph, _by_words(self._facts_of(plan.keep))
        for fact in (*plan.moved, *plan.folded, *plan.between):
            graph.delete_fact(fact.id)
        for fact in plan.moved:
            graph.add_fact(fact)
        for fact in plan.folded:
            twin = twins.get(_said(_renamed(fact, plan.keep, plan.drop)))
            if twin is not None and (both := _folded(twin, fact)) != twin:
                graph.delete_fact(twin.id)
                graph.add_fact(both)

    def _move_observations(self, kept: Node, dropped: Node, plan: MergePlan) -> None:
        former = [each for each in self._observed(dropped) if each.content in plan.observations]
        former += self._summary_of(plan, former)
        ordinals = range(kept.next_ordinal, kept.next_ordinal + len(former))
        fresh = [replace(each, key=0, ordinal=ordinal) for each, ordinal in zip(former, ordinals, strict=True)]
        added = self._store.observations.restore(kept.key, fresh, ordinals.stop)
        vectors = self._store.perspectives.of([each.key for each in former if each.key])
        self._store.perspectives.put(
            {new.key: vectors[old.key] for old, new in zip(former, added, strict=True) if old.key in vectors}
        )
        self._linking.link_observations(added)
        ids = {f"{plan.drop.id}/{old.ordinal}": f"{plan.keep.id}/{new.ordinal}" for old, new in zip(former, added, strict=True)}
        self._move_pairs(ids)

    def _summary_of(self, plan: MergePlan, former: Sequence[Observation]) -> list[Observation]:
        """The summary that has to give way to another, as an observation: no text is lost."""
        summary, contents = plan.drop.summary, {each.content for each in former}
        if not summary or summary in contents or summary not in plan.observations:
            return []
        at = plan.drop.summary_updated_at or plan.drop.updated_at
        return [Observation(0, -1, summary, at, at)]

    def _move_pairs(self, ids: dict[str, str]) -> None:
        """An observation may take the place of a memory, or a memory its place; both are known by their ids."""
        pairs = self._store.supersessions
        for each in pairs.touching("memory", list(ids)) if ids else ():
            older, newer = ids.get(each.older, each.older), ids.get(each.newer, each.newer)
            pairs.delete(each.id)
            if older != newer:
                try:
                    pairs.add(replace(each, key=0, id=pair_id(older, newer), older=older, newer=newer))
                except Conflict:
                    continue

    def _note(self, keep: Entity, drop: Entity) -> None:
        """Note the pair as accepted, and nothing else that was proposed of a name which is gone."""
        pairs = self._store.supersessions
        for each in pairs.touching("entity", [drop.key]):
            if each.id != pair_id(drop.key, keep.key):
                pairs.delete(each.id)
        self._recording.record("entity", drop.key, keep.key, "said")


def _merged(keep: Entity, drop: Entity, now: datetime) -> Entity:
    """The entity that stays, with what it lacked; its own type and summary go before the other's."""
    takes_summary = keep.summary is None and drop.summary is not None
    taken = {fold_name(name) for name in (keep.name, *keep.aliases)}
    aliases = [name for name in _spelled_once((drop.name, *drop.aliases)) if fold_name(name) not in taken]
    return replace(
        keep,
        type=drop.type if keep.type == UNKNOWN else keep.type,
        summary=drop.summary if takes_summary else keep.summary,
        summary_updated_at=drop.summary_updated_at if takes_summary else keep.summary_updated_at,
        tags=tuple(dict.fromkeys((*keep.tags, *drop.tags))),
        user_id=keep.user_id or drop.user_id,
        aliases=(*keep.aliases, *aliases),
        updated_at=now,
    )


def _spelled_once(names: Iterable[str]) -> list[str]:
    return list({fold_name(name): name for name in names}.values())


def _renamed(fact: Fact, keep: Entity, drop: Entity) -> Fact:
    ends = [keep.name if fold_name(name) == drop.key else name for name in (fact.subject, fact.object)]
    return replace(fact, subject=ends[0], object=ends[1])


def _by_words(facts: Sequence[Fact]) -> dict[_Said, Fact]:
    """Facts by what they say; of several that say the same the first."""
    return {_said(fact): fact for fact in reversed(facts)}


def _said(fact: Fact) -> _Said:
    """What is the same in facts that say the same: the words, and that both hold now or held for the same time."""
    return fold_name(fact.subject), fold_name(fact.predicate), fold_name(fact.object), *_ended(fact)


def _ended(fact: Fact) -> tuple[Stamp | None, Stamp | None]:
    return (None, None) if fact.is_open else (fact.valid_from, fact.valid_to)


def _folded(fact: Fact, other: Fact) -> Fact:
    """One fact for two that say the same: it holds since the earlier of both."""
    starts = [each.valid_from for each in (fact, other) if each.valid_from]
    return replace(
        fact,
        valid_from=min(starts, key=lambda stamp: stamp.start) if starts else None,
        confidence=max(fact.confidence, other.confidence),
        weight=max(fact.weight, other.weight),
        source=fact.source or other.source,
    )
