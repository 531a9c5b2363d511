"""Walks over entities and the current facts between them, and places where a fact is missing."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from simonides.domain.graph import Direction, Entity, Fact, Gap, Node
from simonides.domain.time import Clock, Stamp
from simonides.domain.validation import check_name, fold_name
from simonides.domain.walks import Walk, shortest_path
from simonides.engine.graph.entities import FACTS_MAX, LISTED_MAX
from simonides.frozen import frozen
from simonides.ports.stores import Store

RELATED_MAX = 200
"""How many entities `related` returns at most."""
RELATED_FACTS_MAX = 1_000


@frozen
class Related:
    """The entities a walk along arrows reached, nearest first and without the start, and the facts it followed."""

    start: Entity
    entities: tuple[Entity, ...]
    facts: tuple[Fact, ...]
    is_whole: bool = True
    """False when something had to be left out."""


@frozen
class Neighbourhood:
    """The entities near one, nearest first, and the facts between them."""

    nodes: tuple[Node, ...] = ()
    facts: tuple[Fact, ...] = ()
    is_whole: bool = True
    """False when something had to be left out."""


@frozen
class Path:
    """A shortest path between two entities, and every fact of each step; empty when there is none."""

    nodes: tuple[Node, ...] = ()
    facts: tuple[Fact, ...] = ()


class Paths:
    """Walks over the graph of one palace."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def neighbourhood(self, name: str, depth: int = 1) -> Neighbourhood:
        """An entity and all within `depth` steps, whichever way the facts point; empty for an unknown one."""
        start = self._store.nodes.keys([fold_name(name)]).get(fold_name(name))
        if start is None:
            return Neighbourhood()
        walk = Walk(start, self._oldest_first, LISTED_MAX).go(max(depth, 0))
        facts = self._store.nodes.facts_among(list(walk.hops), FACTS_MAX + 1, self._clock())
        nodes = self._store.nodes.at(list(walk.hops))
        return Neighbourhood(
            tuple(nodes[key] for key in walk.hops if key in nodes),
            tuple(facts[:FACTS_MAX]),
            walk.is_whole and len(facts) <= FACTS_MAX,
        )

    def path(self, start: str, goal: str) -> Path:
        """A shortest path from one entity to another, whichever way the facts point; empty when there is none."""
        keys = self._store.nodes.keys({fold_name(start), fold_name(goal)})
        if fold_name(start) not in keys or fold_name(goal) not in keys:
            return Path()
        way = shortest_path(keys[fold_name(start)], keys[fold_name(goal)], self._oldest_first)
        nodes = self._store.nodes.at(way)
        if len(nodes) < len(way):
            # Somebody deleted an entity of the path since it was found.
            return Path()
        steps = [self._step(nodes[one], nodes[other]) for one, other in pairwise(way)]
        return Path(tuple(nodes[key] for key in way), tuple(fact for step in steps for fact in step))

    def related(self, start: str, depth: int = 1, direction: Direction = Direction.OUTGOING) -> Related:
        """The entities at most `depth` facts away in a direction, and those facts, up to a limit. Raises NotFound."""
        origin = self._store.graph.entity(check_name(start, "entity_id"))
        arrows = _Arrows(self._store, direction, Stamp.at(self._clock()))
        walk = Walk(self._store.nodes.keys([origin.key])[origin.key], arrows.adjacent, RELATED_MAX + 1)
        for _ in range(depth):
            if walk.frontier:
                walk.step()
        nodes = self._store.nodes.at(list(walk.hops))
        met = [nodes[key].entity for key in walk.hops if key in nodes]
        facts = arrows.within({entity.key for entity in met})
        is_whole = walk.is_whole and len(facts) <= RELATED_FACTS_MAX
        return Related(origin, tuple(met[1:]), tuple(facts[:RELATED_FACTS_MAX]), is_whole)

    def orphans(self) -> list[Node]:
        """The entities without any current fact, latest change first."""
        return self._store.nodes.orphans(LISTED_MAX, self._clock())

    def gaps(self) -> list[Gap]:
        """Entities that name others without a fact about both, most often named first."""
        return self._store.nodes.gaps(LISTED_MAX, self._clock())

    def _oldest_first(self, keys: Sequence[int]) -> list[tuple[int, int]]:
        # Sorted, so that among equals the older entities win.
        return sorted(self._store.nodes.adjacent(keys, self._clock()), key=lambda pair: pair[::-1])

    def _step(self, one: Node, other: Node) -> list[Fact]:
        found = self._store.nodes.facts_among([one.key, other.key], FACTS_MAX, self._clock())
        return [each for each in found if {each.subject, each.object} == {one.entity.name, other.entity.name}]


class _Arrows:
    """The facts that a walk in one direction follows, one query for each layer."""

    def __init__(self, store: Store, direction: Direction, now: Stamp) -> None:
        self._store = store
        self._direction = direction
        self._now = now
        self._followed: dict[str, Fact] = {}

    def adjacent(self, keys: Sequence[int]) -> list[tuple[int, int]]:
        """For each entity what its facts lead to: outgoing before incoming, oldest first."""
        found = self._store.nodes.facts_touching(keys, FACTS_MAX, self._now.start, self._direction)
        held = [fact for fact in found if fact.holds_during(self._now)]
        rows = self._store.nodes.keys({fold_name(name) for fact in held for name in (fact.subject, fact.object)})
        # Somebody may have deleted an entity since its facts were read.
        held = [fact for fact in held if {fold_name(fact.subject), fold_name(fact.object)} <= rows.keys()]
        place = {key: index for index, key in enumerate(keys)}
        steps = [
            (place[node], is_incoming, fact, node, other)
            for fact in held
            for is_incoming, node, other in self._ends(rows[fold_name(fact.subject)], rows[fold_name(fact.object)])
            if node in place
        ]
        steps.sort(key=lambda step: step[:2])
        self._followed |= {fact.id: fact for _, _, fact, _, _ in steps}
        return [(node, other) for *_, node, other in steps]

    def within(self, names: set[str]) -> list[Fact]:
        """The facts followed with both ends among these folded names."""
        return [each for each in self._followed.values() if {fold_name(each.subject), fold_name(each.object)} <= names]

    def _ends(self, subject: int, obj: int) -> Iterator[tuple[bool, int, int]]:
        if self._direction is not Direction.INCOMING:
            yield False, subject, obj
        if self._direction is not Direction.OUTGOING:
            yield True, obj, subject
