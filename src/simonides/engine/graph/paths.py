"""Walks over the graph of nodes and relations, and places where a relation is missing."""

from dataclasses import dataclass
from itertools import pairwise

from simonides.domain.graph import Gap, Node, Relation
from simonides.domain.paths import nearby, shortest_path
from simonides.domain.validation import fold_name
from simonides.engine.graph.nodes import LISTED_MAX, RELATIONS_MAX
from simonides.ports.stores import Store


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The nodes near a node, nearest first, and the relations between them."""

    nodes: tuple[Node, ...] = ()
    relations: tuple[Relation, ...] = ()
    is_whole: bool = True
    """False when something had to be left out."""


@dataclass(frozen=True, slots=True)
class Path:
    """A shortest path between two nodes, and every relation of each step; empty when there is none."""

    nodes: tuple[Node, ...] = ()
    relations: tuple[Relation, ...] = ()


class Traversal:
    """Walks over one palace's graph; relations are followed in both directions."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def neighbourhood(self, name: str, depth: int = 1) -> Neighbourhood:
        """A node and all nodes within `depth` steps; empty for an unknown node."""
        start = self._store.nodes.keys([fold_name(name)]).get(fold_name(name))
        if start is None:
            return Neighbourhood()
        keys, is_whole = nearby(start, max(depth, 0), LISTED_MAX, self._store.nodes.adjacent)
        relations = self._store.nodes.relations_among(keys, RELATIONS_MAX + 1)
        nodes = self._store.nodes.at(keys)
        return Neighbourhood(
            tuple(nodes[key] for key in keys if key in nodes),
            tuple(relations[:RELATIONS_MAX]),
            is_whole and len(relations) <= RELATIONS_MAX,
        )

    def path(self, start: str, goal: str) -> Path:
        """A shortest path from one node to another; empty when there is none, or a node is unknown."""
        keys = self._store.nodes.keys({fold_name(start), fold_name(goal)})
        if fold_name(start) not in keys or fold_name(goal) not in keys:
            return Path()
        way = shortest_path(keys[fold_name(start)], keys[fold_name(goal)], self._store.nodes.adjacent)
        nodes = self._store.nodes.at(way)
        steps = [self._step(nodes[one], nodes[other]) for one, other in pairwise(way)]
        return Path(tuple(nodes[key] for key in way), tuple(relation for step in steps for relation in step))

    def orphans(self) -> list[Node]:
        """The nodes without any relation, latest change first."""
        return self._store.nodes.orphans(LISTED_MAX)

    def gaps(self) -> list[Gap]:
        """Nodes that name others without a relation to them, most often named first."""
        return self._store.nodes.gaps(LISTED_MAX)

    def _step(self, one: Node, other: Node) -> list[Relation]:
        found = self._store.nodes.relations_among([one.key, other.key], RELATIONS_MAX)
        return [each for each in found if {each.subject, each.object} == {one.entity.name, other.entity.name}]
