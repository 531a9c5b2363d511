"""The Leiden method (Traag, Waltman, van Eck 2019): communities of a weighted graph, of the best modularity that it finds.

Nodes move to the neighbouring community that gains most; each community is refined into parts that hang together; the parts
become the nodes of a smaller graph, and so on until nothing moves. Nodes are visited in a fixed order, so the same graph always
has the same communities.
"""

from collections import deque
from dataclasses import dataclass

Adjacency = list[dict[int, float]]
"""For each node its neighbours and the weight of the edge to each; an edge stands at both ends."""


@dataclass(slots=True)
class _Graph:
    """One level: its nodes are those of the graph, or parts of the level below."""

    adjacency: Adjacency
    strengths: list[float]
    """The sum of each node's edges, those inside of it counted twice."""
    total: float
    """The sum of all strengths."""

    def gain(self, node: int, weight: float, strength: float) -> float:
        """What modularity gains when a node joins a community that it has `weight` to, and that has `strength` without it."""
        return weight - self.strengths[node] * strength / self.total


def leiden(adjacency: Adjacency) -> list[int]:
    """The community of each node."""
    strengths = [sum(edges.values()) for edges in adjacency]
    level = _Graph(adjacency, strengths, sum(strengths) or 1.0)
    node_of = list(range(len(adjacency)))
    community_of = list(range(len(adjacency)))
    while True:
        _move(level, community_of)
        part_of = _numbered(_refined(level, community_of))
        if len(set(part_of)) == len(part_of):
            # No part joins another, so the next level would be this one again.
            return [community_of[node] for node in node_of]
        node_of = [part_of[node] for node in node_of]
        level, community_of = _aggregated(level, part_of, community_of)


def _move(level: _Graph, community_of: list[int]) -> None:
    """Move nodes to the neighbouring community that gains most, until no node gains."""
    strength = [0.0] * len(community_of)
    for node, community in enumerate(community_of):
        strength[community] += level.strengths[node]
    waiting, is_waiting = deque(range(len(community_of))), [True] * len(community_of)
    while waiting:
        node = waiting.popleft()
        is_waiting[node] = False
        old = community_of[node]
        strength[old] -= level.strengths[node]
        new = _best(level, node, _weights_to(level.adjacency[node], community_of), strength, old)
        strength[new] += level.strengths[node]
        if new == old:
            continue
        community_of[node] = new
        for neighbour in level.adjacency[node]:
            if community_of[neighbour] != new and not is_waiting[neighbour]:
                is_waiting[neighbour] = True
                waiting.append(neighbour)


def _best(level: _Graph, node: int, weights: dict[int, float], strength: list[float], old: int) -> int:
    """The community that a node gains most by; of equals the old one, then the first."""
    best, most = old, level.gain(node, weights.get(old, 0.0), strength[old])
    for community, weight in weights.items():
        gain = level.gain(node, weight, strength[community])
        if gain > most + 1e-12:
            best, most = community, gain
    return best


def _weights_to(edges: dict[int, float], community_of: list[int]) -> dict[int, float]:
    weights: dict[int, float] = {}
    for neighbour, weight in edges.items():
        community = community_of[neighbour]
        weights[community] = weights.get(community, 0.0) + weight
    return weights


def _refined(level: _Graph, community_of: list[int]) -> list[int]:
    """Parts of each community: nodes that start alone and join a part of their community that they gain by."""
    inside = [
        {other: weight for other, weight in edges.items() if community_of[other] == community_of[node]}
        for node, edges in enumerate(level.adjacency)
    ]
    whole = [0.0] * len(community_of)
    for node, community in enumerate(community_of):
        whole[community] += level.strengths[node]
    part_of, strength, is_alone = list(range(len(community_of))), list(level.strengths), [True] * len(community_of)
    for node, edges in enumerate(inside):
        rest = whole[community_of[node]] - level.strengths[node]
        # Whoever hangs on its community by less than chance would give stays apart, and may leave it on the next level.
        if not is_alone[node] or level.gain(node, sum(edges.values()), rest) < 0:
            continue
        strength[node] -= level.strengths[node]
        part = _best(level, node, _weights_to(edges, part_of), strength, node)
        strength[part] += level.strengths[node]
        if part != node:
            part_of[node] = part
            is_alone[part] = False
    return part_of


def _numbered(labels: list[int]) -> list[int]:
    numbers: dict[int, int] = {}
    return [numbers.setdefault(label, len(numbers)) for label in labels]


def _aggregated(level: _Graph, part_of: list[int], community_of: list[int]) -> tuple[_Graph, list[int]]:
    """The graph whose nodes are the parts, and the community of each part."""
    count = max(part_of) + 1
    adjacency: Adjacency = [{} for _ in range(count)]
    strengths, communities = [0.0] * count, [0] * count
    for node, edges in enumerate(level.adjacency):
        part = part_of[node]
        strengths[part] += level.strengths[node]
        communities[part] = community_of[node]
        joined = adjacency[part]
        for other, weight in edges.items():
            if part_of[other] != part:
                joined[part_of[other]] = joined.get(part_of[other], 0.0) + weight
    # A community is named by a number below the number of nodes, since strengths are kept in a list.
    return _Graph(adjacency, strengths, level.total), _numbered(communities)
